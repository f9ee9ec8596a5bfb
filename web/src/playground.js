// The playground: an editor, a form made of the kernel's own bindings, and what the simulator answers.
import '../player/player.js';
import { at, make } from './dom.js';
import { editor, goTo, mark, setSource } from './editor.js';
import { EXAMPLES } from './examples.js';
import { keep, kept } from './keep.js';
import { pack, unpack } from './link.js';
import './page.js';
import { Simulator } from './simulator.js';

const PAUSE_MS = 300;
const KEPT = 'playground';
const simulator = new Simulator();
let bindings = [];
let buffers = [];
let timer = 0;

const view = editor(at('editor'), { changed: later });
const second = editor(at('beside'), { changed: later, name: 'WGSL source of the second kernel' });
const text = (of) => of.state.doc.toString();
const source = () => text(view);

/** Three numbers from a field, or a sentence about it. */
function three(id, least) {
  const parts = at(id).value.split(',').map((part) => part.trim());
  const numbers = [...parts, ...Array(3).fill(`${least}`)].slice(0, 3).map(Number);
  if (parts.length > 3 || !numbers.every((number) => Number.isInteger(number) && number >= least && number < 2 ** 31)) {
    throw new Error(`“${at(id).value}” is not up to three whole numbers from ${least} on, such as 4, 4, 1.`);
  }
  return numbers;
}

/** What the form of a binding says it holds. */
function fillOf(fieldset) {
  const kind = fieldset.querySelector('select').value;
  const text = fieldset.querySelector('input').value.trim();
  if (kind !== 'values') {
    const count = Number(text);
    if (!Number.isInteger(count) || count < 1) throw new Error(`“${text}” is not a number of values for ${fieldset.dataset.name}.`);
    return { [kind]: count };
  }
  const values = text.split(/[\s,]+/).filter(Boolean).map(Number);
  if (!values.length || !values.every(Number.isFinite)) throw new Error(`“${text}” are no values for ${fieldset.dataset.name}: write numbers with commas between them.`);
  return { values };
}

function question() {
  const fieldsets = [...at('bindings').children];
  const typed = fieldsets.map((fieldset) => ({ group: Number(fieldset.dataset.group), binding: Number(fieldset.dataset.binding), fill: fillOf(fieldset) }));
  // What was said of a binding whose form is not there yet, or no longer, stays.
  buffers = [...typed, ...buffers.filter((known) => !typed.some(({ group, binding }) => group === known.group && binding === known.binding))];
  return { source: source(), machine: at('machine').value, workgroups: three('workgroups', 1), traced: three('traced', 0), buffers, ...beside() };
}

/** The second kernel, where there is one. */
function beside() {
  return at('second').open && text(second).trim() ? { beside: text(second) } : {};
}

/** The form that fits the kernel's bindings; what was typed for one that is still there stays. */
function showBindings(found) {
  if (JSON.stringify(found) === JSON.stringify(bindings)) return;
  bindings = found;
  const forms = found.map((binding) => {
    const place = `@group(${binding.group}) @binding(${binding.binding})`;
    const known = buffers.find((buffer) => buffer.group === binding.group && buffer.binding === binding.binding)?.fill;
    const kind = known ? Object.keys(known)[0] : binding.space === 'uniform' ? 'values' : binding.writable ? 'zeros' : 'random';
    const least = Math.ceil(binding.min_bytes / 4);
    const text = known ? [known[kind]].flat().join(', ') : kind === 'values' ? Array(Math.max(least, 1)).fill(16).join(', ') : '1024';
    const options = { zeros: 'zeros', counting: '0, 1, 2, ...', random: 'random', values: 'these values' };
    const select = make('select', {}, ...Object.entries(options).map(([value, words]) => make('option', { value, ...(value === kind && { selected: '' }) }, words)));
    const field = make('input', { value: text, autocomplete: 'off' });
    return make('fieldset', { 'data-group': binding.group, 'data-binding': binding.binding, 'data-name': binding.name },
      make('legend', {}, make('code', {}, binding.name), ` ${place}, ${binding.scalar ?? 'mixed'}`),
      make('label', {}, 'holds', select), make('label', {}, 'how many, or which', field));
  });
  at('bindings').replaceChildren(...forms);
}

function showProblem(text, of = view, place = 'problem') {
  at(place).hidden = !text;
  at(place).textContent = text ?? '';
  const line = Number(text?.match(/kernel\.wgsl:(\d+)/)?.[1] ?? text?.match(/line (\d+)/)?.[1] ?? 0);
  mark(of, text && line ? [{ line, severity: 'error', message: text }] : []);
}

