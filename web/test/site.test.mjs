// The built site in headless Chromium: as a visitor uses it. `CHROMIUM` names the browser.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import test, { after, before } from 'node:test';
import puppeteer from 'puppeteer-core';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const dist = new URL('../dist/', import.meta.url);
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const said = [];
const asked = [];
let server;
let browser;
let address;

before(async () => {
  server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    const file = path === '/' ? 'index.html' : path.slice(1);
    try {
      const bytes = await readFile(new URL(file, dist));
      response.writeHead(200, { 'content-type': TYPES[extname(file)] }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'], timeout: 120_000, protocolTimeout: 300_000 });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** A page of a visitor who was never here, and whose every word and request is noted. */
async function visit(hash = '', width = 1280) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.setViewport({ width, height: 900 });
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(address + hash);
  await page.waitForSelector('#machine option');
  return page;
}

const text = (page, selector) => page.$eval(selector, (element) => element.textContent);

async function run(page) {
  await page.click('#run');
  await page.waitForFunction(() => !document.getElementById('run').disabled && !document.getElementById('status').textContent.startsWith('Running'));
}

/** Replaces the source by typing, as a visitor would; waits until it was looked at. */
async function type(page, source) {
  await page.click('.cm-content');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(source);
  await new Promise((done) => setTimeout(done, 1500));
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

test('axe finds nothing, in light and dark, and nothing runs over the edge of a telephone', { timeout: 300_000 }, async () => {
  for (const width of [1280, 390, 360]) {
    const page = await visit('', width);
    await run(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, `${width}`);
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      const found = await page.evaluate(async (source) => {
        (0, eval)(source);
        const { violations } = await globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ').slice(0, 300)}`);
      }, axe);
      assert.deepEqual(found, [], `${width}, ${value}`);
    }
  }
});

test('nobody said a word, and nothing was asked of anybody else', () => {
  assert.deepEqual(said, []);
  assert.deepEqual(asked.filter((url) => !url.startsWith(address) && !url.startsWith('data:')), []);
});
