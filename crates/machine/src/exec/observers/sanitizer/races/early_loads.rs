//! Loads of what other workgroups still change, behind a barrier that orders one workgroup only.
//!
//! A workgroup that has changed a variable, waits at a barrier and then loads from it takes the variable for complete. If another
//! workgroup changes the place later, it was not. A load that no change follows is none of these: the workgroup that an atomic counter
//! names as the last may load what all have changed.

use super::atomic_order::{Accessor, AtomicResult, History, Load};
use crate::exec::observers::sanitizer::Sanitizer;
use crate::finding::{FindingKind, Severity};
use crate::ir::{Mem, Program};
use crate::slice::is_bound;
use crate::type_layout::Kind;
use naga::FastHashMap;

/// The loads behind barriers of a launch.
#[derive(Debug)]
pub struct EarlyLoads {
    /// The variable of each site, by number.
    variables: Vec<usize>,
    /// Sites that only read.
    reads_only: Vec<bool>,
    /// Of each variable, the workgroup that changed it last, and the epoch of its barrier before it did so first.
    changed: Vec<Option<(u64, u32)>>,
    /// Loads before changes, which new loads at the same places have replaced, and what these read.
    replaced: Vec<(Load, u64)>,
}

impl EarlyLoads {
    pub fn new(program: &Program) -> Self {
        let mut numbers = FastHashMap::default();
        let number = |name| {
            let next = numbers.len();
            *numbers.entry(name).or_insert(next)
        };
        let variables: Vec<usize> = program.sites.iter().map(|site| site.name.as_str()).map(number).collect();
        let changed = vec![None; variables.iter().max().map_or(0, |most| most + 1)];
        let reads_only = program.sites.iter().map(|site| site.reads_only).collect();
        Self { variables, reads_only, changed, replaced: Vec::new() }
    }

    /// Whether an operation is a load behind a barrier by a workgroup that changed the variable before it.
    pub fn enters(&mut self, who: Accessor, mem: Mem, result: AtomicResult) -> bool {
        if !matches!(mem, Mem::Buffer(_)) {
            return false;
        }
        let changed = &mut self.changed[self.variables[who.site as usize]];
        let before = changed.filter(|(workgroup, _)| *workgroup == who.workgroup);
        if result.change.is_none() || self.reads_only[who.site as usize] {
            return result.value && before.is_some_and(|(_, barrier)| barrier != who.barrier);
        }
        *changed = before.or(Some((who.workgroup, who.barrier)));
        false
    }

    /// Keeps a load in the history of its place.
    pub fn load(&mut self, history: &mut History, load: Load) {
        let replaced = history.load.replace(load);
        self.replaced.extend(replaced.filter(|replaced| replaced.came_before(load.value)).map(|old| (old, load.value)));
    }
}

impl Sanitizer<'_> {
    /// All workgroups have ended: warns of loads that came before others had changed what they read.
    pub fn end_launch(&mut self) {
        let (context, program) = (self.context, self.context.program);
        let mut early = std::mem::take(&mut self.atomics.early.replaced);
        for ((mem, address), history) in &self.atomics.buffers {
            let now = |load: &Load| context.value_at(*mem, *address, load.kind.is_wide());
            early.extend(history.load.map(|load| (load, now(&load))).filter(|(load, now)| load.came_before(*now)));
        }
        early.sort_by_key(|(load, now)| (load.who.site, load.changed, load.who.workgroup, load.who.invocation, *now));
        for alike in early.chunk_by(|(a, _), (b, _)| (a.who.site, a.changed) == (b.who.site, b.changed)) {
            let (load, now) = alike[0];
            let Some(changed) = load.changed.filter(|changed| !is_bound(program, load.who.site, *changed)) else {
                continue;
            };
            let [site, other] = [load.who.site, changed].map(|site| &program.sites[site as usize]);
            let lines = (site.line, other.line);
            let [read, now] = [load.value, now].map(|bits| value_in_words(load.kind, bits));
            let [x, y, z] = context.id(load.who.workgroup);
            let (kind, times) = (FindingKind::OrderDependentAtomic, alike.len() as u64);
            self.faults.add_times(times, kind, Severity::Warning, lines, &site.name, || {
                format!(
                    "`{}` is read on line {} before other workgroups have changed it on line {}: workgroup ({x}, {y}, {z}) read {read}, \
                     which then became {now}, and the barrier before the read waits for the invocations of one workgroup only. Read it in \
                     a launch that follows, or in the workgroup that an atomic counter (`atomicAdd`) names as the last",
                    site.name, site.line, other.line
                )
            });
        }
    }
}

/// The number that some bits are.
fn value_in_words(kind: Kind, bits: u64) -> String {
    match kind {
        Kind::F16 | Kind::F32 => f32::from_bits(bits as u32).to_string(),
        Kind::I64 => bits.cast_signed().to_string(),
        kind if kind.is_signed() => (bits as u32).cast_signed().to_string(),
        _ => bits.to_string(),
    }
}
