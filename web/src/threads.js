// How many threads the simulator has on this page: workers may share memory where the page is isolated and the browser hands it on.
const MOST = 8;

function shares() {
  try {
    return Boolean(structuredClone(new WebAssembly.Memory({ initial: 0, maximum: 1, shared: true })));
  } catch {
    return false;
  }
}

export const THREADS = globalThis.crossOriginIsolated && shares() ? Math.min(navigator.hardwareConcurrency, MOST) : 1;

/** So many threads, in words, and why there is but one; nothing where one is all that there may be. */
export function counted(threads) {
  if (threads > 1) return [`${threads} threads`, ''];
  return THREADS > 1 ? ['one thread', ': the others did not come'] : ['', ''];
}
