// What survives a reload. A browser may keep nothing: then nothing does.
const BEFORE = 'lockstep/';

export function keep(name, value) {
  try {
    localStorage.setItem(BEFORE + name, JSON.stringify(value));
  } catch {
    // See above.
  }
}

export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(BEFORE + name));
  } catch {
    return null;
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(BEFORE + name);
  } catch {
    // See above.
  }
}
