//! The figures that a machine takes from its part of the GPU database.

use lockstep_gpus::Gpu;

use super::Machine;

/// Gives the machine each of the part's figures that its file does not state.
pub(super) fn fill(machine: &mut Machine, gpu: &Gpu) {
    let architecture = gpu.architecture;
    let sheet = format!("{}: {}", gpu.title(), gpu.source);
    let rates = format!("{}: {}", architecture.name, architecture.source);
    let part_units = machine.unit.part_units.unwrap_or(1);
    let a_unit = |rate: f64| rate * f64::from(part_units);
    // A data sheet's cache is the last level: L2 itself, which the file may state as another, or a memory-side cache behind it,
    // as where the whole chip shares memory and cache, or where the file knows more of such a cache.
    let cache = &machine.cache;
    let beyond = gpu.shared_memory || cache.last_latency_clocks.is_some() || cache.last_byte_per_s.is_some();
    let behind = gpu.l2.is_some() || cache.l2_bytes.is_some() && beyond;
    let whole = |bytes: f64| bytes as u64;
    let (l2, last) = match (behind, gpu.cache.map(whole)) {
        (true, cache) => (gpu.l2.map(whole), cache),
        (false, cache) => (cache, None),
    };

    let Machine { unit, cache, dram, sources, .. } = machine;
    let mut note = |set: bool, figure: &str, source: &str| {
        if set {
            sources.insert(figure.to_owned(), source.to_owned());
        }
    };
    let set = default(&mut unit.count, gpu.units.map(|units| units / part_units));
    note(set, "unit.count", &sheet);
    let set = default(&mut unit.clock_hz, gpu.clock);
    note(set, "unit.clock_hz", &sheet);
    let set = default(&mut unit.f32_flop_per_clock, architecture.f32.map(a_unit));
    note(set, "unit.f32_flop_per_clock", &rates);
    let set = default(&mut unit.f16_flop_per_clock, architecture.f16.map(a_unit));
    note(set, "unit.f16_flop_per_clock", &rates);
    let set = default(&mut dram.byte_per_s, gpu.bandwidth);
    note(set, "dram.byte_per_s", &sheet);
    let set = default(&mut cache.l2_bytes, l2);
    note(set, "cache.l2_bytes", &sheet);
    let set = default(&mut cache.last_bytes, last);
    note(set, "cache.last_bytes", &sheet);
}

/// Fills in a figure that is not stated. Returns whether it did.
fn default<T>(figure: &mut Option<T>, value: Option<T>) -> bool {
    let set = figure.is_none() && value.is_some();
    if set {
        *figure = value;
    }
    set
}

/// Adapts what was measured of the part that `first` stands on to `machine`, another part: rates of the device as a whole go along in
/// proportion, and the size of an L2 that is that part's own is not known. What a file `states` of the other part stays.
pub(super) fn adapt(machine: &mut Machine, first: &Machine, states: impl Fn(&str) -> bool) {
    if machine.source("cache.l2_bytes") == first.source("cache.l2_bytes") {
        machine.cache.l2_bytes = None;
        machine.sources.remove("cache.l2_bytes");
    }
    let ratio = |now: Option<f64>, then: Option<f64>| Some(now? / then?);
    let bandwidths = ratio(machine.dram.byte_per_s, first.dram.byte_per_s);
    let units = ratio(machine.unit.count.map(f64::from), first.unit.count.map(f64::from));
    let clocks = ratio(machine.unit.clock_hz, first.unit.clock_hz);
    let rates = units.zip(clocks).map(|(units, clocks)| units * clocks);

    let Machine { cache, dram, sources, .. } = machine;
    let mut scale = |figure: &mut Option<f64>, then: Option<f64>, name: &str, (ratio, with): (Option<f64>, &str)| {
        if figure.is_none() || states(name) {
            return;
        }
        *figure = then.zip(ratio).map(|(value, ratio)| value * ratio);
        let source = first.source(name).unwrap_or_default();
        sources
            .insert(name.to_owned(), format!("derived: that of {}, in proportion to {with} ({source})", first.device));
    };
    scale(&mut dram.copy_byte_per_s, first.dram.copy_byte_per_s, "dram.copy_byte_per_s", (bandwidths, "the bandwidth"));
    let then = &first.cache;
    scale(&mut cache.l2_byte_per_clock, then.l2_byte_per_clock, "cache.l2_byte_per_clock", (units, "the units"));
    scale(&mut cache.last_byte_per_s, then.last_byte_per_s, "cache.last_byte_per_s", (rates, "units and clock"));
}
