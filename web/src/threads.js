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
