// An exercise: judged at each pause, by the same code as `lockstep try`.
import '../player/player.js';
import { course, hand, link } from './course.js';
import { at } from './dom.js';
import { count, editor, mark, setSource } from './editor.js';
import { keep, kept } from './keep.js';
import './page.js';
import { Simulator } from './simulator.js';
import { counted } from './threads.js';

const PAUSE_MS = 300;
const { lab, exercise } = document.querySelector('.bench').dataset;
const NAME = `attempt/${lab}/${exercise}`;
const simulator = new Simulator();
const taken = await course();
/** The kernel to begin with: a course may have its own. */
const start = taken?.exercises[`${lab}/${exercise}`] ?? at('start').textContent;
const view = editor(at('editor'), { changed: later });
const source = () => view.state.doc.toString();
/** What is remembered of this exercise: its text, the goals as the last try that compiled left them, whether it was ever solved, hints seen. */
const work = { text: start, goals: [], solved: false, hints: 0, ...kept(NAME) };
/** The text that was judged last; whether one is being judged, and whether another pause came meanwhile. */
let judged = null;
let judging = false;
let again = false;
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

/** One kernel at a time: where a pause comes meanwhile, what stands there in the end is next. */
async function judge() {
  again = judging;
  const text = source();
  if (judging || text === judged) return;
  judging = true;
  judged = null;
  at('status').textContent = 'Being judged...';
  await tell(text, performance.now());
  judging = false;
  if (again) judge();
}

async function tell(text, began) {
  try {
    const answer = await simulator.ask({ attempt: { lab, exercise, text, before: work.goals } });
    if (text !== source()) return;
    judged = text;
    if (answer.error) throw new Error(answer.error);
    show(answer);
    const [on, why] = counted(simulator.threads);
    at('status').textContent = `Judged on ${on && `${on} of `}the simulator in ${Math.round(performance.now() - began)} ms${why}.`;
    performance.mark('judged');
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
  // Of what does not compile no goal says anything.
  if (goals[0].outcome === 'met') remember({ goals, solved: work.solved || solved });
}

/** The lanes of one workgroup of the kernel as it stands now. */
async function watch() {
  at('watched').textContent = 'One moment...';
  const workgroup = at('workgroup').value.split(',').map((part) => Number(part.trim() || Number.NaN));
  try {
    if (workgroup.length > 3 || !workgroup.every((number) => Number.isInteger(number) && number >= 0 && number < 2 ** 31)) {
      throw new Error(`“${at('workgroup').value}” names no workgroup: write up to three whole numbers, such as 1, 0, 0.`);
    }
    const answer = await simulator.ask({ motion: { lab, exercise, text: source(), workgroup: [...workgroup, 0, 0].slice(0, 3) } });
    if (answer.error) throw new Error(answer.error);
    at('player').replaceChildren();
    globalThis.LockstepPlayer.mount(at('player'), answer.trace, answer.source);
    at('watched').textContent = '';
  } catch (error) {
    at('watched').textContent = error.message;
  }
}

at('watch').addEventListener('submit', (event) => {
  event.preventDefault();
  watch();
});
at('share').addEventListener('click', async () => {
  at('status').replaceChildren(...(await hand(await link(location.href, { course: taken?.course, exercises: { [`${lab}/${exercise}`]: source() } }))));
});
at('reset').addEventListener('click', () => {
  if (source() !== start && !confirm('Put the starting kernel in place of yours? Undo (Ctrl+Z) brings yours back.')) return;
  setSource(view, start);
  view.focus();
});

for (const hint of document.querySelectorAll('.hint')) {
  hint.open = Number(hint.dataset.hint) <= work.hints;
  hint.addEventListener('toggle', () => hint.open && remember({ hints: Math.max(work.hints, Number(hint.dataset.hint)) }));
}

if (start !== at('start').textContent) {
  at('course').textContent = work.text === start
    ? `You begin with the kernel that the link of ${taken.course} brought.`
    : `The link of ${taken.course} brought a kernel; this is yours: Reset puts the other in its place.`;
}
setSource(view, work.text);
judge();
