//! What a launch waits for: the path of each workgroup, and the loads that a unit has under way.

use super::term::Term;
use super::time_by_resource::TimeByResource;
use super::{Lengths, Limit, Path};

impl TimeByResource<'_> {
    /// Each round of resident workgroups takes at least the path of one of them, and the launch that of the longest.
    pub fn latency(&self) -> Term {
        let demand = self.demand;
        if demand.subgroup_instructions == 0 {
            return self.term(Limit::Latency, 0, [], |[]| 0.0);
        }
        let (Some(occupancy), Some(units)) = (demand.occupancy, self.machine.unit.count) else {
            let missing = if demand.occupancy.is_none() { "residency.subgroups" } else { "unit.count" };
            return Term { limit: Limit::Latency, time_s: None, missing: vec![missing] };
        };
        if occupancy.workgroups == 0 {
            return Term { limit: Limit::Latency, time_s: None, missing: vec!["room on a unit for one workgroup"] };
        }
        let workgroups = demand.workgroups.max(1);
        let per_unit = workgroups.div_ceil(u64::from(units));
        let rounds = per_unit.div_ceil(u64::from(occupancy.workgroups)) as f64;
        let Lengths { paths, longest, .. } = demand.lengths;
        let (unit, cache) = (&self.machine.unit, &self.machine.cache);
        // Without a latency, what is left is still waited for.
        let mut missing = Vec::new();
        let mut or_none = |figure: Option<f64>, name: &'static str| {
            missing.extend(figure.is_none().then_some(name));
            figure.unwrap_or(0.0)
        };
        let begin = or_none(self.machine.launch.workgroup_clocks, "launch.workgroup_clocks") + self.store_clocks();
        let alu = or_none(unit.alu_latency_clocks, "unit.alu_latency_clocks");
        let shared = match paths.shared_waits {
            0 => 0.0,
            _ => or_none(self.machine.shared.latency_clocks, "shared.latency_clocks"),
        };
        let local = match paths.local_waits {
            0 => 0.0,
            _ => or_none(cache.l1_latency_clocks, "cache.l1_latency_clocks"),
        };
        let global = if paths.global_waits == 0 { 0.0 } else { self.load_latency(&mut missing) };
        let slot = self.issue_clocks();
        let drawn = self.draw_clocks(global);
        let term = self.term(Limit::Latency, demand.subgroup_instructions, [self.clock()], |[clock]| {
            let clocks = |path: Path| {
                // A load's latency, which a chase of pointers measures, is that of the instruction, too.
                let waits = path.shared_waits + path.global_waits + path.local_waits;
                let chain = path.chain.saturating_sub(waits);
                let alu = (chain as f64 * alu).max(path.instructions as f64 * slot);
                let shared = path.shared_waits as f64 * shared + path.turns as f64;
                let ahead = path.ahead_waits.min(path.global_waits);
                // What only the next pass needs comes beside this one.
                let busy = alu + shared + path.local_waits as f64 * local;
                busy.max(ahead as f64 * global) + (path.global_waits - ahead) as f64 * global
            };
            let mean = begin + clocks(paths) / workgroups as f64;
            (rounds * mean).max(self.rounds_before_heaviest() * mean + begin + clocks(longest)).max(drawn) / clock
        });
        Term { missing: [term.missing, missing].concat(), ..term }
    }

    /// Clocks in which the loads of the busiest unit come from beyond level 1, where it is known how much it waits for at a time.
    fn draw_clocks(&self, latency: f64) -> f64 {
        let traffic = self.demand.traffic.unwrap_or_default();
        let sectors = traffic.l1_read_sectors.saturating_sub(traffic.l1_read_hits);
        let bytes = sectors as f64 * f64::from(self.machine.sector_bytes()) * self.busiest_share().unwrap_or(1.0);
        self.machine.cache.bytes_under_way.map_or(0.0, |most| bytes * latency / most)
    }

    /// Whether units that work while others idle would draw more in this time than their part of what all of them draw together, and it
    /// is not known how much one draws at most.
    pub fn draws_more_than_known(&self, time_s: f64) -> bool {
        let (machine, workgroups) = (self.machine, self.demand.workgroups);
        let units = u64::from(machine.unit.count.unwrap_or(0));
        if workgroups == 0 || workgroups >= units || machine.cache.bytes_under_way.is_some() {
            return false;
        }
        let traffic = self.demand.traffic.unwrap_or_default();
        let read = |sectors: u64| (sectors * u64::from(machine.sector_bytes())) as f64;
        let part = workgroups as f64 / units as f64;
        let exceeds = |bytes: f64, rate: Option<f64>| rate.is_some_and(|rate| bytes > rate * part * time_s);
        let level2 = machine.cache.l2_byte_per_clock.zip(machine.unit.clock_hz).map(|(rate, clock)| rate * clock);
        exceeds(traffic.dram_read_bytes.unwrap_or(0) as f64, machine.dram.copy_byte_per_s.or(machine.dram.byte_per_s))
            || exceeds(read(traffic.l2_read_sectors), level2)
    }

    /// Clocks for which a workgroup waits for its stores before the next takes its place.
    fn store_clocks(&self) -> f64 {
        let stores = self.demand.traffic.is_some_and(|traffic| traffic.l2_write_sectors > 0);
        self.machine.launch.store_clocks.filter(|_| stores).unwrap_or(0.0)
    }

    /// Clocks for which an instruction occupies its scheduler: more than one where a subgroup is wider than the lanes.
    fn issue_clocks(&self) -> f64 {
        let unit = &self.machine.unit;
        let width = f64::from(self.machine.subgroup_width());
        let lanes = unit.lanes.zip(unit.issue_per_clock).map(|(lanes, issue)| lanes / issue);
        lanes.map_or(1.0, |lanes| (width / lanes).max(1.0))
    }

    /// The mean latency of a wait in clocks. Loads that are waited for together take as long as the one that comes from furthest,
    /// and few of those are waited for together: so each of them is taken to be in a wait of its own, as far as there are waits.
    /// Where a level's latency is not known, that of the one before it stands in, which is shorter.
    fn load_latency(&self, missing: &mut Vec<&'static str>) -> f64 {
        let cache = &self.machine.cache;
        let Some(traffic) = self.demand.traffic else {
            missing.push("cache.l2_bytes");
            return 0.0;
        };
        let names =
            ["cache.l1_latency_clocks", "cache.l2_latency_clocks", "cache.last_latency_clocks", "dram.latency_clocks"];
        let mut latencies = [
            cache.l1_latency_clocks,
            cache.l2_latency_clocks,
            cache.last_latency_clocks,
            self.machine.dram.latency_clocks,
        ];
        let mut known = 0.0;
        for ((latency, name), loads) in latencies.iter_mut().zip(names).zip(traffic.waited) {
            missing.extend((loads > 0 && latency.is_none()).then_some(name));
            known = *latency.insert(latency.unwrap_or(known));
        }
        let loads = traffic.waited.iter().sum::<u64>() as f64;
        let waits = loads / self.loads_a_wait();
        let (mut clocks, mut left) = (0.0, waits);
        for (latency, loads) in latencies.into_iter().zip(traffic.waited).rev() {
            let here = left.min(loads as f64);
            clocks += here * latency.unwrap_or(0.0);
            left -= here;
        }
        if waits > 0.0 { clocks / waits } else { 0.0 }
    }

    /// How many loads a subgroup waits for together.
    fn loads_a_wait(&self) -> f64 {
        let paths = self.demand.lengths.paths;
        (paths.loads as f64 / paths.global_waits.max(1) as f64).max(1.0)
    }
}
