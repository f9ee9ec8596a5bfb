// A course's link: after the `#`, packed, { course: TITLE, exercises: { 'LAB/EXERCISE': its kernel, or null for the start } }.
import { make } from './dom.js';
import { keep, kept } from './keep.js';
import { pack, unpack } from './link.js';

const KEPT = 'course';

export const link = async (page, course) => `${new URL(page, location.href).href.split('#')[0]}#${await pack(course)}`;

/** The course of the link in the address, which is kept from then on; else the one that is kept; `null` for none. */
export async function course() {
  const linked = known(await unpack(location.hash.slice(1)));
  if (linked) keep(KEPT, linked);
  return linked ?? known(kept(KEPT));
}

export const leave = () => keep(KEPT, null);

/** What a link of anybody's may hold: names and texts; `null` where it holds none. */
function known(value) {
  if (typeof value?.exercises !== 'object' || value.exercises === null) return null;
  const exercises = Object.entries(value.exercises).filter(([, text]) => text === null || typeof text === 'string');
  return exercises.length ? { course: `${value.course ?? ''}`.trim() || 'a course', exercises: Object.fromEntries(exercises) } : null;
}

/** A link that is pasted where a page is open already is taken in too. */
addEventListener('hashchange', async () => known(await unpack(location.hash.slice(1))) && location.reload());

/** Hands the visitor `address`; what is said of it. */
export async function hand(address) {
  const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
  return [copied ? 'Copied: ' : 'Take along ', make('a', { href: address }, 'the link')];
}
