// What the suite tells of a case, subcase by subcase, reduced to one word each.

import { NoResult } from './exec.mjs';

/** From the best to the worst: a case is what the worst of its subcases is. */
export const KINDS = ['skip', 'out', 'refused', 'pass', 'unserved', 'fail', 'timeout', 'crash'];

/** Takes the place of the suite's recorder. */
export class Recorder {
  constructor(skipError, findings) {
    Object.assign(this, { skipError, findings, result: {}, subcases: [], nonskippedSubcaseCount: 0 });
    this.label = '';
    this.#begin();
  }
  #begin() {
    this.current = { label: this.label, kind: undefined, messages: [] };
    this.findings.length = 0;
  }
  #worst(kind, error) {
    const { current } = this;
    if (current.kind === undefined || KINDS.indexOf(kind) > KINDS.indexOf(current.kind)) current.kind = kind;
    if (error) current.messages.push(String(error.message));
  }
  start() {}
  finish() {
    if (this.subcases.length === 0 || this.current.kind !== undefined) this.endSubCase();
  }
  beginSubCase() {
    this.#begin();
  }
  endSubCase() {
    const { label, kind = 'pass', messages } = this.current;
    if (kind !== 'skip') this.nonskippedSubcaseCount += 1;
    const findings = this.findings.map(({ kind, line, message }) => `${kind}, line ${line}: ${message}`);
    this.subcases.push({ label, kind, messages, findings: [...new Set(findings)] });
    this.label = '';
    this.#begin();
  }
  // One subcase runs at a time, so nothing need be deferred.
  makeDeferredSubRecorder(prefix) {
    this.label = prefix;
    return this;
  }
  passed() {
    if (this.current.kind === undefined) this.#worst('pass');
  }
  skipped(error) {
    if (!/^all subcases were skipped/.test(error.message)) this.#worst('skip', error);
  }
  threw(error) {
    if (error instanceof this.skipError) return this.skipped(error);
    this.#worst(error instanceof NoResult ? error.kind : 'fail', error);
  }
  expectationFailed(error) {
    this.#worst('fail', error);
  }
  validationFailed(error) {
    this.#worst('fail', error);
  }
  warn() {}
  info() {}
  debug() {}
}
