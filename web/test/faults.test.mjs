// A device that is lost, and a kernel that does not end, on WebGPU: the worker's own script is preceded by one that plays the fault.
import assert from 'node:assert/strict';
import test from 'node:test';
import { labs } from './native.mjs';
import { leave, silence, site, text, visit } from './visit.mjs';

const [lab] = await labs();

/** While the second variant runs, its first submission loses the device; what the third one submits is never done. */
const FAULTS = `
const [LOST, ENDLESS] = [2, 3];
let running = '';
let device = null;
const tell = self.postMessage.bind(self);
self.postMessage = (message) => {
  const { Enter: enter } = message.event ? JSON.parse(message.event) : {};
  if (enter) running = enter.stage.startsWith('verifying at') ? enter.variant : '';
  tell(message);
};
const is = (number) => running && running === new URLSearchParams(self.name).get(String(number));
const open = GPUAdapter.prototype.requestDevice;
GPUAdapter.prototype.requestDevice = async function (...asked) {
  return (device = await open.apply(this, asked));
};
const submit = GPUQueue.prototype.submit;
GPUQueue.prototype.submit = function (commands) {
  if (is(LOST)) device.destroy();
  if (!is(ENDLESS)) submit.call(this, commands);
};
const done = GPUQueue.prototype.onSubmittedWorkDone;
GPUQueue.prototype.onSubmittedWorkDone = function () {
  return is(ENDLESS) ? new Promise(() => {}) : done.call(this);
};
`;
site({ gpu: true, before: { 'worker.js': FAULTS } });

test('a device that is lost, and a kernel that never ends, cost one row each', { timeout: 900_000 }, async () => {
  const page = await visit(`${lab}/index.html`);
  page.setDefaultTimeout(600_000);
  const variants = await page.$$eval('details.variant summary', (all) => all.map((one) => one.textContent));
  // The faults learn from the worker's name whom they are for.
  await page.evaluate((names) => {
    const Own = Worker;
    globalThis.Worker = class extends Own {
      constructor(url, options) {
        super(url, { ...options, name: new URLSearchParams(names.map((name, at) => [at + 1, name])).toString() });
      }
    };
  }, variants);
  await page.waitForSelector('#device option[value=auto]');
  await page.select('#device', 'auto');
  await page.type('#size', '64');
  await page.click('#quick');
  await page.click('#go');
  await page.waitForFunction(() => document.getElementById('go').disabled === false);
  assert.match(await text(page, '#status'), /^\d+ kernels on /);
  const rows = await page.$$eval('#result .results tbody tr', (all) => all.map((row) => row.textContent));
  const row = (name) => rows.find((one) => one.startsWith(name));
  for (const [at, name] of variants.entries()) assert.match(row(name), at === 1 || at === 2 ? /failed/ : /ok|skipped|inconclusive/, name);
  const reasons = await page.$$eval('#result .reason', (all) => all.map((reason) => reason.textContent));
  assert.ok(reasons.some((reason) => reason.includes(variants[1]) && /lost/.test(reason)), `${reasons}`);
  assert.ok(reasons.some((reason) => reason.includes(variants[2]) && /did not end within 60 s/.test(reason)), `${reasons}`);
  await leave(page);
});

silence();
