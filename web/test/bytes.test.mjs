// The module's answers are the native simulator's, byte for byte. `LOCKSTEP_REPLY` names the native example's command.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import test from 'node:test';
import { EXAMPLES } from '../src/examples.js';

const here = new URL('.', import.meta.url);
const module = await WebAssembly.compile(await readFile(new URL('../dist/lockstep.wasm', here)));

async function answer(question) {
  const { exports } = await WebAssembly.instantiate(module, {});
  const bytes = new TextEncoder().encode(question);
  const room = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const [length, place] = [exports.ask(), exports.answer()];
  return Buffer.from(exports.memory.buffer, place, length).toString();
}

const native = (question) => execFileSync(process.env.LOCKSTEP_REPLY, { input: question, maxBuffer: 1 << 28 }).toString();

test('examples, machines, wrong questions', { timeout: 300_000 }, async () => {
  const questions = EXAMPLES.flatMap(({ state }) => ['', 'rdna3', 'apple-m1'].map((machine) => JSON.stringify({ ...state, machine, run: true })));
  for (const question of [...questions, '{"source":"fn"}', 'nonsense']) {
    assert.equal(await answer(question), native(question), question);
  }
});

test('every kernel of the labs, on random values', { timeout: 300_000 }, async () => {
  const shaders = new URL('../../shaders/', here);
  const files = (await readdir(shaders, { recursive: true })).filter((file) => file.endsWith('.wgsl')).sort();
  assert.ok(files.length > 20, `${files}`);
  for (const file of files) {
    const source = await readFile(new URL(file, shaders), 'utf8');
    const { bindings } = JSON.parse(await answer(JSON.stringify({ source })));
    const buffers = bindings.map(({ group, binding, space }) => ({ group, binding, fill: space === 'uniform' ? { values: Array(8).fill(16) } : { random: 4096 } }));
    const question = JSON.stringify({ source, run: true, workgroups: [2, 2, 1], buffers });
    assert.equal(await answer(question), native(question), file);
  }
});
