// The built site in headless Chromium. `CHROMIUM` names the browser.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import test, { after, before } from 'node:test';
import puppeteer from 'puppeteer-core';
import { dist, listening, port, serve } from './serve.mjs';

const GPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan', '--use-vulkan=swiftshader'];
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const said = [];
const asked = [];
let browser;
export let address;

/** Serves the site, with what `before` has for a script before the script's own, and starts the browser; at the end, nobody may have said a word, nor asked anybody else. */
export function site({ gpu = false, before: preludes = {} } = {}) {
  let server;
  let proxy;
  before(async () => {
    // What the browser would ask of anybody but the site, it asks of this one, whoever of it asks: a page, a worker, a service worker.
    const refuse = (request, socket) => {
      asked.push({ url: request.url, proxied: true });
      (socket.destroy ? socket : socket.socket).destroy();
    };
    server = await serve(preludes);
    proxy = await listening(createServer(refuse).on('connect', refuse));
    address = `http://127.0.0.1:${port(server)}/`;
    const args = ['--no-sandbox', '--disable-dev-shm-usage', `--proxy-server=127.0.0.1:${port(proxy)}`, '--proxy-bypass-list=127.0.0.1', ...(gpu ? GPU : ['--disable-gpu'])];
    browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args, timeout: 120_000, protocolTimeout: 300_000 });
  });
  after(async () => {
    await browser?.close();
    for (const one of [server, proxy]) one?.close();
  });
}

/** To be the last test of a file. */
export function silence() {
  test('nobody said a word, and nothing was asked of anybody else', () => {
    assert.deepEqual(said, []);
    // Chromium asks its maker about itself, whatever page is open; what a page asks of him is told by its own events, too.
    const itself = /^(https?:\/\/)?[\w.-]+\.(google|googleapis|gstatic|gvt1)\.com[:/]/;
    assert.deepEqual(asked.filter(({ url, proxied }) => !(proxied && itself.test(url)) && !url.startsWith(address) && !/^(data|blob):/.test(url)), []);
  });
}

/** The addresses of the site's pages. */
export async function pages() {
  return (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.html')).sort();
}

/** A page of a visitor who was never here, and whose every word and request is noted. */
export async function visit(path = '', width = 1280) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.setViewport({ width, height: 900 });
  // The browser itself says so where a page asks for a GPU and there is none.
  page.on('console', (message) => message.text() === 'No available adapters.' || said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('error', (error) => said.push(`${path}: ${error.message}`));
  page.on('request', (request) => asked.push({ url: request.url() }));
  await page.goto(address + path);
  return page;
}

/** Ends a visit, with all that it kept. */
export const leave = (page) => page.browserContext().close();

export const text = (page, selector) => page.$eval(selector, (element) => element.textContent);

/** Replaces the source by typing, as a visitor would. */
export async function type(page, source, editor = '#editor') {
  await page.focus(`${editor} .cm-content`);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(source);
}

/** Whether nothing runs over the edge. */
export async function fits(page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(over, 0, `${name} runs over its edge`);
}

/** Of a page in light, everything; of the same in dark, what colours change. */
const RULES = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** The same, and what axe finds wrong, in light and in dark. */
export async function accessible(page, name) {
  await fits(page, name);
  for (const [value, runOnly] of Object.entries(RULES)) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    const found = await page.evaluate(async (source, only) => {
      if (!globalThis.axe) (0, eval)(source);
      const { violations } = await globalThis.axe.run(document, { runOnly: only, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ').slice(0, 300)}`);
    }, axe, runOnly);
    assert.deepEqual(found, [], `${name}, ${value}`);
  }
}
