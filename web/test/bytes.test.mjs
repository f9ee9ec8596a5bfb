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

/** Zeros, the smallest and the largest, halves of a last place, infinities, NaN. */
const SPECIAL = [
  0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x00800000, 0x80800000, 0x33800000, 0xb3800000, 0x3f7fffff,
  0x3f800000, 0xbf800001, 0x3f800001, 0x4b800000, 0x4b800001, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
];
const FMA = `@group(0) @binding(0) var<storage, read> special: array<u32>;
@group(0) @binding(1) var<storage, read_write> told: array<u32>;
var<private> state: u32;
fn next() -> u32 {
    state = state * 1664525u + 1013904223u;
    return state ^ (state >> 15u);
}
fn tell(hash: u32, a: u32, b: u32, c: u32) -> u32 {
    return (hash ^ bitcast<u32>(fma(bitcast<f32>(a), bitcast<f32>(b), bitcast<f32>(c)))) * 16777619u;
}
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
    let n = arrayLength(&special);
    state = i * 7919u + 1u;
    var hash = 2166136261u;
    for (var at = 0u; at < n * n; at++) {
        hash = tell(hash, special[i % n], special[at / n], special[at % n]);
    }
    for (var k = 0u; k < 2000u; k++) {
        let a = next();
        let b = next();
        hash = tell(hash, a, b, next());
        // As large as the product and of the other sign, give or take: what is lost is seen.
        let near = bitcast<u32>(-(bitcast<f32>(a) * bitcast<f32>(b))) ^ (next() & 3u);
        hash = tell(hash, a, b, near);
        hash = tell(hash, a, b, near - ((next() % 20u + 10u) << 23u));
    }
    told[i] = hash;
}
`;

test('`fma`, for which WebAssembly has no instruction', LONG, async () => {
  const buffers = [{ group: 0, binding: 0, fill: { values: SPECIAL } }, { group: 0, binding: 1, fill: { zeros: 32 } }];
  const [told] = await same([JSON.stringify({ kernel: { source: FMA, run: true, buffers } })]);
  const [output] = JSON.parse(told).run.outputs;
  assert.equal(new Set(output.values).size, 32, `${output.values}`);
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
