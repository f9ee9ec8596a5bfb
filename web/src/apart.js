// A Web Worker as the supervisor in WebAssembly sees it: what it tells, one event after the other, until it ends.
import { Crew } from './crew.js';

export class Apart {
  /** The threads that the last one ran on. */
  static threads = 1;
  #crew;
  #told = [];
  #heard = () => {};

  constructor(request) {
    // An event; or that it broke off, which ends what it tells.
    const hear = ({ threads, event }) => (threads ? (Apart.threads = threads) : this.#hear(event));
    this.#crew = new Crew(hear, () => this.#hear(undefined));
    this.#crew.post({ request });
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
    this.#crew.end();
  }
}
