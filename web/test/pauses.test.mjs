// An exercise whose answers are slow, and one whose threads do not come: scripts of the page are preceded by what plays it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { exercises, solution, start } from './native.mjs';
import { address, leave, silence, site, text, type, visit } from './visit.mjs';

const [first] = await exercises();
const PATH = `${first.lab}/${first.exercise}.html`;

/** Answers are held back while the page says so. */
const HELD = `
const tell = self.postMessage.bind(self);
const held = [];
let holds = false;
self.postMessage = (message) => (holds && message.answer ? held.push(message) : tell(message));
const ear = new BroadcastChannel('held');
ear.onmessage = ({ data }) => {
  holds = data;
  if (!holds) for (const message of held.splice(0)) tell(message);
  ear.postMessage('heard');
};
`;
/** It never says that it listens. */
const MUTE = 'self.postMessage = () => {};\n';
site({ before: { 'worker.js': HELD, 'thread.js': MUTE } });

const hold = (page, holds) => page.evaluate((wanted) => new Promise((done) => {
  const channel = new BroadcastChannel('held');
  channel.onmessage = done;
  channel.postMessage(wanted);
}), holds);

const judged = (page, standing) => page.waitForFunction((wanted) => document.querySelector('#panel .standing')?.textContent.startsWith(wanted) && document.getElementById('status').textContent.startsWith('Judged'), {}, standing);

test('what is typed while another kernel is judged is judged in the end, also where it was judged before', async () => {
  const page = await visit(PATH);
  await judged(page, 'Not yet');
  await hold(page, true);
  await type(page, await solution(first));
  await page.waitForFunction(() => document.getElementById('status').textContent === 'Being judged...');
  await type(page, await start(first));
  await hold(page, false);
  await judged(page, 'Not yet');
  await type(page, await solution(first));
  await judged(page, 'Solved');
  await leave(page);
});

test('threads that do not come are done without, which is said', async () => {
  const page = await visit();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.goto(address + PATH);
  await judged(page, 'Not yet');
  const several = await page.evaluate(() => crossOriginIsolated && navigator.hardwareConcurrency > 1);
  assert.match(await text(page, '#status'), several ? /^Judged on one thread of the simulator in \d+ ms: the others did not come\.$/ : /^Judged on the simulator in \d+ ms\.$/);
  await leave(page);
});

silence();
