// Runs the cases that it is sent, one after the other, and sends back how each ended.

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Lockstep } from './exec.mjs';
import { Recorder } from './recorder.mjs';
import { createGPU } from './webgpu.mjs';

const options = JSON.parse(process.argv[2]);
const suite = (path) => import(resolve(options.suite, path));
const findings = [];

const [{ setGPUProvider }, { globalTestConfig }, { dataCache }, { DefaultTestFileLoader }, { parseQuery }] =
  await Promise.all([
    suite('common/util/navigator_gpu.js'),
    suite('common/framework/test_config.js'),
    suite('common/framework/data_cache.js'),
    suite('common/internal/file_loader.js'),
    suite('common/internal/query/parseQuery.js'),
  ]);
const { SkipTestCase } = await suite('common/framework/fixture.js');
const { getDefaultLimits } = await suite('webgpu/capability_info.js');

const limits = Object.fromEntries(Object.entries(getDefaultLimits('core')).map(([name, of]) => [name, of.default]));
const lockstep = new Lockstep(options);
setGPUProvider(() => createGPU(lockstep, limits, findings));
globalTestConfig.maxSubcasesInFlight = 1;
// Expected values that the suite computed beforehand; without a file of them it computes them anew.
dataCache.setStore({ load: (path) => readFile(join(options.suite, 'resources/cache', path)) });

const loader = new DefaultTestFileLoader();
let loaded = { query: undefined, cases: new Map() };

/** The cases of a test, by name. */
async function casesOf(query) {
  if (loaded.query !== query) {
    const cases = await loader.loadCases(parseQuery(query));
    loaded = { query, cases: new Map(Array.from(cases, (one) => [one.query.toString(), one])) };
  }
  return loaded.cases;
}

process.on('message', async ({ query, name }) => {
  const testcase = (await casesOf(query)).get(name);
  const recorder = new Recorder(SkipTestCase, findings);
  const runs = lockstep.runs;
  await testcase.run(recorder, []);
  process.send({ subcases: recorder.subcases, runs: lockstep.runs - runs });
});
process.send({ ready: true });
