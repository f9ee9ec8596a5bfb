// The player's arithmetic, on a trace made by hand: four lanes leave a loop one after the other.
import assert from 'node:assert/strict';
import test from 'node:test';
import '../player/player.js';

const { lanesOf, ranges, courseOf, laneStates, valuesAt, targetsOf, stepWords } = globalThis.LockstepPlayer;

const trace = {
  width: 4,
  sector_bytes: 32,
  banks: 4,
  bank_bytes: 4,
  subgroups: ['f', '3'],
  variables: [{ name: 'sum', line: 4 }],
  steps: [
    { subgroup: 0, line: 5, lanes: 'f', values: [{ variable: 0, values: [10] }] },
    { subgroup: 1, line: 5, lanes: '3' },
    { subgroup: 0, line: 6, lanes: 'c', change: 'parts', waiting: [{ lanes: '1', line: 5 }], values: [{ variable: 0, values: [11, 13] }] },
    { subgroup: 0, line: 8, lanes: 'd', change: 'meets', requests: [{ name: 'a', does: 'reads', memory: 'storage', bytes: 4, lanes: 'd', addresses: [0, 64, 92], cost: 2, ideal: 1 }] },
  ],
};

test('a set of lanes is a number in hexadecimal digits', () => {
  assert.deepEqual(lanesOf('d'), [0, 2, 3]);
  assert.deepEqual(lanesOf('80000000000000000000000000000001'), [0, 127]);
  assert.equal(ranges([0, 1, 2, 5, 7, 8]), '0 to 2, 5 and 7 to 8');
});

test('a subgroup has its own course, whose events are divergence and requests that cost too much', () => {
  assert.deepEqual(courseOf(trace, 0).map((step) => [step.at, step.event]), [[0, false], [2, true], [3, true]]);
});

test('a lane is active, waits, has returned or was never launched', () => {
  const step = courseOf(trace, 0)[1];
  assert.deepEqual(laneStates(step, lanesOf('7'), 4), [
    { lane: 0, state: 'waits', line: 5 }, { lane: 1, state: 'returned' }, { lane: 2, state: 'active' }, { lane: 3, state: 'active' },
  ]);
  assert.equal(laneStates(courseOf(trace, 1)[0], lanesOf('3'), 4)[3].state, 'none');
});

test('a lane keeps its value until it gets another', () => {
  const held = valuesAt(courseOf(trace, 0), 1, 4).get(0);
  assert.deepEqual(held.map((cell) => cell.value), [10, 10, 11, 13]);
  assert.deepEqual(held.map((cell) => cell.fresh), [false, false, true, true]);
});

test('a request touches the sectors that its lanes name', () => {
  const targets = targetsOf(courseOf(trace, 0)[2].requests[0], trace);
  assert.deepEqual(targets.map(({ lane, units }) => [lane, units]), [[0, [0]], [2, [2]], [3, [2]]]);
});

test('every picture is in words too', () => {
  const course = courseOf(trace, 0);
  assert.equal(
    stepWords(course[1], 1, course, trace, [0, 1, 2, 3]),
    'Step 2 of 3, line 6. Lanes part here. 2 of 4 lanes are active: 2 to 3. Lane 0 waits for the others, at what begins on line 5.',
  );
  assert.match(stepWords(course[2], 2, course, trace, [0, 1, 2, 3]), /The lanes read a, 4 bytes each: 2 sectors of 32 bytes where 1 could hold the data\.$/);
});
