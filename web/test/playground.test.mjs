// The playground in headless Chromium: as a visitor uses it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { EXAMPLES } from '../src/examples.js';
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
    const waits = [...document.querySelectorAll('.player .lanes .waits')].map(({ dataset }) => [Number(dataset.lane), Number(dataset.line)]);
    const requests = [...document.querySelectorAll('.player .request')].map(({ dataset }) => [dataset.name, Number(dataset.cost), Number(dataset.ideal)]);
    // What is drawn: lanes that ask, what they touch, and what of it conflicts with another, each as a mark; a line from each lane to each.
    const pictures = [...document.querySelectorAll('.player .request svg')].map((picture) => {
      const count = (marks) => picture.querySelectorAll(marks).length;
      return { lanes: count('rect.lane:not(.idle)'), used: count('.target.used'), columns: new Set([...picture.querySelectorAll('.target.used')].map((one) => one.getAttribute('x'))).size, conflicts: count('.conflict'), lines: count('.touch') };
    });
    steps.push({ line, now, waits, requests, pictures });
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
  // The site's own styles leave the player's words as they are.
  const look = (selector) => page.$eval(selector, (words) => [getComputedStyle(words).color, getComputedStyle(words).fontWeight]);
  assert.deepEqual(await look('.player .request p'), await look('.player .says'));
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
  // A sector of its own for each lane.
  assert.deepEqual(steps[0].pictures, [{ lanes: 32, used: 32, columns: 32, conflicts: 0, lines: 32 }]);
  // Lane 0 begins with 0 and lane 1 with 8; all others have 16 at least.
  const adding = steps.filter((step) => step.line === 9).map((step) => step.now);
  assert.deepEqual(adding, [[0, 1], [0]]);
  // Who has enough leaves the loop of line 7 and waits for the others; at last all go on.
  const waiting = steps.filter((step) => step.line === 9).map((step) => step.waits);
  const from = (first) => Array.from({ length: 32 - first }, (_, at) => [first + at, 7]);
  assert.deepEqual(waiting, [from(2), from(1)]);
  assert.deepEqual(steps.filter((step) => step.line === 12).map((step) => [step.now.length, step.waits.length]), [[32, 0]]);
  assert.deepEqual(steps.filter((step) => step.line === 11).map((step) => [step.now.length, step.requests[0]]), [[32, ['tile', 4, 1]]]);
  // Words 0, 4, ..., 124: in each fourth of 32 banks four words, of which three wait for the first.
  assert.deepEqual(steps.find((step) => step.line === 11).pictures, [{ lanes: 32, used: 32, columns: 8, conflicts: 24, lines: 32 }]);
  // Of one subgroup's time the conflicts are less than 2 %: the player shows them, and no advice is given on them.
  const kinds = await page.$$eval('[data-finding]', (found) => found.map((finding) => finding.dataset.finding));
  assert.ok(['uncoalesced', 'divergence'].every((kind) => kinds.includes(kind)) && !kinds.includes('bank-conflict'), `${kinds}`);
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

test('a second kernel stands beside the first: the idea, the counters, whether both write the same; a link carries it', { timeout: 300_000 }, async () => {
  const page = await visit();
  await page.select('#example', '1');
  await page.click('#second summary');
  const coalesced = EXAMPLES[2].state.source;
  await typed(page, coalesced, '#beside');
  await new Promise((done) => setTimeout(done, 1500));
  await run(page);
  const compared = await text(page, '#pair');
  assert.match(compared, /do not compute the same/);
  await page.evaluate(() => {
    for (const field of document.querySelectorAll('#bindings select')) field.value = 'zeros';
  });
  await run(page);
  assert.match(await text(page, '#pair .standing'), /counters differ|B is faster, by estimate/);
  assert.ok(await page.$('#pair [data-idea=coalescing]'), await text(page, '#pair'));
  const rows = Object.fromEntries(await page.$$eval('#pair tbody tr', (all) => all.map((row) => [row.children[0].textContent, [row.children[1].textContent, row.children[2].textContent]])));
  assert.ok(Object.values(rows).some(([a, b]) => a === '144' && b === '32'), JSON.stringify(rows));
  for (const width of [1280, 390]) {
    await page.setViewport({ width, height: 900 });
    await accessible(page, `a pair at ${width} px`);
  }
  await page.click('#link');
  await page.waitForFunction(() => location.hash.length > 10);
  const other = await visit(new URL(page.url()).hash);
  assert.equal(await other.$eval('#second', (second) => second.open), true);
  assert.ok((await text(other, '#beside .cm-content')).includes('b[id.x] = a[id.x];'));
  await typed(other, 'fn main() { let x = ; }', '#beside');
  await other.waitForSelector('#problem-beside:not([hidden])');
  assert.match(await text(other, '#problem-beside'), /does not compile/);
});

test('axe finds nothing, and nothing runs over the edge of a telephone', { timeout: 300_000 }, async () => {
  for (const width of [1280, 390, 360]) {
    const page = await visit('', width);
    await run(page);
    await accessible(page, `${width}`);
  }
});

silence();
