// The worker is ended and begun anew where it is silent.
import assert from 'node:assert/strict';
import { Duplex } from 'node:stream';
import test from 'node:test';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';
import { Simulator } from '../src/simulator.js';
import { pack, unpack } from '../src/link.js';

class Fake {
  static all = [];
  constructor() {
    Fake.all.push(this);
  }
  postMessage({ id, question }) {
    if (question.includes('far away')) return;
    queueMicrotask(() => {
      this.onmessage({ data: { id, threads: 1 } });
      if (!question.includes('endless')) this.onmessage({ data: { id, answer: '{"said":1}' } });
    });
  }
  terminate() {
    this.ended = true;
  }
}

test('a silent worker is ended, what was asked of it is told so, and the next question has a new one', async () => {
  globalThis.Worker = Fake;
  const simulator = new Simulator(20, 60_000);
  await assert.rejects(simulator.ask({ source: 'endless' }), /silent for 0.02 seconds/);
  assert.ok(Fake.all[0].ended);
  assert.deepEqual(await simulator.ask({ source: 'quick' }), { said: 1 });
  assert.equal(Fake.all.length, 2);
});

test('a worker that is not ready yet is waited for, and told as what it is', async () => {
  globalThis.Worker = Fake;
  const simulator = new Simulator(1, 40);
  await assert.rejects(simulator.ask({ source: 'far away' }), /not ready within 0.04 seconds: reload the page/);
});

test('a link carries everything, and a wrong one is no error', async () => {
  // As browsers have them: the Node of Debian 12 knows no `deflate-raw`.
  globalThis.CompressionStream = function () { return Duplex.toWeb(createDeflateRaw()); };
  globalThis.DecompressionStream = function () { return Duplex.toWeb(createInflateRaw()); };
  const state = { source: 'fn main() { /* ä ≤ 文 */ }', workgroups: [1, 2, 3], buffers: [{ group: 0, binding: 1, fill: { values: [1.5] } }] };
  const text = await pack(state);
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(await unpack(text), state);
  assert.equal(await unpack('not a link'), null);
});
