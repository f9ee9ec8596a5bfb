// What every page does: it works offline after the first visit, and says how far each exercise is.
import { kept } from './keep.js';

if ('serviceWorker' in navigator) navigator.serviceWorker.register(new URL('sw.js', import.meta.url)).catch(() => {});

export function showStates() {
  for (const state of document.querySelectorAll('[data-exercise].state')) {
    const attempt = kept(`attempt/${state.dataset.exercise}`);
    state.textContent = attempt?.solved ? 'solved' : attempt ? 'begun' : '';
  }
}

showStates();
