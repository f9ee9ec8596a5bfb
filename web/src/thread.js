// A thread of WebAssembly: a worker on the memory of the one that started it.
import init, { thread } from '../pkg/lockstep_web.js';

self.onmessage = async ({ data: { module, memory } }) => {
  await init({ module_or_path: module, memory });
  self.postMessage('ready');
  thread();
};
