// A thread of WebAssembly: a worker on the memory of another one.
import init, { thread } from '../pkg/lockstep_web.js';

self.onmessage = async ({ data: { module, memory } }) => {
  const listens = await init({ module_or_path: module, memory }).then(() => true, () => false);
  self.postMessage(listens);
  if (listens) thread();
};
