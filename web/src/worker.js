// Beside the page: a question in JSON in, an answer in JSON out; or a lab's job in, and its events out. What never ends is ended
// with the worker, by the page.
import { ask, module, spread, work } from '../pkg/lockstep_web.js';
import { load } from './module.js';
import { THREADS } from './threads.js';

let came;
const threads = new Promise((resolve) => (came = resolve));

/** Resolves to the number of threads that there are: those that the page has, once they listen on this memory. */
async function begin() {
  const memory = await load();
  if (THREADS === 1) return 1;
  self.postMessage({ module: module(), memory });
  const number = await threads;
  return number > 1 && spread(number) ? number : 1;
}

const loaded = begin();
const tell = (id) => (event) => self.postMessage({ id, event });

async function answer({ id, question, request }) {
  try {
    self.postMessage({ id, threads: await loaded });
    if (request) await work(request, tell(id));
    else self.postMessage({ id, answer: await ask(question, tell(id)) });
  } catch (error) {
    self.postMessage({ id, broken: `${error}` });
  }
}

self.onmessage = ({ data }) => ('came' in data ? came(data.came) : answer(data));
