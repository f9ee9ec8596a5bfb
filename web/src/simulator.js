// Asks the worker, and begins it anew where it is silent for too long.
const SILENT_MS = 10_000;

export class Simulator {
  #worker = null;
  #waiting = new Map();
  #next = 0;

  /** The answer to a question, parsed. Rejects with a sentence where there is none. */
  ask(question) {
    this.#worker ??= this.#begin();
    const id = (this.#next += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end('The kernel did not end within 10 seconds, so it was ended.'), SILENT_MS);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker.postMessage({ id, question: JSON.stringify(question) });
    });
  }

  #begin() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data: { id, answer, broken } }) => {
      const asked = this.#waiting.get(id);
      if (!asked) return;
      this.#waiting.delete(id);
      clearTimeout(asked.timer);
      if (broken) asked.reject(new Error(`The simulator broke off: ${broken}.`));
      else asked.resolve(JSON.parse(answer));
    };
    worker.onerror = () => this.#end('The simulator could not be loaded: reload the page.');
    return worker;
  }

  #end(why) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Error(why));
    }
    this.#waiting.clear();
  }
}
