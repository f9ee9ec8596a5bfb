//! How often results are read.

use crate::ir::Op;
use naga::FastHashMap;

/// How many instructions read what each one writes.
pub fn uses(ops: &[Op]) -> FastHashMap<usize, u32> {
    let (mut writer, mut uses) = (FastHashMap::default(), FastHashMap::default());
    for (at, op) in ops.iter().enumerate() {
        let written = op.writes();
        for reg in op.reads() {
            writer.get(&reg).into_iter().for_each(|by| *uses.entry(*by).or_default() += 1);
        }
        writer.extend(written.map(|reg| (reg, at)));
    }
    uses
}
