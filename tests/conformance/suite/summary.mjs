// Counts by folder, for cases and for their subcases.

import { KINDS } from './recorder.mjs';

/** A case's kind: the worst of its subcases'. */
function worst(subcases) {
  const ranks = subcases.map(({ kind }) => KINDS.indexOf(kind));
  return KINDS[Math.max(...ranks)];
}

/** The folder that a case is counted under. */
function folder(name) {
  const path = name.split(':')[1].split(',').slice(2);
  return path.slice(0, path[0] === 'expression' ? (path[1] === 'call' ? 3 : 2) : 1).join('/');
}

const BAD = ['unserved', 'fail', 'timeout', 'crash'];

/** The counts of a run. */
export class Summary {
  constructor() {
    this.folders = new Map();
    this.all = this.#row();
  }
  #row() {
    const zero = () => Object.fromEntries(KINDS.map((kind) => [kind, 0]));
    return { cases: zero(), subcases: zero(), runs: 0 };
  }
  /** Adds a case; returns its kind. */
  add(name, subcases, runs) {
    const key = folder(name);
    if (!this.folders.has(key)) this.folders.set(key, this.#row());
    const kind = worst(subcases);
    for (const row of [this.folders.get(key), this.all]) {
      row.cases[kind] += 1;
      row.runs += runs;
      for (const sub of subcases) row.subcases[sub.kind] += 1;
    }
    return kind;
  }
  /** Whether no case failed. */
  clean() {
    return BAD.every((kind) => this.all.cases[kind] === 0);
  }
  #rate(counts) {
    const bad = BAD.reduce((sum, kind) => sum + counts[kind], 0);
    const accepted = counts.pass + bad;
    return accepted === 0 ? '-' : `${((100 * counts.pass) / accepted).toFixed(2)} %`;
  }
  /** A Markdown table. */
  text() {
    const lines = [
      `| folder | ${KINDS.join(' | ')} | rate | subcases: pass | bad | rate | dispatches |`,
      `| --- |${' ---: |'.repeat(KINDS.length + 5)}`,
    ];
    for (const [name, row] of [...[...this.folders].sort(), ['all', this.all]]) {
      const cells = KINDS.map((kind) => row.cases[kind]);
      const bad = BAD.reduce((sum, kind) => sum + row.subcases[kind], 0);
      cells.push(this.#rate(row.cases), row.subcases.pass, bad, this.#rate(row.subcases), row.runs);
      lines.push(`| ${name} | ${cells.join(' | ')} |`);
    }
    return lines.join('\n');
  }
}
