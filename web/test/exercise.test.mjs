// Exercises in headless Chromium: from the first page to a solved one.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { exercises, lockstep, solution, solutions, start } from './native.mjs';
import { accessible, silence, site, text, type, visit } from './visit.mjs';

site();
const LONG = { timeout: 900_000 };

const judged = (page, standing) => page.waitForFunction((wanted) => document.querySelector('#panel .standing')?.textContent.startsWith(wanted) && document.getElementById('status').textContent.startsWith('Judged'), {}, standing);

test('every exercise is open at its start and solved by its solution, typed', LONG, async () => {
  for (const at of await exercises()) {
    const page = await visit(`${at.lab}/${at.exercise}.html`);
    await judged(page, 'Not yet');
    await type(page, await solution(at));
    await judged(page, 'Solved');
    assert.equal(await page.$eval('#next', (next) => next.hidden), false);
    assert.ok((await page.$$eval('#panel [data-outcome=unmet]', (goals) => goals.length)) === 0);
    await page.close();
  }
});

test('a visitor goes from the first page to an exercise, sees what is wrong at its line, and comes back to it', LONG, async () => {
  const page = await visit('', 390);
  await page.click('a.button');
  await judged(page, 'Not yet');
  await page.waitForFunction(() => document.querySelectorAll('.cm-counters .cm-gutterElement span').length > 2);
  await type(page, 'fn main() {\n    let x = ;\n}\n');
  await page.waitForSelector('#panel [data-goal=compiles][data-outcome=unmet]');
  await page.waitForSelector('.cm-lint-marker-error');
  assert.match(await text(page, '#panel'), /Since the last try/);
  assert.equal(await page.$$eval('.hint[open]', (open) => open.length), 0);
  await page.click('.hint summary');
  await page.waitForFunction(() => localStorage.length > 0 && document.querySelectorAll('.hint[open]').length === 1);
  await page.reload();
  await page.waitForSelector('#panel [data-goal=compiles][data-outcome=unmet]');
  assert.match(await text(page, '.cm-content'), /let x = ;/);
  assert.equal(await page.$$eval('.hint[open]', (open) => open.length), 1);
  page.on('dialog', (dialog) => dialog.accept());
  await page.click('#reset');
  await judged(page, 'Not yet');
  assert.doesNotMatch(await text(page, '.cm-content'), /let x = ;/);
});

test('an endless kernel is ended, and the next one is judged', LONG, async () => {
  const [first] = await exercises();
  const page = await visit(`${first.lab}/${first.exercise}.html`);
  await judged(page, 'Not yet');
  const kernel = await start(first);
  const body = kernel.indexOf('{', kernel.indexOf('fn main')) + 1;
  await type(page, `${kernel.slice(0, body)} var ever = 0u; loop { ever = 1u; if (ever == 0u) { break; } } ${kernel.slice(body)}`);
  await page.waitForFunction(() => /did not end|silent/.test(document.getElementById('panel').textContent + document.getElementById('status').textContent));
  await type(page, await solution(first));
  await judged(page, 'Solved');
});

test('all work goes out as a zip that `lockstep grade` marks, and comes in again', LONG, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lockstep-web-'));
  const [first, second] = await exercises();
  const page = await visit(`${first.lab}/${first.exercise}.html`);
  await judged(page, 'Not yet');
  await type(page, await solution(first));
  await judged(page, 'Solved');
  await page.goto(new URL('../index.html', page.url()).href);
  const state = (at) => `[data-exercise="${at.lab}/${at.exercise}"]`;
  assert.equal(await text(page, state(first)), 'solved');
  const client = await page.createCDPSession();
  await client.send('Browser.setDownloadBehavior', { behavior: 'allow', browserContextId: page.browserContext().id, downloadPath: folder });
  await page.click('#out');
  await page.waitForFunction(() => /lockstep-work\.zip/.test(document.getElementById('told').textContent));
  const zip = join(folder, 'lockstep-work.zip');
  while (!(await readdir(folder)).includes('lockstep-work.zip')) await new Promise((done) => setTimeout(done, 50));
  const [handout, instructor, marks] = ['handout', 'instructor', 'marks'].map((name) => join(folder, name));
  lockstep(['assign', '--out', handout, '--instructor', instructor, '--seed', '7', '--solutions', solutions.pathname, `${first.lab}/${first.exercise}`, `${second.lab}/${second.exercise}`]);
  lockstep(['grade', '--single', '--format', 'json', '--out', marks, join(instructor, 'assignment.toml'), zip]);
  const graded = JSON.parse(await readFile(join(marks, 'marks', 'lockstep-work.json'), 'utf8'));
  const [mine, missing] = [first, second].map(({ lab, exercise }) => graded.exercises.find((mark) => mark.lab === lab && mark.name === exercise));
  assert.deepEqual([mine.points, missing.points], [mine.of, 0]);
  assert.ok(mine.of > 0, JSON.stringify(mine));
  const other = await visit();
  await (await other.$('#in')).uploadFile(zip);
  await other.waitForFunction(() => document.getElementById('told').textContent.startsWith('Taken in'));
  assert.equal(await text(other, state(first)), 'begun');
  await other.goto(new URL(`${first.lab}/${first.exercise}.html`, other.url()).href);
  await judged(other, 'Solved');
  const wrong = join(folder, 'wrong.zip');
  await writeFile(wrong, 'no zip');
  await other.goto(new URL('../index.html', other.url()).href);
  await (await other.$('#in')).uploadFile(wrong);
  await other.waitForFunction(() => /no zip that can be opened/.test(document.getElementById('told').textContent));
  await rm(folder, { recursive: true });
});

test('an exercise works offline after the first visit', LONG, async () => {
  const [first] = await exercises();
  const page = await visit(`${first.lab}/${first.exercise}.html`);
  await judged(page, 'Not yet');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.setOfflineMode(true);
  await page.reload();
  await judged(page, 'Not yet');
});

test('axe finds nothing wrong with an exercise, nor does anything run over its edge', LONG, async () => {
  const [first] = await exercises();
  for (const width of [360, 1280, 3840]) {
    const page = await visit(`${first.lab}/${first.exercise}.html`, width);
    await judged(page, 'Not yet');
    await page.$eval('#panel details.lines', (lines) => (lines.open = true));
    await accessible(page, `${width}`);
  }
});

silence();
