//! The sectors that a launch would touch if other invocations of a workgroup were neighbours.

use super::evidence::Evidence;
use super::request::Request;
use crate::AccessKind;
use crate::count::footprint;
use crate::estimate::Limit;

/// Sectors that loads touch, and those that stores and atomics do.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Touched {
    loads: u64,
    others: u64,
}

impl Touched {
    pub fn all(self) -> u64 {
        self.loads + self.others
    }

    fn add(&mut self, request: &Request<'_>, sectors: u64) {
        let kind = if request.0.does == AccessKind::Reads { &mut self.loads } else { &mut self.others };
        *kind += sectors * request.0.all.requests;
    }
}

/// Another arrangement of a workgroup.
#[derive(Debug, Clone, Copy)]
pub(super) enum Arranged {
    /// With x and y swapped.
    Swapped,
    /// In rows of so many lanes.
    InRows(u32),
}

/// The sectors of all accesses now and when so arranged, where that is known of each.
pub(super) fn touched(evidence: &Evidence<'_>, arranged: Arranged) -> Option<(Touched, Touched)> {
    let [x, ..] = evidence.workgroup_size;
    let (mut now, mut then) = (Touched::default(), Touched::default());
    for request in evidence.every_request() {
        let Some((sectors, _)) = request.sectors() else {
            continue;
        };
        let (along, across) = distances(&request, x)?;
        let (row, along, across) = match arranged {
            Arranged::Swapped => (x, across, along),
            Arranged::InRows(lanes) => (lanes, along, across),
        };
        let places = request.0.lanes.iter().map(|(lane, _)| offset_of_lane(*lane, row, along, across));
        // Only distances count: the addresses of a first request may descend.
        let least = places.clone().min()?;
        let mut addresses: Vec<u32> = places.map(|place| (place - least) as u32).collect();
        now.add(&request, sectors);
        then.add(&request, footprint(&mut addresses, request.0.bytes, evidence.machine.sector_bytes()).sectors);
    }
    Some((now, then))
}

/// Where a lane's address lies, from lane 0's on, in rows of so many.
fn offset_of_lane(lane: u32, row: u32, along: i64, across: i64) -> i64 {
    i64::from(lane % row) * along + i64::from(lane / row) * across
}

/// Bytes from a lane's address to its neighbour's along x and along y, where these explain all addresses: a third dimension
/// does not.
fn distances(request: &Request<'_>, x: u32) -> Option<(i64, i64)> {
    let along = request.step()?;
    let across = request.step_of_rows(x, along)?;
    let (first, from) = *request.0.lanes.first()?;
    let apart = |lane: u32| offset_of_lane(lane, x, along, across) - offset_of_lane(first, x, along, across);
    let mut lanes = request.0.lanes.iter();
    lanes.all(|(lane, address)| i64::from(*address) - i64::from(from) == apart(*lane)).then_some((along, across))
}

/// Whether L2 would then take longer than the caches do now: a sector that L1 keeps for the next load costs L2 nothing, but
/// each store goes to L2.
pub(super) fn burdens_level2(evidence: &Evidence<'_>, then: Touched) -> bool {
    let term = |limit| evidence.estimate.term_s(limit).unwrap_or(0.0);
    let Some(traffic) = evidence.demand.traffic else {
        return false;
    };
    let now = traffic.l2_read_sectors + traffic.l2_write_sectors;
    let least = then.others + then.loads.min(traffic.l2_read_sectors);
    term(Limit::Level2) * least as f64 > now as f64 * term(Limit::Level1).max(term(Limit::Level2))
}
