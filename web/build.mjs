// Builds the site into `dist/`: the simulator in WebAssembly, the scripts bundled by esbuild, the page. See README.md.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const LARGEST_WASM = 4 << 20;
const TARGET = 'wasm32-unknown-unknown';
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const dist = join(here, 'dist');

/** Compiles crates/web; where Rust has no library for the target, from Debian's sources of it. */
function compile() {
  const cargo = process.env.CARGO ?? 'cargo';
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target', 'web');
  const debian = process.env.LOCKSTEP_BUILD_STD ? ['-Zbuild-std=std,panic_abort'] : [];
  const env = { ...process.env, CARGO_TARGET_DIR: target, CARGO_PROFILE_RELEASE_DEBUG: 'false', CARGO_PROFILE_RELEASE_STRIP: 'true', CARGO_PROFILE_RELEASE_PANIC: 'abort' };
  if (debian.length) Object.assign(env, { RUSTC_BOOTSTRAP: '1', CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: 'wasm-ld' });
  execFileSync(cargo, ['build', '--release', '--locked', '-p', 'lockstep-web', '--lib', '--target', TARGET, ...debian], { cwd: root, env, stdio: 'inherit' });
  return join(target, TARGET, 'release', 'lockstep_web.wasm');
}

const wasm = await readFile(compile());
const compressed = gzipSync(wasm).length;
if (compressed > LARGEST_WASM) throw new Error(`lockstep.wasm has ${compressed} bytes compressed; it may have ${LARGEST_WASM}`);
await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await build({ entryPoints: ['main.js', 'worker.js'].map((file) => join(here, 'src', file)), outdir: dist, bundle: true, minify: true, format: 'esm', target: 'es2022', charset: 'utf8' });
const style = await Promise.all([join(root, 'src/report/html/style.css'), join(here, 'player/player.css'), join(here, 'src/site.css')].map((file) => readFile(file, 'utf8')));
await writeFile(join(dist, 'site.css'), style.join('\n'));
await writeFile(join(dist, 'lockstep.wasm'), wasm);
await cp(join(here, 'src', 'index.html'), join(dist, 'index.html'));
const hash = createHash('sha256');
for (const file of ['index.html', 'main.js', 'worker.js', 'site.css', 'lockstep.wasm']) hash.update(await readFile(join(dist, file)));
const worker = await readFile(join(here, 'src', 'sw.js'), 'utf8');
await writeFile(join(dist, 'sw.js'), worker.replace('BUILD', hash.digest('hex').slice(0, 16)));
console.log(`dist: lockstep.wasm has ${wasm.length} bytes, ${compressed} compressed`);
