// Runs a WebGPU conformance suite's compute tests with `lockstep exec` as the device. See README.md.

import { fork } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { Summary } from './summary.mjs';

const HERE = import.meta.dirname;

const { values: options, positionals: queries } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: 'string' },
    lockstep: { type: 'string', default: resolve(HERE, '../../../target/release/lockstep') },
    device: { type: 'string', default: 'sim' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    // One case in N of each test.
    every: { type: 'string', default: '1' },
    // Seconds for one dispatch; a case has many.
    timeout: { type: 'string', default: '60' },
    flag: { type: 'string', multiple: true, default: ['--threads=1'] },
    log: { type: 'string' },
    // A folder for every kernel that ran, its buffers and its command line.
    keep: { type: 'string' },
    'as-is': { type: 'boolean', default: false },
  },
});
if (!options.suite) {
  console.error('usage: node run.mjs --suite FOLDER [--lockstep COMMAND] [--jobs N] [--every N] [--log FILE] [QUERY...]');
  process.exit(2);
}

/** Nothing of these runs on buffers alone. */
const OUT = /,(texture[A-Z]\w*|dpd[xy]\w*|fwidth\w*|texture_utils|discard|fragment_builtins|vertex_builtins|user_io|robust_access_vertex|stage|texture_intra_invocation_coherence):/;
const CASE_LIMIT_S = 3600;

/** Every case as {query of its test, its name}. */
async function list(query) {
  const suite = (path) => import(resolve(options.suite, path));
  const { DefaultTestFileLoader } = await suite('common/internal/file_loader.js');
  const { parseQuery } = await suite('common/internal/query/parseQuery.js');
  const tests = new Map();
  for (const { query: found } of await new DefaultTestFileLoader().loadCases(parseQuery(query))) {
    const name = found.toString();
    if (OUT.test(name)) continue;
    const [head, file, test] = name.split(':');
    const key = `${head}:${file}:${test}:*`;
    tests.set(key, [...(tests.get(key) ?? []), name]);
  }
  return [...tests].flatMap(([test, names]) =>
    names.filter((_, index) => index % options.every === 0).map((name) => ({ query: test, name })));
}

/** One process of the suite, started anew where it ends or takes too long. */
class Worker {
  #start() {
    const settings = {
      suite: resolve(options.suite),
      command: resolve(options.lockstep),
      device: options.device,
      flags: options.flag,
      timeout: Number(options.timeout),
      keep: options.keep && resolve(options.keep),
      adapt: !options['as-is'],
    };
    this.process = fork(resolve(HERE, 'worker.mjs'), [JSON.stringify(settings)]);
    return new Promise((ready, failed) => {
      this.process.once('message', ready);
      this.process.once('exit', (status) => failed(new Error(`the suite did not load: ${status}`)));
    });
  }

  async run({ query, name }) {
    if (!this.process?.connected) await this.#start();
    const child = this.process;
    return new Promise((done) => {
      const end = (kind, message) => {
        clearTimeout(clock);
        // Its last words must not end the process that follows it.
        child.removeAllListeners().kill('SIGKILL');
        this.process = undefined;
        done({ runs: 0, subcases: [{ label: '', kind, messages: [message], findings: [] }] });
      };
      const clock = setTimeout(() => end('timeout', `the case took over ${CASE_LIMIT_S} s`), 1000 * CASE_LIMIT_S);
      child.removeAllListeners('message').removeAllListeners('exit');
      child.once('exit', (status) => end('crash', `the suite's process ended with ${status}`));
      child.once('message', (result) => { clearTimeout(clock); done(result); });
      child.send({ query, name });
    });
  }

  stop() {
    this.process?.removeAllListeners('exit').disconnect();
  }
}

const cases = [];
for (const query of queries.length ? queries : ['webgpu:shader,execution,*']) cases.push(...(await list(query)));
console.error(`${cases.length} cases`);
const summary = new Summary(readFileSync(resolve(HERE, 'expected.txt'), 'utf8'));
const log = options.log && createWriteStream(options.log);
// A test's cases share what the suite computes for them, so a worker takes some of one test at a time.
const CHUNK = 16;
const chunks = [];
for (const one of cases) {
  const last = chunks.at(-1);
  if (last && last.length < CHUNK && last[0].query === one.query) last.push(one);
  else chunks.push([one]);
}
let begun = 0;
await Promise.all(Array.from({ length: Number(options.jobs) }, async () => {
  const worker = new Worker();
  while (begun < chunks.length) {
    for (const one of chunks[begun++]) {
      const { subcases, runs } = await worker.run(one);
      const kind = summary.add(one.name, subcases, runs);
      log?.write(`${JSON.stringify({ name: one.name, kind, runs, subcases: subcases.filter((sub) => sub.kind !== 'pass' || sub.findings.length) })}\n`);
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${begun} of ${chunks.length}`);
  }
  worker.stop();
}));
console.log(summary.text());
log?.end();
process.exitCode = summary.unexpected.length === 0 ? 0 : 1;
