// The playground in headless Chromium: as a visitor uses it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { accessible, silence, site, text, type as typed, visit as visited } from './visit.mjs';

site();

async function visit(hash = '', width = 1280) {
  const page = await visited(`playground.html${hash}`, width);
  await page.waitForSelector('#machine option');
  return page;
}

/** Types, and waits until it was looked at. */
async function type(page, source) {
  await typed(page, source);
  await new Promise((done) => setTimeout(done, 1500));
}

async function run(page) {
  await page.click('#run');
  await page.waitForFunction(() => !document.getElementById('run').disabled && !document.getElementById('status').textContent.startsWith('Running'));
}

const course = (page) => page.evaluate(async () => {
  const steps = [];
  const next = document.querySelector('[data-act=forward]');
  const count = Number(document.querySelector('.player input').max) + 1;
  for (let at = 0; at < count; at += 1) {
    const now = [...document.querySelectorAll('.player .lanes .active')].map((lane) => Number(lane.dataset.lane));
    const line = [...document.querySelectorAll('.player .code li')].findIndex((row) => row.classList.contains('now')) + 1;
    const requests = [...document.querySelectorAll('.player .request')].map(({ dataset }) => [dataset.name, Number(dataset.cost), Number(dataset.ideal)]);
    steps.push({ line, now, requests });
    next.click();
  }
  return steps;
});

const SHUT = `@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> to: array<u32>;
var<workgroup> tile: array<u32, 128>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
    var n = src[i * 8u];
    loop {
        if (n >= 16u) { break; }
        n = n + 8u;
    }
    tile[i * 4u] = n;
    to[i] = tile[i * 4u];
}
`;

test('the first page runs at once and shows its lanes', { timeout: 300_000 }, async () => {
  const page = await visit();
  await run(page);
  assert.match(await text(page, '#status'), /no fault found\. About [\d.]+ µs, estimated for ampere-8\.6/);
  const steps = await course(page);
  assert.deepEqual(steps[1].now, Array.from({ length: 31 }, (_, lane) => lane + 1));
  assert.deepEqual([steps[0].line, steps[1].line, steps.at(-1).line, steps.at(-1).now.length], [6, 7, 9, 32]);
});

test('an unseen kernel: divergence in a loop, an uncoalesced load, a bank conflict of 4', { timeout: 300_000 }, async () => {
  const page = await visit();
  await type(page, SHUT);
  await page.evaluate(() => {
    const [src, to] = document.querySelectorAll('#bindings fieldset');
    src.querySelector('select').value = 'counting';
    src.querySelector('input').value = '256';
    to.querySelector('input').value = '32';
  });
  await run(page);
  const steps = await course(page);
  assert.deepEqual(steps[0].requests, [['src', 32, 4]]);
  // Lane 0 begins with 0 and lane 1 with 8; all others have 16 at least.
  const adding = steps.filter((step) => step.line === 9).map((step) => step.now);
  assert.deepEqual(adding, [[0, 1], [0]]);
  assert.deepEqual(steps.filter((step) => step.line === 11).map((step) => [step.now.length, step.requests[0]]), [[32, ['tile', 4, 1]]]);
  const kinds = await page.$$eval('[data-finding]', (found) => found.map((finding) => finding.dataset.finding));
  assert.ok(kinds.includes('uncoalesced') && kinds.includes('bank-conflict'), `${kinds}`);
});

test('a kernel that does not compile says where; an endless one is stopped and the next one runs', { timeout: 300_000 }, async () => {
  const page = await visit();
  await type(page, 'fn main() { let x = ; }');
  assert.match(await text(page, '#problem'), /does not compile[^]*kernel\.wgsl:1:/);
  await page.waitForSelector('.cm-lint-marker-error');
  await type(page, '@compute @workgroup_size(1)\nfn main() {\n    var i = 0u;\n    loop { i = 1u; if (i == 0u) { break; } }\n}');
  await run(page);
  assert.ok(await page.$('[data-finding=step-limit]'), await text(page, '#status'));
  await page.select('#example', '2');
  await new Promise((done) => setTimeout(done, 1000));
  await run(page);
  assert.match(await text(page, '#status'), /no fault found/);
  assert.match(await text(page, '[data-output=b] code'), /^0, 1, 2, 3, /);
});

test('what was typed survives a reload, a link carries it all, and the page works offline', { timeout: 300_000 }, async () => {
  const page = await visit();
  await type(page, SHUT);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForSelector('#machine option');
  assert.ok((await text(page, '.cm-content')).includes('tile[i * 4u] = n;'));
  await page.click('#link');
  await page.waitForFunction(() => location.hash.length > 10);
  const other = await visit(new URL(page.url()).hash);
  assert.ok((await text(other, '.cm-content')).includes('tile[i * 4u] = n;'));
  await page.setOfflineMode(true);
  await page.reload();
  await page.waitForSelector('#machine option');
  await run(page);
  assert.match(await text(page, '#status'), /estimated/);
});

test('axe finds nothing, and nothing runs over the edge of a telephone', { timeout: 300_000 }, async () => {
  for (const width of [1280, 360]) {
    const page = await visit('', width);
    await run(page);
    await accessible(page, `${width}`);
  }
});

silence();
