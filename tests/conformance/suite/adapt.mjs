// WGSL that naga 30 does not take, though it has what is meant, rewritten so that it does.
//
// No rewriting changes what a program computes. `--as-is` leaves them all out.

const REWRITINGS = [
  // naga has the subgroup functions, but does not know the directive's name yet.
  [/^\s*enable subgroups;/gm, ''],
  // naga takes an index in a `let` for a constant one and refuses it where it is out of bounds; WGSL does not.
  [/\blet index = \(/g, 'var index = ('],
  // naga takes an unsigned lane only, where WGSL takes any integer.
  [/\b((?:subgroup|quad)(?:Broadcast|Shuffle|ShuffleXor|ShuffleUp|ShuffleDown)\([^(),]+, *\d+)(?=\))/g, '$1u'],
];

/** `code` as naga takes it, line for line. */
export function adapt(code) {
  return REWRITINGS.reduce((text, [from, to]) => text.replace(from, to), code);
}
