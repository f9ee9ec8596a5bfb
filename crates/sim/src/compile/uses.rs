//! How often results are read.

use super::indexed_map::IndexedMap;
use crate::ir::Op;

/// By instruction, how many others read what it writes.
pub fn uses(ops: &[Op]) -> Vec<u32> {
    let (mut writer, mut uses) = (IndexedMap::default(), vec![0; ops.len()]);
    for (at, op) in ops.iter().enumerate() {
        let written = op.writes();
        for reg in op.reads() {
            writer.get(reg).into_iter().for_each(|&by: &usize| uses[by] += 1);
        }
        writer.extend(written.map(|reg| (reg, at)));
    }
    uses
}
