//! The distance between the accesses of two workgroups.

use super::caches::Caches;
use super::l1::AddressTrace;
use super::l2::QUANTUM;
use super::regions::Regions;

/// Binding, kind of access, sector, place in the trace.
type Flat = (usize, u8, u64, usize);

/// The distance in sectors between the accesses of two workgroups, by binding; `None` where it is not the same for all accesses.
pub fn distances(caches: &Caches, regions: &Regions, own: &AddressTrace, other: &AddressTrace) -> Option<Vec<i64>> {
    let [mut own, mut other] = [own, other].map(|trace| flat(caches, regions, trace));
    // Most workgroups make their requests in the same order. Another order is accepted, if the same requests come at about
    // the same time: L2 may no longer have what is requested much later.
    between(&own, &other, regions.len()).or_else(|| {
        own.sort_unstable();
        other.sort_unstable();
        let late = own.iter().zip(&other).any(|(own, other)| own.3.abs_diff(other.3) > LATE);
        if late { None } else { between(&own, &other, regions.len()) }
    })
}

/// Entries of a trace by which the same request may come earlier or later: a few quanta of L2.
const LATE: usize = 4 * QUANTUM;

/// Sector by sector.
fn flat(caches: &Caches, regions: &Regions, trace: &AddressTrace) -> Vec<Flat> {
    let per_line = caches.line_bytes / caches.sector_bytes;
    let mut all = Vec::with_capacity(trace.len());
    for (place, (does, line, sectors, _)) in trace.slice(0, trace.len()).enumerate() {
        let binding = regions.of(line * caches.line_bytes);
        let set = (0..per_line).filter(|at| sectors >> at & 1 == 1);
        all.extend(set.map(|at| (binding, does as u8, line * per_line + at, place)));
    }
    all
}

fn between(own: &[Flat], other: &[Flat], bindings: usize) -> Option<Vec<i64>> {
    if own.len() != other.len() {
        return None;
    }
    let mut steps = vec![None; bindings];
    for (&(binding, does, sector, _), &(there, as_well, other, _)) in own.iter().zip(other) {
        let step = other as i64 - sector as i64;
        if (binding, does, *steps.get_mut(binding)?.get_or_insert(step)) != (there, as_well, step) {
            return None;
        }
    }
    Some(steps.into_iter().map(Option::unwrap_or_default).collect())
}
