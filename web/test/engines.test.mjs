// The same site in the engines of Firefox and Safari: an exercise, a lab on the simulator, the playground, WebGPU where there is one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { firefox, until, webkit } from './engines.mjs';
import { differing, exercises, labs, native, solution } from './native.mjs';
import { port, serve } from './serve.mjs';

const LONG = { timeout: 900_000 };
const SIZE = '64';

/** Opens `start` in an engine, and a page of the site by its path; at the end, it may not have said a word. */
async function visiting(start, visit) {
  const server = await serve();
  const engine = await start();
  try {
    await visit({ ...engine, open: (path) => engine.open(`http://127.0.0.1:${port(server)}/${path}`) });
    assert.deepEqual(engine.said, []);
  } finally {
    await engine.close();
    server.close();
  }
}

const text = (engine, selector) => engine.evaluate((wanted) => document.querySelector(wanted)?.textContent, selector);
const judged = (engine, standing) => until(engine, (wanted) => document.querySelector('#panel .standing')?.textContent.startsWith(wanted) && document.getElementById('status').textContent.startsWith('Judged'), standing);

/** Replaces the source as typing does. */
const type = (engine, source) => engine.evaluate((words) => {
  document.querySelector('#editor .cm-content').focus();
  document.execCommand('selectAll');
  document.execCommand('insertText', false, words);
}, source);

async function exercise(engine) {
  const [first] = await exercises();
  const path = `${first.lab}/${first.exercise}.html`;
  await engine.open(path);
  await judged(engine, 'Not yet');
  await type(engine, await solution(first));
  await judged(engine, 'Solved');
  await engine.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await engine.open(path);
  await judged(engine, 'Solved');
  assert.equal(await engine.evaluate(() => crossOriginIsolated), true);
}

async function run(engine, device) {
  await engine.evaluate((where, size) => {
    document.getElementById('device').value = where;
    document.getElementById('size').value = size;
    document.getElementById('quick').checked = where === 'auto';
    document.getElementById('go').click();
  }, device, SIZE);
  await until(engine, () => document.getElementById('go').disabled === false);
  assert.match(await text(engine, '#status'), /^\d+ kernels on /);
}

async function simulated(engine) {
  const [lab] = await labs();
  await engine.open(`${lab}/index.html`);
  await run(engine, await engine.evaluate(() => document.getElementById('device').value));
  assert.deepEqual(await engine.evaluate(differing, await native(lab, SIZE)), []);
}

async function playground(engine) {
  await engine.open('playground.html');
  await until(engine, () => document.getElementById('machine').children.length > 0);
  await engine.evaluate(() => document.getElementById('run').click());
  await until(engine, () => /no fault found\. About/.test(document.getElementById('status').textContent));
  assert.ok(await engine.evaluate(() => document.querySelectorAll('.player .lanes .active').length > 0));
}

test('Firefox: an exercise solved by typing, a lab on the simulator, the playground, a lab on WebGPU', LONG, () => visiting(firefox, async (engine) => {
  await exercise(engine);
  await simulated(engine);
  await until(engine, () => Boolean(document.querySelector('#device option[value=auto]')));
  await run(engine, 'auto');
  assert.match(await text(engine, '#result .badge'), /^Measured, by /);
  const reasons = await engine.evaluate(() => [...document.querySelectorAll('#result .reason')].map((reason) => reason.textContent));
  assert.deepEqual(reasons.filter((reason) => !/skipped|inconclusive/.test(reason)), []);
  await playground(engine);
}));

test('WebKit, without WebGPU: an exercise solved by typing, a lab on the simulator, the playground', LONG, () => visiting(webkit, async (engine) => {
  await exercise(engine);
  await simulated(engine);
  assert.match(await text(engine, '#gpu'), /no WebGPU: kernels run on the simulator alone/);
  await playground(engine);
}));
