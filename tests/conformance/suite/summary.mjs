// Counts by folder, for cases and for their subcases.

import { KINDS } from './recorder.mjs';

const BAD = ['unserved', 'fail', 'timeout', 'crash'];

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

/** Why naga refused, without the names and numbers of the case. */
function reason(message) {
  const lines = message.split('\n').filter((line) => /^(error| = |\s+= )/.test(line) && !/does not compile/.test(line));
  return lines.slice(0, 3).map((line) => line.trim().replace(/\d[\d.e+-]*/g, 'N').replace(/`[^`]*`/g, '`…`')).join(' ');
}

/** The patterns of `expected.txt`: a case's name, in which `*` stands for anything. */
function patterns(text) {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const escape = (part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return lines.map((line) => new RegExp(`^${line.split('*').map(escape).join('.*')}$`));
}

function row() {
  const zero = () => Object.fromEntries(KINDS.map((kind) => [kind, 0]));
  return { cases: zero(), subcases: zero(), runs: 0 };
}

const bad = (counts) => BAD.reduce((sum, kind) => sum + counts[kind], 0);

function rate(counts) {
  const accepted = counts.pass + bad(counts);
  return accepted === 0 ? '-' : `${((100 * counts.pass) / accepted).toFixed(2)} %`;
}

/** The counts of a run; `expected` names the cases that are known to fail. */
export class Summary {
  constructor(expected) {
    this.expected = patterns(expected);
    this.folders = new Map();
    this.reasons = new Map();
    this.all = row();
    this.known = 0;
    this.unexpected = [];
  }
  /** Adds a case; returns its kind. */
  add(name, subcases, runs) {
    const key = folder(name);
    if (!this.folders.has(key)) this.folders.set(key, row());
    const kind = worst(subcases);
    for (const counts of [this.folders.get(key), this.all]) {
      counts.cases[kind] += 1;
      counts.runs += runs;
      for (const sub of subcases) counts.subcases[sub.kind] += 1;
    }
    for (const { kind, messages } of subcases) {
      const why = kind === 'refused' && reason(messages[0]);
      if (why) this.reasons.set(why, (this.reasons.get(why) ?? 0) + 1);
    }
    if (BAD.includes(kind)) {
      if (this.expected.some((pattern) => pattern.test(name))) this.known += 1;
      else this.unexpected.push(`${kind}: ${name}`);
    }
    return kind;
  }
  /** Markdown: a table of the counts, why naga refused, what failed. */
  text() {
    const lines = [
      `| folder | ${KINDS.join(' | ')} | rate | subcases: pass | bad | rate | dispatches |`,
      `| --- |${' ---: |'.repeat(KINDS.length + 5)}`,
    ];
    for (const [name, counts] of [...[...this.folders].sort(), ['all', this.all]]) {
      const cells = KINDS.map((kind) => counts.cases[kind]);
      cells.push(rate(counts.cases), counts.subcases.pass, bad(counts.subcases), rate(counts.subcases), counts.runs);
      lines.push(`| ${name} | ${cells.join(' | ')} |`);
    }
    lines.push('', 'Subcases that naga refuses:');
    for (const [why, count] of [...this.reasons].sort((a, b) => b[1] - a[1])) lines.push(`- ${count}: ${why}`);
    lines.push('', `Failures that expected.txt lists: ${this.known}; others: ${this.unexpected.length}`);
    return [...lines, ...this.unexpected.map((name) => `- ${name}`)].join('\n');
  }
}
