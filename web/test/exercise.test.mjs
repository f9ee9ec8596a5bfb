// Exercises in headless Chromium: from the first page to a solved one.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { exercises, lockstep, solution, solutions, start } from './native.mjs';
import { accessible, address, leave, silence, site, text, type, visit } from './visit.mjs';

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
    await leave(page);
  }
});

test('how soon the first exercise is judged after a cold load, and a pause', LONG, async (t) => {
  const [first] = await exercises();
  const page = await visit(`${first.lab}/${first.exercise}.html`);
  await judged(page, 'Not yet');
  const cold = await page.evaluate(() => performance.getEntriesByName('judged')[0].startTime);
  const pauses = [];
  const [begun, solved] = [await start(first), await solution(first)];
  for (const [at, [kernel, standing]] of [[solved, 'Solved'], [begun, 'Not yet'], [solved, 'Solved']].entries()) {
    // What was judged before is known.
    await type(page, `${kernel}// ${at}\n`);
    await judged(page, standing);
    pauses.push(Number((await text(page, '#status')).match(/(\d+) ms/)[1]));
  }
  t.diagnostic(`judged ${Math.round(cold)} ms after the page was asked for; after a pause within ${pauses.join(', ')} ms`);
});

test('an exercise shows the lanes of the kernel as it stands, of the workgroup that is asked for', LONG, async () => {
  for (const at of await exercises()) {
    const page = await visit(`${at.lab}/${at.exercise}.html`);
    await judged(page, 'Not yet');
    await page.click('#watch button');
    await page.waitForSelector('#player .player');
    const kernel = await start(at);
    assert.equal(await page.$eval('#player .code', (code) => code.children.length), kernel.trimEnd().split('\n').length, `${at.lab}/${at.exercise}`);
    assert.ok((await page.$$eval('#player .lanes .active', (lanes) => lanes.length)) > 0);
    await leave(page);
  }
  const [first] = await exercises();
  const page = await visit(`${first.lab}/${first.exercise}.html`);
  await judged(page, 'Not yet');
  const told = () => page.waitForFunction(() => document.getElementById('watched').textContent !== 'One moment...');
  const ask = async (workgroup) => {
    await page.$eval('#workgroup', (field, value) => (field.value = value), workgroup);
    await page.click('#watch button');
    await told();
  };
  await ask('1');
  assert.match(await text(page, '#player .player > .small'), /^Workgroup \(1, 0, 0\)/);
  for (const width of [1280, 390]) {
    await page.setViewport({ width, height: 900 });
    await accessible(page, `the lanes at ${width} px`);
  }
  await ask('4000000, 0, 0');
  assert.match(await text(page, '#watched'), /no workgroup \(4000000, 0, 0\)/);
  await ask('one');
  assert.match(await text(page, '#watched'), /names no workgroup/);
  await type(page, 'fn main() {');
  await ask('0');
  assert.match(await text(page, '#watched'), /does not compile/);
});

test('a course\'s link is taken in: its exercises are listed, its kernel is begun with, and work that is there stays', LONG, async () => {
  const [first, second] = await exercises();
  const name = ({ lab, exercise }) => `${lab}/${exercise}`;
  const teacher = await visit(`${name(first)}.html`);
  await judged(teacher, 'Not yet');
  const mine = `// Of the course.\n${await start(first)}`;
  await type(teacher, mine);
  await judged(teacher, 'Not yet');
  await teacher.goto(`${address}index.html`);
  await teacher.click('[aria-labelledby=work] details summary');
  await teacher.type('#title', 'Week 3');
  for (const at of [first, second]) await teacher.click(`.ticked[value="${name(at)}"]`);
  await teacher.click('#own');
  await teacher.click('#link');
  await teacher.waitForSelector('#told a');
  const hash = (page, place) => page.$eval(`${place} a`, (link) => link.hash);
  const linked = await hash(teacher, '#told');
  const student = await visit(`index.html${linked}`);
  await student.waitForSelector('#course:not([hidden]) a');
  assert.equal(await text(student, '#course-title'), 'Your course: Week 3');
  assert.deepEqual(await student.$$eval('#course-exercises a', (links) => links.map((link) => link.getAttribute('href'))), [first, second].map((at) => `${name(at)}.html`));
  await accessible(student, 'a course');
  await student.click('#course-exercises a');
  await judged(student, 'Not yet');
  assert.match(await text(student, '.cm-content'), /Of the course/);
  assert.match(await text(student, '#course'), /the link of Week 3 brought/);
  await type(student, await solution(first));
  await judged(student, 'Solved');
  await student.goto('about:blank');
  await student.goto(`${address}${name(first)}.html${linked}`);
  await judged(student, 'Solved');
  assert.match(await text(student, '#course'), /this is yours: Reset/);
  await student.click('#share');
  await student.waitForSelector('#status a');
  const other = await visit(`${name(first)}.html${await hash(student, '#status')}`);
  await judged(other, 'Solved');
  const stranger = await visit(`${name(first)}.html#no-link-of-ours`);
  await judged(stranger, 'Not yet');
  assert.equal(await text(stranger, '#course'), '');
});

