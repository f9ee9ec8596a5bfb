// The editor: WGSL in colours, what is wrong at its lines, each line's counters in the margin.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { EditorView, GutterMarker, drawSelection, gutter, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, showPanel } from '@codemirror/view';
import { make } from './dom.js';
import { colours, wgsl } from './wgsl.js';

const setMargin = StateEffect.define();

class Counters extends GutterMarker {
  constructor(text, title) {
    super();
    Object.assign(this, { text, title });
  }

  eq(other) {
    return other.text === this.text;
  }

  toDOM() {
    return make('span', { title: this.title }, this.text);
  }
}

/** The margin's columns, each as wide as its widest cell; empty once the text is another. */
const margin = StateField.define({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMargin)) return laidOut(effect.value);
    return transaction.docChanged ? null : value;
  },
  provide: (field) => showPanel.from(field, (value) => value && (() => ({ top: true, dom: make('div', { class: 'cm-titles', 'aria-hidden': 'true' }, value.head) }))),
});

function laidOut({ titles, lines }) {
  if (!titles.length) return null;
  const widths = titles.map((title, at) => Math.max(title.length, ...lines.map(([, cells]) => cells[at].length)));
  const row = (cells) => cells.map((cell, at) => cell.padStart(widths[at])).join(' ');
  const words = (cells) => cells.map((cell, at) => cell && `${titles[at]} ${cell}`).filter(Boolean).join(', ');
  return { head: row(titles), rows: new Map(lines.map(([line, cells]) => [line, new Counters(row(cells), words(cells))])) };
}

const marginGutter = gutter({
  class: 'cm-counters',
  lineMarker: (view, line) => view.state.field(margin)?.rows.get(view.state.doc.lineAt(line.from).number) ?? null,
  lineMarkerChange: (update) => update.startState.field(margin) !== update.state.field(margin),
});

/** An editor within `parent`; `changed` is called after each change of its text. */
export function editor(parent, { changed, name = 'WGSL source' }) {
  parent.classList.add('editor');
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        margin, marginGutter, lineNumbers(), history(), drawSelection(), bracketMatching(), highlightActiveLine(), highlightActiveLineGutter(), lintGutter(), wgsl, colours,
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': name }),
        EditorView.updateListener.of((update) => update.docChanged && changed()),
      ],
    }),
  });
  // Where the source is longer than its place, arrows scroll it.
  Object.assign(view.scrollDOM, { tabIndex: 0, role: 'region', ariaLabel: `Scrolled ${name}` });
  return view;
}

export function setSource(view, source) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: source } });
}

/** Shows each line's counters until the text changes. */
export const count = (view, counted) => view.dispatch({ effects: setMargin.of(counted) });

/** Marks lines: what is wrong, or slow, there. */
export function mark(view, findings) {
  const doc = view.state.doc;
  const marks = findings.filter(({ line }) => line && line <= doc.lines).map(({ line, severity, message }) => {
    const { from, to } = doc.line(line);
    return { from, to, severity: { error: 'error', warning: 'warning', note: 'info' }[severity], message };
  });
  view.dispatch(setDiagnostics(view.state, marks.sort((a, b) => a.from - b.from)));
}

export function goTo(view, line) {
  view.dispatch({ selection: { anchor: view.state.doc.line(line).from }, scrollIntoView: true });
  view.focus();
}
