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
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const dist = join(here, 'dist');
const target = join(root, 'target', 'web');

const run = (program, args, env = {}) => execFileSync(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });

/** Compiles crates/web; where Rust has no library for the target, from Debian's sources of it. */
function compile() {
  const debian = process.env.LOCKSTEP_BUILD_STD;
  const env = { CARGO_TARGET_DIR: target, CARGO_PROFILE_RELEASE_DEBUG: 'false', CARGO_PROFILE_RELEASE_STRIP: 'true', CARGO_PROFILE_RELEASE_PANIC: 'abort' };
  if (debian) Object.assign(env, { RUSTC: '/usr/bin/rustc', RUSTC_BOOTSTRAP: '1', CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: 'wasm-ld' });
  run(debian ? '/usr/bin/cargo' : 'cargo', ['build', '--release', '--locked', '-p', 'lockstep-web', '--lib', '--no-default-features', '--target', TARGET, ...(debian ? ['-Zbuild-std=std,panic_abort'] : [])], env);
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

const scripts = ['exercise', 'index', 'lab', 'page', 'playground', 'worker'].map((name) => join(here, 'src', `${name}.js`));
await build({ entryPoints: scripts, outdir: dist, bundle: true, minify: true, format: 'esm', target: 'es2022', charset: 'utf8', external: ['*.wasm'] });
const style = await Promise.all([join(root, 'src/report/html/style.css'), join(here, 'player/player.css'), join(here, 'src/site.css')].map((file) => readFile(file, 'utf8')));
await writeFile(join(dist, 'site.css'), style.join('\n'));
await writeFile(join(dist, 'lockstep.wasm'), wasm);

const all = await files(dist);
const hash = createHash('sha256');
for (const file of all) hash.update(await readFile(join(dist, file)));
const worker = await readFile(join(here, 'src', 'sw.js'), 'utf8');
await writeFile(join(dist, 'sw.js'), worker.replace('BUILD', hash.digest('hex').slice(0, 16)).replace('FILES = []', `FILES = ${JSON.stringify(all)}`));
console.log(`dist: ${all.length} files; lockstep.wasm has ${wasm.length} bytes, ${compressed} compressed`);
