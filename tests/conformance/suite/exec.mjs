// Runs one dispatch through `lockstep exec`, and says in one word how it ended.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why a dispatch has no result. `kind` is one of refused, out, unserved, timeout, crash. */
export class NoResult extends Error {
  constructor(kind, message) {
    super(message);
    this.name = 'NoResult';
    this.kind = kind;
  }
}

/** What WGSL and WebGPU have and compute on buffers has not. */
const OUT = /texture|sampler|ray quer|cooperative|external image/i;

/** How a run without a result ended, from its exit status and its last words. */
function classify(run, said) {
  if (run.error?.code === 'ETIMEDOUT' || /did not end within/.test(said)) return 'timeout';
  if (run.error || run.signal || run.status > 2 || /this is a bug of Lockstep|panicked/.test(said)) return 'crash';
  if (OUT.test(said)) return 'out';
  return run.status === 1 ? 'refused' : 'unserved';
}

/** The `lockstep` command, with a folder of its own for the files that pass between it and the suite. */
export class Lockstep {
  constructor({ command, device, flags, timeout, keep, adapt }) {
    Object.assign(this, { command, device, flags, timeout, keep, adapt });
    this.folder = mkdtempSync(join(process.env.CONFORMANCE_TMP ?? tmpdir(), 'lockstep-conformance-'));
    this.runs = 0;
    process.on('exit', () => rmSync(this.folder, { recursive: true, force: true }));
  }

  /**
   * Runs `code`; `buffers` is a list of {place: "G.B", bytes: Uint8Array}, whose bytes are replaced by what the
   * kernel left in them. Returns the findings that are errors.
   */
  dispatch({ code, entry, workgroups, overrides, buffers }) {
    this.runs += 1;
    const file = join(this.folder, 'kernel.wgsl');
    const json = join(this.folder, 'result.json');
    const fileOf = (place) => join(this.folder, `buffer.${place}`);
    writeFileSync(file, code);
    rmSync(json, { force: true });
    const args = ['exec', file, '--device', this.device, '--quiet', '--json', json, '--timeout', String(this.timeout)];
    args.push('--dispatch', workgroups.join(','), ...this.flags);
    if (entry !== undefined) args.push('--entry', entry);
    for (const [name, value] of Object.entries(overrides)) args.push('--override', `${name}=${Number(value)}`);
    for (const { place, bytes } of buffers) {
      writeFileSync(fileOf(place), bytes);
      args.push('--buffer', `${place}=${fileOf(place)}`, '--save', `${place}=${fileOf(place)}`);
    }
    if (this.keep) this.#keep(args);
    const run = spawnSync(this.command, args, { timeout: 1000 * (this.timeout + 30), encoding: 'utf8' });
    const report = this.#report(json);
    if (report === undefined) {
      const said = `${run.error ?? ''}${run.stderr ?? ''}`.replaceAll(file, 'kernel.wgsl').trim();
      throw new NoResult(classify(run, said), said.slice(0, 2000));
    }
    for (const { place, bytes } of buffers) bytes.set(readFileSync(fileOf(place)).subarray(0, bytes.length));
    return report.findings.filter((finding) => finding.severity === 'error');
  }

  /** Leaves the kernel, its buffers and its command line where a person can run them again. */
  #keep(args) {
    const target = join(this.keep, `${process.pid}-${this.runs}`);
    cpSync(this.folder, target, { recursive: true });
    writeFileSync(join(target, 'command.txt'), `${[this.command, ...args].join(' ').replaceAll(this.folder, target)}\n`);
  }

  #report(json) {
    try {
      return JSON.parse(readFileSync(json, 'utf8'));
    } catch {
      return undefined;
    }
  }
}
