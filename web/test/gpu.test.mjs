// Every lab on WebGPU, as SwiftShader has it, in headless Chromium.
import assert from 'node:assert/strict';
import test from 'node:test';
import { labs } from './native.mjs';
import { leave, silence, site, text, visit } from './visit.mjs';

site({ gpu: true });
const LONG = { timeout: 900_000 };

test('every lab runs on the browser\'s GPU: verified, measured, and what cannot run there is skipped with its reason', LONG, async (t) => {
  for (const lab of await labs()) {
    const began = Date.now();
    const page = await visit(`${lab}/index.html`);
    page.setDefaultTimeout(600_000);
    await page.waitForSelector('#device option[value=auto]');
    await page.select('#device', 'auto');
    await page.type('#size', '64');
    await page.click('#quick');
    await page.click('#go');
    await page.waitForFunction(() => document.getElementById('go').disabled === false);
    assert.match(await text(page, '#status'), /^\d+ kernels on /);
    assert.match(await text(page, '#result .badge'), /^Measured, by /);
    const verdicts = await page.$$eval('#result .results tbody tr', (rows) => rows.map((row) => row.textContent));
    const reasons = await page.$$eval('#result .reason', (all) => all.map((reason) => reason.textContent));
    assert.ok(verdicts.some((row) => /ok$/.test(row)), `${verdicts}`);
    assert.deepEqual(reasons.filter((reason) => !/skipped|inconclusive/.test(reason)), [], lab);
    await leave(page);
    t.diagnostic(`${lab}: ${Math.round((Date.now() - began) / 1000)} s`);
  }
});

test('an isolated page says so, and its report tells the smallest step of its clock', LONG, async () => {
  const [lab] = await labs();
  const page = await visit(`${lab}/index.html`);
  page.setDefaultTimeout(600_000);
  await page.waitForSelector('#device option[value=auto]');
  assert.match(await text(page, '#gpu'), /not isolated yet/);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForSelector('#device option[value=auto]');
  assert.match(await text(page, '#gpu'), /^This page is isolated/);
  await page.select('#device', 'auto');
  // SwiftShader is no GPU, whose name could be asked for.
  assert.equal(await page.$eval('#named', (label) => label.hidden), true);
  await page.type('#size', '64');
  await page.click('#quick');
  await page.click('#go');
  await page.waitForFunction(() => document.getElementById('go').disabled === false);
  const [, step, unit] = (await text(page, '#result')).match(/its smallest step is ([\d.]+) (ns|µs|ms)/);
  assert.ok(Number(step) > 0 && unit !== 'ms', `${step} ${unit}`);
});

silence();
