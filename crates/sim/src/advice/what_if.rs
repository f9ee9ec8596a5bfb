//! What a change to a kernel would save, by the estimate of what it would then ask of the machine.

use super::evidence::Evidence;
use super::request::Request;
use super::volume::AGAIN;
use crate::AccessKind;
use crate::cache::Traffic;
use crate::estimate::{Demand, Lengths, Path, estimate};
use crate::execution_trace::AddressSpace;
use crate::occupancy::{Footprint, occupancy};
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

/// Loads of each word of workgroup memory between barriers from which on several results share it: the steps of a sort or a sum load each
/// about once.
const REUSED: f64 = 2.0;

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
        self.saved_by(then).filter(|saved| *saved >= GAIN)
    }

    /// The same whether it is worth a try or not; less than nothing where that takes longer.
    pub(super) fn saved_by(&self, then: &Demand) -> Option<f64> {
        let own = |time: Option<f64>| Some(time? - self.estimate.launch_s.unwrap_or(0.0)).filter(|own| *own > 0.0);
        let (now, then) = (own(self.estimate.time_s)?, own(estimate(self.machine, then).time_s)?);
        Some(1.0 - then / now)
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
        let reused = self.passes_of_phase() >= REUSED;
        let of_workgroup = || loads().filter(|request| reused && request.wavefronts().is_some());
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

    /// How often the words of workgroup memory are loaded from a barrier to the next, on average; by several lanes, or several times.
    fn passes_of_phase(&self) -> f64 {
        let loads = self.every_request().filter(|request| {
            request.0.does == AccessKind::Reads && request.wavefronts().is_some() && request.0.lanes.len() > 1
        });
        let each = |request: Request<'_>| request.0.lanes.len() as u64 * u64::from(request.0.bytes);
        let bytes: u64 = loads.map(|request| request.0.all.requests * each(request)).sum();
        let phases = self.demand.workgroups as f64 * (self.demand.barriers as f64 / self.subgroups() + 1.0);
        bytes as f64 / (phases * f64::from(self.footprint.shared_bytes.max(1)))
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
    pub(super) fn with_vectors(&self, requests: u64, memory: AddressSpace) -> Option<f64> {
        self.gain_of(&self.without_requests(3 * requests / 4, memory))
    }

    /// What the launch asks for with so many requests fewer, whose bytes the others move.
    fn without_requests(&self, gone: u64, memory: AddressSpace) -> Demand {
        let demand = *self.demand;
        let issued = 1.0 - gone as f64 / demand.subgroup_instructions.max(1) as f64;
        let [storage, shared] = if memory == AddressSpace::Storage { [gone, 0] } else { [0, gone] };
        Demand {
            subgroup_instructions: demand.subgroup_instructions.saturating_sub(gone),
            global_requests: demand.global_requests.saturating_sub(storage),
            shared_wavefronts: demand.shared_wavefronts.saturating_sub(shared),
            lengths: demand.lengths.issuing(issued),
            ..demand
        }
    }

    /// The same without the instructions that make the addresses of so many requests.
    fn without_addresses(&self, gone: u64, demand: Demand) -> Demand {
        let addresses = (gone as f64 * self.address_instructions()).min(demand.integer_instructions as f64);
        let scaled =
            |all: u64, of: u64| (all as f64 * (1.0 - addresses / (of as f64).max(1.0)).max(0.0)).round() as u64;
        let share = 1.0 - (addresses / demand.subgroup_instructions.max(1) as f64).min(1.0);
        Demand {
            subgroup_instructions: scaled(demand.subgroup_instructions, demand.subgroup_instructions),
            arithmetic_instructions: scaled(demand.arithmetic_instructions, demand.arithmetic_instructions),
            integer_instructions: scaled(demand.integer_instructions, demand.integer_instructions),
            multiplies: scaled(demand.multiplies, demand.integer_instructions),
            lengths: demand.lengths.issuing(share),
            ..demand
        }
    }

    /// What is saved, or less than nothing, where registers keep what so many requests ask for again.
    pub(super) fn with_kept(&self, again: u64, memory: AddressSpace) -> Option<f64> {
        let demand = self.without_addresses(again, self.without_requests(again, memory));
        let left = |all: u64| 1.0 - (again as f64 / all.max(1) as f64).min(1.0);
        if memory != AddressSpace::Storage {
            let lengths = demand.lengths.waiting([1.0, left(self.counters.shared_requests)]);
            return self.saved_by(&Demand { lengths, ..demand });
        }
        let share = left(self.demand.global_requests);
        let scaled = |all: u64| (all as f64 * share).round() as u64;
        self.saved_by(&Demand {
            global_bytes: scaled(demand.global_bytes),
            global_wavefronts: demand.global_wavefronts.map(scaled),
            lengths: demand.lengths.waiting([share, 1.0]),
            traffic: demand.traffic.map(|traffic| Traffic { l1_lookups: scaled(traffic.l1_lookups), ..traffic }),
            ..demand
        })
    }

    /// What is saved, or less than nothing, where so many times as many workgroups have as many times fewer invocations each.
    pub(super) fn with_smaller_workgroups(&self, times: u64) -> Option<f64> {
        let (demand, footprint, by) = (*self.demand, self.footprint, u32::try_from(times).ok()?);
        let size = footprint.workgroup_size.div_ceil(by);
        let smaller = Footprint { workgroup_size: size, shared_bytes: footprint.shared_bytes / by, ..footprint };
        let mut lengths = demand.lengths;
        lengths.paths = lengths.paths.times(times as f64);
        lengths.heaviest /= times;
        let occupancy = occupancy(self.machine, smaller);
        self.saved_by(&Demand { workgroups: times * demand.workgroups, lengths, occupancy, ..demand })
    }

    /// What the launch waits for loads where each request brings what it asks for, and no later one finds some of that in level 1: so many
    /// requests, which touch so many sectors then.
    pub(super) fn with_new_sectors(&self, requests: u64, sectors: u64) -> Demand {
        let demand = *self.demand;
        let spread = |traffic: Traffic| {
            let (all, far) = (traffic.waited.iter().sum::<u64>(), traffic.waited[1..].iter().sum::<u64>());
            let missed = traffic.l1_read_sectors.saturating_sub(traffic.l1_read_hits);
            let then = (missed as f64 * requests as f64 / sectors.max(1) as f64).min(requests as f64);
            let more = (then / far.max(1) as f64).max(1.0).min(all as f64 / far.max(1) as f64);
            let [_, levels @ ..] = traffic.waited.map(|waited| (waited as f64 * more) as u64);
            let near = all.saturating_sub(levels.iter().sum());
            Traffic { waited: [near, levels[0], levels[1], levels[2]], ..traffic }
        };
        Demand { traffic: demand.traffic.map(spread), ..demand }
    }

    /// Whether twice as many workgroups at a time would still find in level 1 what each lane left there of its sectors.
    fn keeps_sectors_of_twice_as_many(&self) -> bool {
        let served = self.demand.traffic.is_some_and(|traffic| 2 * traffic.l1_read_hits > traffic.l1_read_sectors);
        let (Some(bytes), Some(units), Some(occupancy)) =
            (self.machine.cache.l1_bytes, self.machine.unit.count, self.occupancy)
        else {
            return true;
        };
        let at_work = (2 * self.demand.workgroups).div_ceil(units.into()).min(occupancy.workgroups.into());
        let subgroups = at_work * u64::from(self.footprint.workgroup_size.div_ceil(self.machine.subgroup_width()));
        let reads =
            self.every_request().filter(|request| request.0.does == AccessKind::Reads && request.step().is_some());
        let apart = reads.filter_map(|request| request.sectors()).filter(|(sectors, ideal)| sectors > ideal);
        let lines = apart.map(|(sectors, _)| sectors).max().unwrap_or(0);
        !served || lines * subgroups * u64::from(self.machine.line_bytes()) <= bytes
    }

    /// What is saved where twice as many workgroups share the work.
    pub(super) fn with_twice_the_workgroups(&self) -> Option<f64> {
        if !self.keeps_sectors_of_twice_as_many() {
            return None;
        }
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

/// Paths on which such a share of the waits for storage are for workgroup memory.
pub(super) fn through_workgroup_memory(lengths: Lengths, share: f64) -> Lengths {
    let moved = |path: Path, from: Path| {
        let waits = (from.global_waits as f64 * share).round() as u64;
        Path { shared_waits: from.shared_waits + waits, ..path }
    };
    let left = lengths.waiting([1.0 - share, 1.0]);
    Lengths { paths: moved(left.paths, lengths.paths), longest: moved(left.longest, lengths.longest), ..left }
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
