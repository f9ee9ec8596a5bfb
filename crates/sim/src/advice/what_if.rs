//! What a change to a kernel would save, by the estimate of what it would then ask of the machine.

use super::evidence::Evidence;
use super::request::Request;
use super::volume::AGAIN;
use crate::AccessKind;
use crate::cache::Traffic;
use crate::estimate::{Demand, Lengths, Path, estimate};
use crate::si_units::digits3;

/// The share of a kernel's own time that a change must save to be worth a try: estimates of two kernels that differ by less may as
/// well stand the other way round (`benches/` compares them with measured times).
pub(super) const GAIN: f64 = 0.1;

/// So many times the results in each invocation, and what they leave of the loads of operands: of one that all lanes share as many times
/// fewer; of others, as a square tile of results shares those of its rows and its columns.
struct Results {
    times: u64,
    of_shared: f64,
    of_others: f64,
}

const TWICE: Results = Results { times: 2, of_shared: 0.5, of_others: 0.75 };
const FOUR_TIMES: Results = Results { times: 4, of_shared: 0.25, of_others: 0.5 };

/// Instructions on integers of which at most an address is made: a product, a sum, and the two comparisons of a bounds check.
const OF_ADDRESS: f64 = 4.0;

/// How many times as fast a kernel is that saves such a share of its time.
pub(super) fn times(saved: f64) -> f64 {
    1.0 / (1.0 - saved)
}

/// What is said of a change that saves such a share.
pub(super) fn faster(saved: f64) -> String {
    format!("{} times as fast by estimate", digits3(times(saved)))
}