/** At each pause: whether it compiles, and what it binds. */
async function look() {
  save();
  try {
    const asked = source();
    const answer = await simulator.ask({ kernel: { source: asked } });
    if (asked !== source()) return;
    if (at('machine').children.length === 0) {
      at('machine').append(...answer.machines.map((name) => make('option', name === 'ampere-8.6' ? { selected: '' } : {}, name)));
      if (wanted) at('machine').value = wanted;
    }
    showProblem(answer.error);
    if (!answer.error) showBindings(answer.bindings);
    const other = beside().beside;
    showProblem(other && (await simulator.ask({ kernel: { source: other } })).error, second, 'problem-beside');
  } catch (error) {
    showProblem(error.message);
  }
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE_MS);
}

async function run() {
  at('status').textContent = 'Running...';
  at('run').disabled = true;
  try {
    await look();
    const asked = question();
    save();
    const answer = await simulator.ask({ kernel: { ...asked, run: true } });
    showProblem(answer.error);
    at('status').textContent = answer.error ? 'It was not run.' : summary(answer.run);
    if (answer.run) showRun(answer, asked.source);
  } catch (error) {
    showProblem(error.message);
    at('status').textContent = 'It was not run to its end.';
  }
  at('run').disabled = false;
}

function summary(run) {
  const time = run.estimated_s == null ? '' : ` About ${Number((run.estimated_s * 1e6).toPrecision(3))} µs, estimated for ${run.machine}.`;
  const wrong = run.findings.filter((finding) => finding.severity === 'error').length;
  return `${run.counters.workgroups} workgroups; ${wrong ? `${wrong} faults found` : 'no fault found'}.${time}`;
}

function showRun({ run, beside: pair }, text) {
  at('result').hidden = false;
  at('compared').hidden = !pair;
  at('pair').innerHTML = pair ?? '';
  at('found').replaceChildren(...(run.findings.length ? run.findings.map(findingView) : [make('p', {}, 'Nothing.')]));
  mark(view, run.findings);
  at('player').replaceChildren();
  globalThis.LockstepPlayer.mount(at('player'), run.trace, text);
  const rows = Object.entries(run.counters).filter(([, value]) => value != null)
    .map(([name, value]) => make('tr', { 'data-counter': name }, make('th', { scope: 'row' }, name.replaceAll('_', ' ')), make('td', { class: 'num' }, typeof value === 'number' ? `${Number(value.toPrecision(12))}` : value)));
  at('counted').replaceChildren(make('table', { class: 'figures' }, make('tbody', {}, ...rows)));
  at('compiled').innerHTML = run.compiled ?? '';
  at('wrote').replaceChildren(...run.outputs.map((output) => make('div', { 'data-output': output.name }, make('h3', {}, output.name),
    make('p', {}, make('code', {}, output.values.join(', ')), output.count > output.values.length ? ` ... (${output.count} values)` : ''))));
}

function findingView(finding) {
  const view = make('p', { class: `finding ${finding.severity}`, 'data-finding': finding.kind }, make('strong', {}, `${finding.severity}, ${finding.kind}`));
  if (finding.line) {
    const go = make('button', { type: 'button' }, `line ${finding.line}`);
    go.addEventListener('click', () => goTo(view, finding.line));
    view.append(' ', go);
  }
  view.append(`: ${finding.message}`);
  return view;
}

/** Everything that makes this page what it is, as far as it can be read. */
function whole() {
  try {
    return question();
  } catch {
    return { source: source(), ...beside() };
  }
}

function save() {
  keep(KEPT, whole());
}

let wanted = '';
function take(state) {
  wanted = state.machine ?? '';
  if (wanted && at('machine').children.length) at('machine').value = wanted;
  for (const id of ['workgroups', 'traced']) if (Array.isArray(state[id])) at(id).value = state[id].join(', ');
  buffers = Array.isArray(state.buffers) ? state.buffers : [];
  bindings = [];
  at('bindings').replaceChildren();
  at('second').open = Boolean(state.beside);
  setSource(second, `${state.beside ?? ''}`);
  setSource(view, `${state.source ?? ''}`);
}

async function begin() {
  at('example').append(...EXAMPLES.map(({ name }, index) => make('option', { value: index }, name)));
  at('example').addEventListener('change', () => take(EXAMPLES[Number(at('example').value)].state));
  at('form').addEventListener('submit', (event) => {
    event.preventDefault();
    run();
  });
  at('link').addEventListener('click', async () => {
    location.hash = await pack(whole());
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    at('status').textContent = copied ? 'The link is copied, and stands in the address bar.' : 'The link stands in the address bar.';
  });
  const linked = location.hash.length > 1 ? await unpack(location.hash.slice(1)) : null;
  take(linked ?? kept(KEPT) ?? EXAMPLES[0].state);
}

begin();