test('an exercise says above the editor what is to be done, in the words of its start', LONG, async () => {
  for (const at of await exercises()) {
    const page = await visit(`${at.lab}/${at.exercise}.html`);
    const opening = (await start(at)).split('\n//\n')[0].replaceAll(/^\/\/ /gm, '').replaceAll('\n', ' ').replaceAll('`', '');
    assert.ok(opening.length > 40 && (await text(page, '[aria-labelledby=task]')).includes(opening), `${at.lab}/${at.exercise}: ${opening}`);
    const above = () => document.getElementById('task').compareDocumentPosition(document.getElementById('editor')) & Node.DOCUMENT_POSITION_FOLLOWING;
    assert.ok(await page.evaluate(above));
    await leave(page);
  }
});

test('where no divergence or conflict follows, the player says so, each time that it is asked', LONG, async () => {
  const [first] = await exercises();
  const page = await visit(`${first.lab}/${first.exercise}.html`);
  await judged(page, 'Not yet');
  await type(page, await solution(first));
  await judged(page, 'Solved');
  await page.click('#watch button');
  await page.waitForSelector('#player .player');
  const notice = () => page.$eval('#player [role=status]', (notice) => notice.textContent);
  assert.equal(await notice(), '');
  await page.click('[data-act=event]');
  const said = await notice();
  assert.match(said, /^There is no divergence or conflict in this subgroup's course/);
  await page.click('[data-act=event]');
  assert.notEqual(await notice(), said);
  assert.equal((await notice()).trim(), said);
  await page.click('[data-act=forward]');
  assert.equal(await notice(), '');
});

test('a table that goes on beyond its edge has a shadow there', LONG, async () => {
  const [first] = await exercises();
  const page = await visit(`${first.lab}/${first.exercise}.html`, 390);
  await judged(page, 'Not yet');
  await page.click('details.lines summary');
  const edge = await page.$eval('details.lines .scroll', (place) => {
    const { backgroundImage, backgroundAttachment } = getComputedStyle(place);
    return { over: place.scrollWidth > place.clientWidth, shadows: backgroundImage.split('linear-gradient').length - 1, backgroundAttachment };
  });
  assert.deepEqual([edge.over, edge.shadows], [true, 4]);
  assert.match(edge.backgroundAttachment, /^local, local, scroll, scroll/);
});

test('a visitor goes from the first page to an exercise, sees what is wrong at its line, and comes back to it', LONG, async () => {
  const page = await visit('', 390);
  await page.click('a.button');
  await judged(page, 'Not yet');
  await page.waitForFunction(() => document.querySelectorAll('.cm-counters .cm-gutterElement span').length > 2);
  await type(page, 'fn main() {\n    let x = ;\n}\n');
  await page.waitForSelector('#panel [data-goal=compiles][data-outcome=unmet]');
  await page.waitForSelector('.cm-lint-marker-error');
  const panel = await text(page, '#panel');
  assert.match(panel, /Since the last try that compiled.*no longer met.*could not be judged, because it does not compile/s);
  assert.doesNotMatch(panel, /every element right[^:]*: no longer met/);
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
  // What is there is replaced only where that is wanted.
  const own = '// Mine.\n';
  await type(other, own);
  await other.waitForSelector('#panel [data-goal=compiles][data-outcome=unmet]');
  await other.goto(new URL('../index.html', other.url()).href);
  for (const [wanted, stays] of [[false, true], [true, false]]) {
    other.once('dialog', (dialog) => (wanted ? dialog.accept() : dialog.dismiss()));
    await (await other.$('#in')).uploadFile(zip);
    await other.waitForFunction((begins) => document.getElementById('told').textContent.startsWith(begins), {}, stays ? 'Yours stay' : 'Taken in');
    const text = await other.evaluate((name) => JSON.parse(localStorage.getItem(`lockstep/attempt/${name}`)).text, `${first.lab}/${first.exercise}`);
    assert.equal(text === own, stays);
  }
  const wrong = join(folder, 'wrong.zip');
  await writeFile(wrong, 'no zip');
  await other.goto(new URL('../index.html', other.url()).href);
  await (await other.$('#in')).uploadFile(wrong);
  await other.waitForFunction(() => /neither a zip that can be opened/.test(document.getElementById('told').textContent));
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
  for (const width of [360, 390, 1280, 3840]) {
    const page = await visit(`${first.lab}/${first.exercise}.html`, width);
    await judged(page, 'Not yet');
    await page.$eval('#panel details.lines', (lines) => (lines.open = true));
    await accessible(page, `${width}`);
    // No line of the kernel is cut, and the margin leaves it its place.
    const [cut, share] = await page.$eval('#editor .cm-scroller', (editor) => [editor.scrollWidth - editor.clientWidth, editor.querySelector('.cm-content').clientWidth / editor.clientWidth]);
    assert.ok(cut <= 0 && share > 0.5, `${width}: ${cut}, ${share}`);
  }
});

silence();
