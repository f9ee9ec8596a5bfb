// Beside the page: a question in JSON in, an answer in JSON out; or a lab's job in, and its events out. What never ends is ended
// with the worker, by the page.
import init, { ask, work } from '../pkg/lockstep_web.js';

const loaded = init({ module_or_path: fetch(new URL('lockstep.wasm', import.meta.url)) });
const tell = (id) => (event) => self.postMessage({ id, event });

self.onmessage = async ({ data: { id, question, request } }) => {
  try {
    await loaded;
    if (request) await work(request, tell(id));
    else self.postMessage({ id, answer: await ask(question, tell(id)) });
  } catch (error) {
    self.postMessage({ id, broken: `${error}` });
  }
};
