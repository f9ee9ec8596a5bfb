// The first page: all work out and in as a zip, a course's link, and the search.
import { course, hand, leave, link } from './course.js';
import { at, make, save } from './dom.js';
import { keep, kept } from './keep.js';
import { showStates } from './page.js';
import { Simulator } from './simulator.js';

const SHOWN = 30;
const simulator = new Simulator();
const exercises = [...document.querySelectorAll('[aria-labelledby=labs] .state')].map(({ dataset }) => dataset.exercise);
let sections = null;

async function out() {
  const begun = exercises.map((name) => [name, kept(`attempt/${name}`)?.text]).filter(([, text]) => text);
  if (!begun.length) return 'There is no work yet: begin an exercise.';
  const { bytes, error } = await simulator.ask({ zip: Object.fromEntries(begun) });
  if (error) return error;
  save('lockstep-work.zip', [new Uint8Array(bytes)], 'application/zip');
  return `${begun.length} ${begun.length === 1 ? 'kernel is' : 'kernels are'} in lockstep-work.zip.`;
}

async function take(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { attempts, notes, error } = await simulator.ask({ unzip: [...bytes] });
  if (error) return `${file.name}: ${error}`;
  const mine = Object.keys(attempts).filter((name) => ![undefined, attempts[name]].includes(kept(`attempt/${name}`)?.text));
  const stay = mine.length && !confirm(`You have kernels of your own for ${mine.join(', ')}. Put those of ${file.name} in their place? Yours would be gone.`) ? mine : [];
  const names = Object.keys(attempts).filter((name) => !stay.includes(name));
  for (const name of names) keep(`attempt/${name}`, { ...kept(`attempt/${name}`), text: attempts[name], goals: [] });
  showStates();
  const told = [names.length && `Taken in: ${names.join(', ')}.`, stay.length && `Yours stay: ${stay.join(', ')}.`].filter(Boolean);
  return [...(told.length ? told : ['No exercise was in it.']), ...notes.map((note) => `${note}.`)].join(' ');
}

/** The exercises of the course whose link was opened, and how far each is. */
async function showCourse() {
  const taken = await course();
  at('course').hidden = !taken;
  if (!taken) return;
  at('course-title').textContent = `Your course: ${taken.course}`;
  const rows = Object.keys(taken.exercises).map((name) => {
    if (!exercises.includes(name)) return make('li', {}, `${name}: there is no such exercise here.`);
    const task = document.querySelector(`[aria-labelledby=labs] a[href="${name}.html"]`).textContent;
    return make('li', {}, make('a', { href: `${name}.html` }, task), make('span', { class: 'state', 'data-exercise': name }));
  });
  at('course-exercises').replaceChildren(...rows);
  showStates();
}

/** A link with the exercises that are ticked: their starts, or this visitor's own kernels in place of them. */
async function linkCourse() {
  const ticked = [...document.querySelectorAll('.ticked:checked')].map(({ value }) => value);
  if (!ticked.length) return 'Tick an exercise first.';
  const text = (name) => (at('own').checked && kept(`attempt/${name}`)?.text) || null;
  return hand(await link('index.html', { course: at('title').value, exercises: Object.fromEntries(ticked.map((name) => [name, text(name)])) }));
}

async function tell(doing) {
  at('told').textContent = 'One moment...';
  at('told').replaceChildren(...[await doing().catch((error) => error.message)].flat());
}

at('out').addEventListener('click', () => tell(out));
at('in').addEventListener('change', () => {
  const [file] = at('in').files;
  // So that the same one may be chosen again.
  at('in').value = '';
  if (file) tell(() => take(file));
});

async function search() {
  const words = at('words').value.toLowerCase().split(/\s+/).filter(Boolean);
  sections ??= await fetch('search.json').then((answer) => answer.json());
  const score = (section) => {
    const [head, text] = [`${section[1]} ${section[2]}`.toLowerCase(), section[3].toLowerCase()];
    const found = words.map((word) => (head.includes(word) ? 10 : 0) + Math.min(text.split(word).length - 1, 9));
    return found.includes(0) ? 0 : found.reduce((sum, one) => sum + one, 0);
  };
  const found = words.length ? sections.map((section) => [score(section), section]).filter(([points]) => points > 0) : [];
  found.sort((a, b) => b[0] - a[0]);
  at('count').textContent = words.length ? `${found.length} ${found.length === 1 ? 'place' : 'places'}.` : '';
  at('found').replaceChildren(...found.slice(0, SHOWN).map(([, [address, page, title, text]]) => {
    const begin = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
    return make('li', {}, make('a', { href: address }, page === title ? title : `${page}: ${title}`), make('p', { class: 'small' }, `${begin ? '... ' : ''}${text.slice(begin, begin + 200)}`));
  }));
}

at('link').addEventListener('click', () => tell(linkCourse));
at('leave').addEventListener('click', () => {
  leave();
  location.hash = '';
  at('course').hidden = true;
});

at('form').addEventListener('submit', (event) => event.preventDefault());
at('words').addEventListener('input', search);
showCourse();