impl Evidence<'_> {
    /// The share of the kernel's own time that is saved if it asks for `then`, where that is worth a try.
    pub(super) fn gain_of(&self, then: &Demand) -> Option<f64> {
        let own = |time: Option<f64>| Some(time? - self.estimate.launch_s.unwrap_or(0.0)).filter(|own| *own > 0.0);
        let (now, then) = (own(self.estimate.time_s)?, own(estimate(self.machine, then).time_s)?);
        Some(1.0 - then / now).filter(|saved| *saved >= GAIN)
    }

    /// Whether the addresses of an access are what memory holds, with no constant distance between neighbouring lanes.
    pub(super) fn is_gathered(&self, request: &Request<'_>) -> bool {
        let sample = request.0;
        request.step().is_none() && self.kernel.gathers.contains(&(sample.line, sample.name.clone()))
    }

    /// Results of the launch: elements that it stores, or as many as it has invocations, whichever are more.
    pub(super) fn results(&self) -> f64 {
        let stores =
            self.every_request().filter(|request| request.0.does == AccessKind::Writes && request.sectors().is_some());
        let stored: u64 = stores.map(|request| request.0.all.bytes / u64::from(request.0.bytes.max(1))).sum();
        (self.demand.workgroups * u64::from(self.footprint.workgroup_size)).max(stored) as f64
    }

    /// Whether the lanes of an access would lie side by side, and a condition leaves some of them out.
    pub(super) fn leaves_out(&self, request: &Request<'_>) -> bool {
        let step = request.step().or_else(|| request.step_of_masked());
        let masked = request.0.lanes.len() < request.0.width as usize;
        masked
            && step == Some(i64::from(request.0.bytes))
            && self.workgroup_size[1] == 1
            && request.some_of_each().is_none()
    }

    /// The share of the sectors of storage memory that lines with gathered addresses touch.
    pub(super) fn gathered(&self) -> f64 {
        let gathers = |line: u32| self.requests(line).any(|request| self.is_gathered(&request));
        let lines = self.lines.iter().filter(|line| gathers(line.line));
        lines.map(|line| line.global_sectors).sum::<u64>() as f64 / self.counters.global_sectors.max(1) as f64
    }

    /// How many times the results to make in each invocation, and what is saved by loading each operand of theirs once.
    pub(super) fn several_results(&self) -> Option<(u64, f64)> {
        let gain = |results: &Results| Some((results.times, self.gain_of(&self.with_results(results))?));
        let gains = [TWICE, FOUR_TIMES].into_iter().filter_map(|results| gain(&results));
        gains.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }

    /// What the launch asks for with more results in each invocation.
    fn with_results(&self, results: &Results) -> Demand {
        let demand = *self.demand;
        let loads = || self.every_request().filter(|request| request.0.does == AccessKind::Reads);
        let is_operand = |request: &Request<'_>| request.passes() >= AGAIN && !self.is_gathered(request);
        let stored = || loads().filter(|request| request.sectors().is_some()).filter(is_operand);
        let of_workgroup = || loads().filter(|request| request.wavefronts().is_some());
        let share =
            |request: &Request<'_>| 1.0 - if request.step() == Some(0) { results.of_shared } else { results.of_others };
        let requests = |request: Request<'_>| request.0.all.requests as f64 * share(&request);
        let (of_storage, of_shared): (f64, f64) = (stored().map(requests).sum(), of_workgroup().map(requests).sum());
        let bytes: f64 = stored().map(|request| request.0.all.bytes as f64 * share(&request)).sum();
        let left = |all: u64, gone: f64| 1.0 - (gone / (all as f64).max(1.0)).min(1.0);
        let scaled = |all: u64, share: f64| (all as f64 * share).round() as u64;
        let (storage, shared) =
            (left(demand.global_requests, of_storage), left(self.counters.shared_requests, of_shared));
        let gone = of_storage + of_shared;
        let addresses = gone * self.address_instructions();
        let issued = left(demand.subgroup_instructions, gone + addresses);
        let integer = left(demand.integer_instructions, addresses);
        let arithmetic = left(demand.arithmetic_instructions, addresses);
        let traffic =
            demand.traffic.map(|traffic| Traffic { l1_lookups: scaled(traffic.l1_lookups, storage), ..traffic });
        Demand {
            workgroups: demand.workgroups.div_ceil(results.times),
            subgroup_instructions: scaled(demand.subgroup_instructions, issued),
            arithmetic_instructions: scaled(demand.arithmetic_instructions, arithmetic),
            integer_instructions: scaled(demand.integer_instructions, integer),
            multiplies: scaled(demand.multiplies, integer),
            global_requests: scaled(demand.global_requests, storage),
            global_bytes: scaled(demand.global_bytes, left(demand.global_bytes, bytes)),
            global_wavefronts: demand.global_wavefronts.map(|all| scaled(all, storage)),
            shared_wavefronts: scaled(demand.shared_wavefronts, shared),
            shared_bytes: scaled(demand.shared_bytes, shared),
            lengths: beside(demand.lengths.issuing(issued), results.times),
            traffic,
            ..demand
        }
    }

    /// The instructions that make and check the address of a load: those on integers, where there are more of them than of those on the
    /// floats that the kernel computes with.
    fn address_instructions(&self) -> f64 {
        let demand = self.demand;
        let loads = (demand.global_requests + self.counters.shared_requests).max(1) as f64;
        match demand.f32_flop > 0 && demand.integer_instructions > demand.float_instructions {
            true => (demand.integer_instructions as f64 / loads).min(OF_ADDRESS),
            false => 0.0,
        }
    }

    /// What is saved where a quarter of `requests` is left, each of which moves four times as much.
    pub(super) fn with_vectors(&self, requests: u64) -> Option<f64> {
        let demand = *self.demand;
        let gone = 3 * requests / 4;
        let issued = 1.0 - gone as f64 / demand.subgroup_instructions.max(1) as f64;
        self.gain_of(&Demand {
            subgroup_instructions: demand.subgroup_instructions.saturating_sub(gone),
            global_requests: demand.global_requests.saturating_sub(gone),
            lengths: demand.lengths.issuing(issued),
            ..demand
        })
    }

    /// What is saved where twice as many workgroups share the work.
    pub(super) fn with_twice_the_workgroups(&self) -> Option<f64> {
        let demand = *self.demand;
        let mut lengths = demand.lengths;
        lengths.heaviest /= 2;
        lengths.longest = lengths.longest.times(0.5);
        self.gain_of(&Demand { workgroups: 2 * demand.workgroups, lengths, ..demand })
    }

    /// What is saved where loads are waited for twice as many at a time.
    pub(super) fn with_half_the_waits(&self) -> Option<f64> {
        let lengths = self.demand.lengths.waiting([0.5, 1.0]);
        self.gain_of(&Demand { lengths, ..*self.demand })
    }

    /// What is saved where twice as many instructions that need each other's results are under way.
    pub(super) fn with_half_the_chain(&self) -> Option<f64> {
        let mut lengths = self.demand.lengths;
        lengths.paths.chain /= 2;
        lengths.longest.chain /= 2;
        self.gain_of(&Demand { lengths, ..*self.demand })
    }
}

/// Paths of so many times fewer workgroups, in each of which so many results wait at a time.
fn beside(lengths: Lengths, times: u64) -> Lengths {
    let share = 1.0 / times as f64;
    let mut lengths = lengths.waiting([share, share]);
    lengths.paths.chain /= times;
    lengths.longest.instructions *= times;
    // One workgroup's waits stay as they were.
    let longest = lengths.longest;
    lengths.longest =
        Path { global_waits: times * longest.global_waits, shared_waits: times * longest.shared_waits, ..longest };
    Lengths { heaviest: times * lengths.heaviest, ..lengths }
}
