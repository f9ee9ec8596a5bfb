// Lockstep in WebAssembly, on a memory that workers can share.
import init from '../pkg/lockstep_web.js';

/** As large as it may grow; what gives less room gives half, or a fourth. PAGES is written by the build. */
function roomy() {
  for (let maximum = PAGES.maximum; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: PAGES.initial, maximum, shared: true });
    } catch (error) {
      if (maximum < 2 * PAGES.initial) throw error;
    }
  }
}

/** Loads it; resolves to its memory. */
export async function load() {
  const memory = roomy();
  await init({ module_or_path: fetch(new URL('lockstep.wasm', import.meta.url)), memory });
  return memory;
}
