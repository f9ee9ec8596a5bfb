// Builds the site into `dist/`: Lockstep in WebAssembly, the scripts bundled by esbuild, the pages. See README.md.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const LARGEST_WASM = 4 << 20;
const TARGET = 'wasm32-unknown-unknown';
/** Bytes that the module's memory may grow to. */
const MOST_MEMORY = 2 ** 32;
/** What threads on one memory need: atomic operations, Rust's library with them, and where each thread finds its own; and vectors. */
const THREADED = [
  '-Ctarget-feature=+atomics,+bulk-memory,+mutable-globals,+simd128',
  ...['--shared-memory', '--import-memory', `--max-memory=${MOST_MEMORY}`].map((option) => `-Clink-arg=${option}`),
  ...['__wasm_init_tls', '__tls_size', '__tls_align', '__tls_base'].map((name) => `-Clink-arg=--export=${name}`),
].join(' ');
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const dist = join(here, 'dist');
const target = join(root, 'target', 'web');

const run = (program, args, env = {}) => execFileSync(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });

/** Compiles crates/web, and Rust's library with it: as it is delivered, it knows no threads here. */
function compile() {
  const env = {
    CARGO_TARGET_DIR: target,
    CARGO_PROFILE_RELEASE_DEBUG: 'false',
    CARGO_PROFILE_RELEASE_STRIP: 'true',
    CARGO_PROFILE_RELEASE_PANIC: 'abort',
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: THREADED,
    // Lets a stable compiler build its library.
    RUSTC_BOOTSTRAP: '1',
  };
  const debian = process.env.LOCKSTEP_DEBIAN_RUST;
  if (debian) Object.assign(env, { RUSTC: '/usr/bin/rustc', CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: 'wasm-ld' });
  run(debian ? '/usr/bin/cargo' : 'cargo', ['build', '--release', '--locked', '-p', 'lockstep-web', '--lib', '--no-default-features', '--target', TARGET, '-Zbuild-std=std,panic_abort'], env);
  return join(target, TARGET, 'release', 'lockstep_web.wasm');
}

/** Every file under `folder`, as its address on the site. */
async function files(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).split(sep).join('/')).sort();
}

const module = compile();
await rm(dist, { recursive: true, force: true });
run('cargo', ['run', '--locked', '--quiet', '-p', 'lockstep-web', '--features', 'glue', '--bin', 'lockstep-site', '--', module, join(here, 'pkg'), dist]);
const wasm = await readFile(join(here, 'pkg', 'lockstep_web_bg.wasm'));
const compressed = gzipSync(wasm, { level: 9 }).length;
if (compressed > LARGEST_WASM) throw new Error(`lockstep.wasm has ${compressed} bytes compressed; it may have ${LARGEST_WASM}`);

// The glue says how much memory the module begins with, and how much it may have.
const glue = await readFile(join(here, 'pkg', 'lockstep_web.js'), 'utf8');
const [, initial, maximum] = glue.match(/new WebAssembly\.Memory\(\{initial:(\d+),maximum:(\d+),shared:true\}\)/);
const scripts = ['exercise', 'index', 'lab', 'page', 'playground', 'thread', 'worker'].map((name) => join(here, 'src', `${name}.js`));
await build({ entryPoints: scripts, outdir: dist, bundle: true, minify: true, format: 'esm', target: 'es2022', charset: 'utf8', external: ['*.wasm'], define: { PAGES: JSON.stringify({ initial: Number(initial), maximum: Number(maximum) }) } });
const style = await Promise.all([join(root, 'src/report/html/drawing.css'), join(root, 'src/report/html/style.css'), join(here, 'player/player.css'), join(here, 'src/site.css')].map((file) => readFile(file, 'utf8')));
await writeFile(join(dist, 'site.css'), style.join('\n'));
await writeFile(join(dist, 'lockstep.wasm'), wasm);

const all = await files(dist);
const hash = createHash('sha256');
for (const file of all) hash.update(await readFile(join(dist, file)));
const worker = await readFile(join(here, 'src', 'sw.js'), 'utf8');
await writeFile(join(dist, 'sw.js'), worker.replace('BUILD', hash.digest('hex').slice(0, 16)).replace('FILES = []', `FILES = ${JSON.stringify(all)}`));
console.log(`dist: ${all.length} files; lockstep.wasm has ${wasm.length} bytes, ${compressed} compressed`);
