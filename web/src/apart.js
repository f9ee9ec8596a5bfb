// A Web Worker as the supervisor in WebAssembly sees it: what it tells, one event after the other, until it ends.
export class Apart {
  /** The threads that the last one ran on. */
  static threads = 1;
  #worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  #told = [];
  #heard = () => {};

  constructor(request) {
    // An event; or that it broke off, which ends what it tells.
    this.#worker.onmessage = ({ data: { threads, event } }) => (threads ? (Apart.threads = threads) : this.#hear(event));
    this.#worker.onerror = () => this.#hear(undefined);
    this.#worker.postMessage({ request });
  }

  #hear(event) {
    this.#told.push(event);
    this.#heard();
  }

  /** The next event; `null` where none comes within `patience` milliseconds, `undefined` once it has ended. */
  async next(patience) {
    if (!this.#told.length) {
      await new Promise((done) => {
        const timer = setTimeout(done, patience);
        this.#heard = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
    return this.#told.length ? this.#told.shift() : null;
  }

  end() {
    this.#worker.terminate();
  }
}
