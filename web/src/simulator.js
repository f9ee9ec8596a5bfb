// Asks the worker, and begins it anew where it is silent for too long.
import { Crew } from './crew.js';

const SILENT_MS = 10_000;
// What comes over a slow line, or is made ready on a slow machine, says nothing of a kernel.
const LOADING_MS = 120_000;

export class Simulator {
  /** The threads that it ran on when it was last heard. */
  threads = 1;
  #crew = null;
  #waiting = new Map();
  #next = 0;
  #silent;
  #loading;

  constructor(silent = SILENT_MS, loading = LOADING_MS) {
    this.#silent = silent;
    this.#loading = loading;
  }

  /** The answer to a question, parsed; `hear` is told each step. Rejects with a sentence where there is none. */
  ask(question, hear = () => {}) {
    this.#crew ??= this.#begin();
    const id = (this.#next += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, hear, timer: this.#patience() });
      this.#crew.post({ id, question: JSON.stringify(question) });
    });
  }

  /** Ends what goes on. */
  end(why) {
    this.#crew?.end();
    this.#crew = null;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Error(why));
    }
    this.#waiting.clear();
  }

  /** Until the worker begins with a question. */
  #patience() {
    return setTimeout(() => this.end(`The simulator was not ready within ${this.#loading / 1000} seconds: reload the page.`), this.#loading);
  }

  #clock() {
    return setTimeout(() => this.end(`The kernel was silent for ${this.#silent / 1000} seconds, so it was ended.`), this.#silent);
  }

  #begin() {
    const hear = ({ id, threads, answer, event, broken }) => {
      this.threads = threads ?? this.threads;
      const asked = this.#waiting.get(id);
      if (!asked) return;
      clearTimeout(asked.timer);
      if (threads || event) {
        asked.timer = this.#clock();
        if (event) asked.hear(JSON.parse(event));
      } else if (broken) {
        // What broke off may have left its memory in any state.
        this.end(`The simulator broke off: ${broken}.`);
      } else {
        this.#waiting.delete(id);
        asked.resolve(JSON.parse(answer));
      }
    };
    return new Crew(hear, () => this.end('The simulator could not be loaded: reload the page.'));
  }
}
