// An exercise: judged at each pause, by the same code as `lockstep try`.
import { at } from './dom.js';
import { count, editor, mark, setSource } from './editor.js';
import { keep, kept } from './keep.js';
import './page.js';
import { Simulator } from './simulator.js';

const PAUSE_MS = 300;
const { lab, exercise } = document.querySelector('.bench').dataset;
const NAME = `attempt/${lab}/${exercise}`;
const start = at('start').textContent;
const simulator = new Simulator();
const view = editor(at('editor'), { changed: later });
const source = () => view.state.doc.toString();
/** What is remembered of this exercise: its text, the goals as the last try left them, whether it was ever solved, hints seen. */
const work = { text: start, goals: [], solved: false, hints: 0, ...kept(NAME) };
let judged = null;
let timer = 0;

function later() {
  clearTimeout(timer);
  timer = setTimeout(judge, PAUSE_MS);
  if (source() !== work.text) remember({ text: source() });
}

function remember(news) {
  Object.assign(work, news);
  keep(NAME, work);
}

async function judge() {
  const text = source();
  if (text === judged) return;
  at('status').textContent = 'Being judged...';
  const began = performance.now();
  try {
    const answer = await simulator.ask({ attempt: { lab, exercise, text, before: work.goals } });
    if (text !== source()) return;
    judged = text;
    if (answer.error) throw new Error(answer.error);
    show(answer);
    at('status').textContent = `Judged on the simulator in ${Math.round(performance.now() - began)} ms.`;
  } catch (error) {
    at('status').textContent = error.message;
    mark(view, []);
  }
}

function show({ panel, margin, marks, solved, judgement }) {
  at('panel').innerHTML = panel;
  count(view, margin);
  mark(view, marks);
  at('legend').textContent = margin.legend && `In the margin: ${margin.legend}`;
  at('next').hidden = !solved;
  const { goals } = judgement;
  if (work.text !== start || goals.some(({ outcome }) => outcome === 'met')) remember({ goals, solved: work.solved || solved });
}

at('reset').addEventListener('click', () => {
  if (source() !== start && !confirm('Put the starting kernel in place of yours? Undo (Ctrl+Z) brings yours back.')) return;
  setSource(view, start);
  view.focus();
});

for (const hint of document.querySelectorAll('.hint')) {
  hint.open = Number(hint.dataset.hint) <= work.hints;
  hint.addEventListener('toggle', () => hint.open && remember({ hints: Math.max(work.hints, Number(hint.dataset.hint)) }));
}

setSource(view, work.text);
judge();
