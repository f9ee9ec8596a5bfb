// The worker is ended and begun anew where it is silent.
import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { Simulator } from '../src/simulator.js';
import { pack, unpack } from '../src/link.js';

class Fake {
  static all = [];
  constructor() {
    Fake.all.push(this);
  }
  postMessage({ id, question }) {
    if (!question.includes('endless')) queueMicrotask(() => this.onmessage({ data: { id, answer: '{"said":1}' } }));
  }
  terminate() {
    this.ended = true;
  }
}

test('a silent worker is ended, what was asked of it is told so, and the next question has a new one', async () => {
  globalThis.Worker = Fake;
  mock.timers.enable({ apis: ['setTimeout'] });
  const simulator = new Simulator();
  const lost = simulator.ask({ source: 'endless' });
  mock.timers.tick(10_000);
  await assert.rejects(lost, /silent for 10 seconds/);
  assert.ok(Fake.all[0].ended);
  assert.deepEqual(await simulator.ask({ source: 'quick' }), { said: 1 });
  assert.equal(Fake.all.length, 2);
  mock.timers.reset();
});

test('a link carries everything, and a wrong one is no error', async () => {
  const state = { source: 'fn main() { /* ä ≤ 文 */ }', workgroups: [1, 2, 3], buffers: [{ group: 0, binding: 1, fill: { values: [1.5] } }] };
  const text = await pack(state);
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(await unpack(text), state);
  assert.equal(await unpack('not a link'), null);
});
