// Every page of the site, and a run of each lab, in headless Chromium.
import assert from 'node:assert/strict';
import test from 'node:test';
import { differing, labs, native } from './native.mjs';
import { accessible, address, fits, leave, pages, silence, site, text, visit } from './visit.mjs';

site();
const LONG = { timeout: 900_000 };
const SIZE = '64';

test('axe finds nothing wrong with any page, nor does anything run over its edge', LONG, async () => {
  const all = await pages();
  assert.ok(all.length > 10, `${all}`);
  const page = await visit();
  for (const path of all) {
    await page.goto(address + path);
    for (const [width, look] of [[360, fits], [390, accessible], [1280, accessible], [3840, fits]]) {
      await page.setViewport({ width, height: 900 });
      await look(page, `${path} at ${width} px`);
    }
  }
});

test('every link of every page leads to a page, and to a place in it', LONG, async () => {
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
  }, await pages());
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

test('every lab runs on the simulator and shows the report of `lockstep run`; a run can be stopped', LONG, async (t) => {
  for (const lab of await labs()) {
    const page = await visit(`${lab}/index.html`);
    await page.type('#size', SIZE);
    const began = Date.now();
    await page.click('#go');
    await page.waitForSelector(`#result article[data-lab="${lab}"]`);
    t.diagnostic(`${lab}: ${Math.round((Date.now() - began) / 1000)} s`);
    assert.match(await text(page, '#status'), /^\d+ kernels on /);
    assert.match(await text(page, '#result .badge'), /nothing was measured/);
    assert.equal(await page.$eval('#save', (save) => save.disabled), false);
    assert.deepEqual(await page.evaluate(differing, await native(lab, SIZE)), [], lab);
    // The sources are made alike: two of them are looked at.
    await page.$$eval('#result details.variant', (all) => all.forEach((one, at) => (at < 2 ? (one.open = true) : one.remove())));
    for (const width of [1280, 390]) {
      await page.setViewport({ width, height: 900 });
      await accessible(page, `${lab}'s report at ${width} px`);
    }
    await page.$eval('#size', (size) => (size.value = ''));
    await page.click('#go');
    await page.waitForFunction(() => !document.getElementById('stop').disabled);
    await page.click('#stop');
    await page.waitForFunction(() => /cancelled/.test(document.getElementById('status').textContent));
    await leave(page);
  }
});

test('without WebGPU a lab runs on the simulator alone, and says so', LONG, async () => {
  const [lab] = await labs();
  const page = await visit(`${lab}/index.html`);
  await page.waitForFunction(() => /no WebGPU: kernels run on the simulator alone/.test(document.getElementById('gpu').textContent));
  const places = await page.$$eval('#device option', (options) => options.map(({ value }) => value));
  assert.ok(places.length > 1 && places.every((place) => place.startsWith('sim:')), `${places}`);
  await leave(page);
});

test('from its second page on the site is isolated, on a host of plain files: several threads give the same report', LONG, async () => {
  const [lab] = await labs();
  const page = await visit();
  // However busy the machine is, the page waits for its threads.
  await page.evaluateOnNewDocument(() => {
    const own = setTimeout;
    globalThis.setTimeout = (done, after, ...rest) => own(done, 100 * after, ...rest);
  });
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${address}${lab}/index.html`);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await page.type('#size', SIZE);
  await page.click('#go');
  await page.waitForSelector(`#result article[data-lab="${lab}"]`);
  const several = await page.evaluate(() => navigator.hardwareConcurrency > 1);
  assert.match(await text(page, '#status'), several ? /, on \d+ threads\.$/ : /^\d+ kernels on [^,]+\.$/);
  assert.deepEqual(await page.evaluate(differing, await native(lab, SIZE)), []);
  await leave(page);
});

silence();
