// Beside the page: a question in JSON in, an answer in JSON out; or a lab's job in, and its events out. What never ends is ended
// with the worker, by the page.
import { ask, module, spread, work } from '../pkg/lockstep_web.js';
import { load } from './module.js';
import { THREADS } from './threads.js';

/** Held here: a browser may clear away a worker that nobody holds. */
const threads = [];

/** Starts a thread on `memory`; resolves once it listens. */
function start(memory) {
  const worker = new Worker(new URL('thread.js', import.meta.url), { type: 'module' });
  threads.push(worker);
  return new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = reject;
    worker.postMessage({ module: module(), memory });
  });
}

/** Resolves to the number of threads that there are. */
async function begin() {
  const memory = await load();
  if (THREADS === 1) return 1;
  // Where some cannot be had, one does it all.
  const started = Promise.all(Array.from({ length: THREADS }, () => start(memory)));
  return started.then(() => (spread(THREADS) ? THREADS : 1), () => 1);
}

const loaded = begin();
const tell = (id) => (event) => self.postMessage({ id, event });

self.onmessage = async ({ data: { id, question, request } }) => {
  try {
    self.postMessage({ id, threads: await loaded });
    if (request) await work(request, tell(id));
    else self.postMessage({ id, answer: await ask(question, tell(id)) });
  } catch (error) {
    self.postMessage({ id, broken: `${error}` });
  }
};
