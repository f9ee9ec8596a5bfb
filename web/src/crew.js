// The worker and its threads, as one. The page starts them all: a worker of Firefox's that starts another waits until the page has
// registered it, and where something watches workers (developer tools, a driver) that word may be lost.
import { THREADS } from './threads.js';

/** A thread that has not come by then is done without. */
const LATE_MS = 5_000;

const begin = (script) => new Worker(new URL(script, import.meta.url), { type: 'module' });

/** Resolves to whether the thread listens. */
function comes(thread, shared) {
  return new Promise((resolve) => {
    setTimeout(resolve, LATE_MS, false);
    thread.onmessage = ({ data }) => resolve(data);
    thread.onerror = () => resolve(false);
    thread.postMessage(shared);
  });
}

export class Crew {
  #worker = begin('worker.js');
  #threads = Array.from({ length: THREADS > 1 ? THREADS : 0 }, () => begin('thread.js'));

  /** `hear` is told what the worker says; `broke`, that there is none. */
  constructor(hear, broke) {
    this.#worker.onmessage = ({ data }) => (data.memory ? this.#spread(data) : hear(data));
    this.#worker.onerror = broke;
  }

  async #spread(shared) {
    const came = await Promise.all(this.#threads.map((thread) => comes(thread, shared)));
    this.#worker.postMessage({ came: came.filter(Boolean).length });
  }

  post(message) {
    this.#worker.postMessage(message);
  }

  end() {
    for (const one of [this.#worker, ...this.#threads]) one.terminate();
  }
}
