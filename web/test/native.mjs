// The native program's answers. `LOCKSTEP_REPLY` names the example's command, `LOCKSTEP` the command.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, initSync } from '../pkg/lockstep_web.js';

const shaders = new URL('../../shaders/', import.meta.url);
export const solutions = new URL('../../tests/exercises/', import.meta.url);

/** The answers of the page's own module. */
export async function module() {
  initSync({ module: await readFile(new URL('../dist/lockstep.wasm', import.meta.url)) });
  return (question) => ask(question, () => {});
}

/** The native answers, as text, to questions that have no line break. */
export function replies(questions) {
  const out = execFileSync(process.env.LOCKSTEP_REPLY, { input: questions.map((question) => `${question}\n`).join(''), maxBuffer: 1 << 30 });
  return out.toString().split('\n').slice(0, -1);
}

export const lockstep = (args, options = {}) => execFileSync(process.env.LOCKSTEP, args, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'], ...options }).toString();

/** The page that the command writes of a lab's run on the simulator. */
export async function native(lab, size) {
  const folder = await mkdtemp(join(tmpdir(), 'lockstep-web-'));
  const html = join(folder, `${lab}.html`);
  lockstep(['run', lab, '--device', 'sim', '--size', size, '--quiet', '--html', html], { cwd: folder });
  const page = await readFile(html, 'utf8');
  await rm(folder, { recursive: true });
  return page;
}

/** In a browser: the parts of that page that are not those of the result shown there, in pairs. */
export function differing(html) {
  const [ours, theirs] = [document.getElementById('result'), new DOMParser().parseFromString(html, 'text/html').querySelector('main')];
  return [...theirs.children].map((part, at) => [ours.children[at]?.outerHTML, part.outerHTML]).filter(([our, their]) => our !== their);
}

/** The registry: each lab with its exercises, by the files that the site has. */
export async function exercises() {
  const index = await readFile(new URL('../dist/index.html', import.meta.url), 'utf8');
  return [...index.matchAll(/data-exercise="([^"]+)\/([^"]+)"/g)].map(([, lab, exercise]) => ({ lab, exercise }));
}

export const labs = async () => [...new Set((await exercises()).map(({ lab }) => lab))];

export const solution = ({ lab, exercise }) => readFile(new URL(`${lab}/${exercise}/solution.wgsl`, solutions), 'utf8');
export const start = ({ lab, exercise }) => readFile(new URL(`../../labs/${lab}/${exercise}.wgsl`, import.meta.url), 'utf8');
export { shaders };
