// The module's answers are the native program's, byte for byte.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { EXAMPLES } from '../src/examples.js';
import { exercises, labs, lockstep, module, replies, shaders, solution, start } from './native.mjs';

const LONG = { timeout: 900_000 };
const SMALL = 64;
const answer = await module();

async function same(questions) {
  const native = replies(questions);
  assert.equal(native.length, questions.length);
  for (const [at, question] of questions.entries()) assert.equal(await answer(question), native[at], question.slice(0, 300));
  return native;
}

test('examples, machines, wrong questions', LONG, async () => {
  const machines = ['', 'rdna3', 'apple-m1'];
  const questions = EXAMPLES.flatMap(({ state }) => machines.map((machine) => JSON.stringify({ kernel: { ...state, machine, run: true } })));
  await same([...questions, '{"kernel":{"source":"fn"}}', 'nonsense', '{"lab":{"lab":"none","device":"sim"}}']);
});

test('every kernel of the labs, on random values', LONG, async () => {
  const files = (await readdir(shaders, { recursive: true })).filter((file) => file.endsWith('.wgsl')).sort();
  assert.ok(files.length > 20, `${files}`);
  const questions = [];
  for (const file of files) {
    const source = await readFile(new URL(file, shaders), 'utf8');
    const { bindings } = JSON.parse(await answer(JSON.stringify({ kernel: { source } })));
    const buffers = bindings.map(({ group, binding, space }) => ({ group, binding, fill: space === 'uniform' ? { values: Array(8).fill(16) } : { random: 4096 } }));
    questions.push(JSON.stringify({ kernel: { source, run: true, workgroups: [2, 2, 1], buffers } }));
  }
  await same(questions);
});

test('every exercise, its start, its solution and what does not compile: marked as `lockstep try` marks it', LONG, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lockstep-web-'));
  for (const at of await exercises()) {
    const { lab, exercise } = at;
    const texts = [await start(at), await solution(at), 'fn main() { let x = ; }'];
    const told = await same(texts.map((text) => JSON.stringify({ attempt: { lab, exercise, text } })));
    await mkdir(join(folder, 'shaders', lab), { recursive: true });
    for (const [which, text] of texts.entries()) {
      await writeFile(join(folder, 'shaders', lab, `${exercise}.wgsl`), text);
      let native;
      try {
        native = lockstep(['try', `${lab}/${exercise}`, '--device', 'sim', '--json', '-'], { cwd: folder });
      } catch (error) {
        native = error.stdout.toString();
      }
      const { judgement, solved } = JSON.parse(told[which]);
      assert.deepEqual(judgement, JSON.parse(native), `${lab}/${exercise}, ${which}`);
      assert.equal(solved, which === 1, `${lab}/${exercise}, ${which}`);
    }
  }
  await rm(folder, { recursive: true });
});

test('every lab: the report and the page of `lockstep run`', LONG, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lockstep-web-'));
  for (const lab of await labs()) {
    const [told] = await same([JSON.stringify({ lab: { lab, device: 'sim', size: SMALL } })]);
    const { report, page } = JSON.parse(told);
    const html = join(folder, `${lab}.html`);
    const native = lockstep(['run', lab, '--device', 'sim', '--size', `${SMALL}`, '--quiet', '--json', '-', '--html', html], { cwd: folder });
    assert.deepEqual(report, JSON.parse(native), lab);
    assert.equal(page, await readFile(html, 'utf8'), lab);
  }
  await rm(folder, { recursive: true });
});
