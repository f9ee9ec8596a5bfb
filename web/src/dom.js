// Elements, found and made.
export const at = (id) => document.getElementById(id);

export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value != null && value !== false) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Hands the visitor a file. */
export function save(name, parts, type) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  make('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
