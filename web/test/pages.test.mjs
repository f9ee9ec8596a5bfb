// Every page of the site, and a run of each lab, in headless Chromium.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import test from 'node:test';
import { labs } from './native.mjs';
import { accessible, silence, site, text, visit } from './visit.mjs';

site();
const LONG = { timeout: 900_000 };
const dist = new URL('../dist/', import.meta.url);

test('axe finds nothing wrong with any page, nor does anything run over its edge', LONG, async () => {
  const pages = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.html')).sort();
  assert.ok(pages.length > 10, `${pages}`);
  for (const path of pages) {
    const page = await visit(path, 360);
    await accessible(page, path);
    await page.close();
  }
});

test('every link of every page leads to a page, and to a place in it', LONG, async () => {
  const pages = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.html'));
  const page = await visit();
  const links = await page.evaluate(async (paths) => {
    const found = {};
    for (const path of paths) {
      const url = new URL(path, location.href);
      const parsed = new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html');
      found[url.pathname] = {
        ids: [...parsed.querySelectorAll('[id]')].map(({ id }) => id),
        links: [...parsed.querySelectorAll('a[href]')].map((a) => new URL(a.getAttribute('href'), url)).filter((to) => to.origin === location.origin).map(({ pathname, hash }) => [pathname, hash.slice(1)]),
      };
    }
    return found;
  }, pages);
  for (const [from, { links: own }] of Object.entries(links)) {
    for (const [path, id] of own) assert.ok(links[path] && (!id || links[path].ids.includes(id)), `${from} links to ${path}#${id}`);
  }
});

test('the search finds a heading and a word, and leads there', LONG, async () => {
  const page = await visit();
  await page.type('#words', 'bank conflict');
  await page.waitForSelector('#found a');
  assert.match(await text(page, '#count'), /^[1-9]\d* places?\.$/);
  await page.click('#found a');
  await page.waitForSelector('main h1');
  assert.match((await text(page, 'main')).toLowerCase(), /bank/);
});

test('every lab runs on the simulator and shows its report; a run can be stopped', LONG, async () => {
  for (const lab of await labs()) {
    const page = await visit(`${lab}/index.html`);
    await page.type('#size', '64');
    await page.click('#go');
    await page.waitForSelector(`#result article[data-lab="${lab}"]`);
    assert.match(await text(page, '#status'), /^\d+ kernels on /);
    assert.match(await text(page, '#result .badge'), /nothing was measured/);
    assert.equal(await page.$eval('#save', (save) => save.disabled), false);
    await accessible(page, lab);
    await page.$eval('#size', (size) => (size.value = ''));
    await page.click('#go');
    await page.waitForFunction(() => !document.getElementById('stop').disabled);
    await page.click('#stop');
    await page.waitForFunction(() => /cancelled/.test(document.getElementById('status').textContent));
    await page.close();
  }
});

silence();
