//! The device's roofs: theoretical and measured.

use std::time::Duration;

use crate::device::{Device, DeviceError, DeviceType, Facts, Feature, Identity, Queried};
use crate::harness::protocol::{
    ByteRate, ComputeRoof, FlopRate, Job, MemoryRoof, Request, Roof, Roofs, RunError, TunedRates,
};
use crate::host::Host;
use crate::lab::Need;
use crate::labs;
use crate::roof::floor::Precision;
use crate::roof::host_memory::{self, CopyRate};
use crate::roof::measured::{self, Ceiling, CeilingError};
use crate::roof::theory::given::GivenPeaks;
use crate::roof::theory::{self, Theory};
use crate::units::BytePerSecond;

/// All roofs of `device`.
///
/// # Errors
/// [`RunError`] where `lockstep.toml` cannot be read or the device was lost.
pub async fn roofs(
    device: &mut impl Device,
    facts: &Facts,
    request: &Request,
    host: &dyn Host,
) -> Result<Roofs, RunError> {
    if let Some(simulator) = device.simulated() {
        return Ok(Roofs::of_machine(simulator.machine(), request.peak_flops, request.peak_bandwidth));
    }
    let mut theory = theoretical(facts, &device.queried(), request, host)?;
    // Two kernels are held against each other, and not against the roofs.
    let (compute, beside, memory, copied) = if request.quick || matches!(request.job, Job::Candidates { .. }) {
        (None, Vec::new(), None, None)
    } else {
        let notes = &mut theory.notes;
        let compute = measured(measured::compute(device, budget(facts), host, None).await, "arithmetic", notes)?;
        let beside = measured_beside(device, facts, request, host, notes).await?;
        let set = working_set(facts, theory.cache.value, theory.memory.value);
        let memory = measured(measured::memory(device, set, budget(facts), host, None).await, "memory", notes)?;
        let copied = (facts.kind == DeviceType::Cpu).then(|| host_roof(set, notes, host));
        (compute, beside, memory, copied)
    };
    let beside = with_theory(beside, &theory);
    Ok(Roofs {
        compute: ComputeRoof {
            precision: "f32".to_owned(),
            theoretical: Roof::of(&theory.f32, |flop_per_s| FlopRate { flop_per_s }),
            measured: compute.map(|ceiling| ceiling_roof(ceiling, |flop_per_s| FlopRate { flop_per_s })),
        },
        beside,
        memory: MemoryRoof {
            theoretical: Roof::of(&theory.memory, |byte_per_s| ByteRate { byte_per_s }),
            measured: memory.map(|ceiling| ceiling_roof(ceiling, |byte_per_s| ByteRate { byte_per_s })),
            host: copied,
        },
        last_level_cache: theory.cache.value,
        clock_hz: theory.clock.value,
        notes: theory.notes,
    })
}

/// What the kernels that were tuned for `roofs` reach in this process; nothing where none was tuned, or one of them no longer computes
/// what it should.
///
/// # Errors
/// [`RunError`] where the device was lost.
pub async fn measure_again(
    device: &mut impl Device,
    facts: &Facts,
    roofs: &Roofs,
    host: &dyn Host,
) -> Result<TunedRates, RunError> {
    let rate = |result: Result<Ceiling, CeilingError>| match result {
        Err(CeilingError::Device(lost @ DeviceError::Lost(_))) => Err(RunError::unserved(lost)),
        result => Ok(result.ok().map(|ceiling| ceiling.rate)),
    };
    let mut rates = TunedRates::default();
    if let Some(roof) = roofs.compute.measured.as_ref().filter(|roof| !roof.shape.is_empty()) {
        rates.flop_per_s = rate(measured::compute(device, budget(facts), host, Some(&roof.shape)).await)?;
    }
    if let Some(roof) = roofs.memory.measured.as_ref().filter(|roof| !roof.shape.is_empty()) {
        let set = working_set(facts, roofs.last_level_cache, roofs.memory.theoretical.rate.byte_per_s);
        rates.byte_per_s = rate(measured::memory(device, set, budget(facts), host, Some(&roof.shape)).await)?;
    }
    Ok(rates)
}

/// What is measured of arithmetic other than f32: all that the device offers, or of a lab what its variants need.
async fn measured_beside(
    device: &mut impl Device,
    facts: &Facts,
    request: &Request,
    host: &dyn Host,
    notes: &mut Vec<String>,
) -> Result<Vec<(Precision, Roof<FlopRate>)>, RunError> {
    let mut roofs = Vec::new();
    for precision in Precision::BESIDE.into_iter().filter(|precision| is_wanted(*precision, &request.job)) {
        match measured::offered(precision, facts) {
            None => {}
            Some(false) => roofs.push((precision, not_offered(facts, precision))),
            Some(true) => {
                let found = measured::chains(precision, device, budget(facts), host, None).await;
                let ceiling = measured(found, precision.words(), notes)?;
                let roof = ceiling.map(|ceiling| ceiling_roof(ceiling, |flop_per_s| FlopRate { flop_per_s }));
                roofs.extend(roof.map(|roof| (precision, roof)));
            }
        }
    }
    Ok(roofs)
}

/// Whether a job has rows that are held against `precision`; one without a lab is a survey of the device.
fn is_wanted(precision: Precision, job: &Job) -> bool {
    let Job::Ladder { lab, .. } = job else {
        return false;
    };
    let Some(lab) = labs::find(lab) else {
        return true;
    };
    let needs = lab.parts.iter().flat_map(|part| part.ladder).flat_map(|variant| variant.needs);
    let needs: Vec<Need> = needs.copied().collect();
    match precision {
        Precision::F16 => needs.contains(&Need::Feature(Feature::F16)),
        Precision::MatrixF16F32 => needs.contains(&Need::HalfMatrices),
        _ => false,
    }
}

fn not_offered(facts: &Facts, precision: Precision) -> Roof<FlopRate> {
    let why = match precision {
        Precision::F16 => facts.without(Feature::F16),
        _ if facts.has(Feature::CooperativeMatrix16x16F16) => "its subgroups have no one size".to_owned(),
        _ => facts.without(Feature::CooperativeMatrix16x16F16),
    };
    Roof { source: "not offered".to_owned(), detail: why, ..Roof::default() }
}

/// The roofs of arithmetic other than f32, measured and theoretical, as far as something is known.
fn with_theory(measured: Vec<(Precision, Roof<FlopRate>)>, theory: &Theory) -> Vec<ComputeRoof> {
    let of = |precision: Precision| {
        let measured = measured.iter().find(|(of, _)| *of == precision).map(|(_, roof)| roof.clone());
        let figure = precision.roof(theory);
        (measured.is_some() || figure.is_known()).then(|| ComputeRoof {
            precision: precision.name().to_owned(),
            theoretical: Roof::of(figure, |flop_per_s| FlopRate { flop_per_s }),
            measured,
        })
    };
    Precision::BESIDE.into_iter().filter_map(of).collect()
}

/// How long the tuning for one roof may take: a lab on a CPU device ends within 20 s.
fn budget(facts: &Facts) -> Duration {
    Duration::from_millis(if facts.kind == DeviceType::Cpu { 700 } else { 1200 })
}

/// A working set counts as coming from memory once it is this many times the last-level cache.
pub const BEYOND_CACHE: f64 = 4.0;

/// A copy's working set where the cache is not known: beyond the largest of GPUs' caches (96 MiB on Radeon RX 7900,
/// 126 MB on B200), or of the caches that a core of a shared CPU can call its own.
const UNKNOWN_CACHE: f64 = 128e6;

/// A copy takes this long at least, in seconds, at the data sheet's rate: from the end of one launch to the next a GPU takes some
/// microseconds, which must not be part of the rate. On an NVIDIA H200 launches with nothing to do came each 1.9 us, a copy of four
/// times its cache took 52 us, and a lab's kernel with more to copy was 4 % above the roof.
const LONG_COPY: f64 = 200e-6;

/// Bytes that the copy behind the memory roof touches.
fn working_set(facts: &Facts, cache: Option<f64>, byte_per_s: Option<f64>) -> u64 {
    let beyond = cache.unwrap_or(UNKNOWN_CACHE) * BEYOND_CACHE;
    let wanted = beyond.max(byte_per_s.unwrap_or(0.0) * LONG_COPY) as u64;
    // Two buffers share it; each must fit one binding.
    let limits = facts.limits;
    wanted.min(2 * limits.max_storage_binding.min(limits.max_buffer_size))
}

/// What a copy on the host itself reaches: a device that runs on the CPU has no theoretical memory roof.
fn host_roof(set: u64, notes: &mut Vec<String>, host: &dyn Host) -> Roof<ByteRate> {
    let CopyRate { byte_per_s, detail } = host_memory::copy_rate(set as usize / 2, host);
    let roof = Roof {
        rate: ByteRate { byte_per_s: Some(byte_per_s) },
        source: "measured".to_owned(),
        detail,
        ..Roof::default()
    };
    notes.extend(host_note(&roof));
    roof
}

/// What was measured on the host itself, in a sentence.
pub fn host_note(roof: &Roof<ByteRate>) -> Option<String> {
    let rate = BytePerSecond(roof.rate.byte_per_s?);
    Some(format!("the host's memory: measured {rate} ({})", roof.detail))
}

/// A ceiling, or a note why there is none.
fn measured(
    result: Result<Ceiling, CeilingError>,
    what: &str,
    notes: &mut Vec<String>,
) -> Result<Option<Ceiling>, RunError> {
    match result {
        Ok(ceiling) => Ok(Some(ceiling)),
        Err(CeilingError::Device(lost @ DeviceError::Lost(_))) => Err(RunError::unserved(lost)),
        Err(error) => {
            notes.push(format!("the roof of {what} could not be measured: {error}"));
            Ok(None)
        }
    }
}

fn ceiling_roof<R>(ceiling: Ceiling, rate: impl Fn(Option<f64>) -> R) -> Roof<R> {
    Roof {
        rate: rate(Some(ceiling.rate)),
        source: "measured".to_owned(),
        detail: ceiling.detail,
        shape: ceiling.shape,
        another_run: None,
    }
}

/// What is known of a device without running anything on it.
///
/// # Errors
/// [`RunError`] where `lockstep.toml` cannot be read.
pub fn theoretical(facts: &Facts, queried: &Queried, request: &Request, host: &dyn Host) -> Result<Theory, RunError> {
    let mut given = GivenPeaks::load(host).map_err(RunError::unserved)?;
    given.flop_per_s = request.peak_flops;
    given.byte_per_s = request.peak_bandwidth;
    let mut identity = Identity::of(facts);
    let named = request.gpu.as_ref().filter(|_| facts.kind != DeviceType::Cpu);
    if let Some(name) = named {
        identity.name.clone_from(name);
    }
    let mut theory = theory::theory(&identity, queried, &given);
    theory.notes.extend(named.map(|name| format!("the theoretical roofs are those of “{name}”, as you named the GPU")));
    if facts.kind == DeviceType::Cpu && !theory.cache.is_known() {
        theory.cache = host_memory::last_level_cache();
    }
    Ok(theory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Rooted;
    use crate::sim::machine::Machine;

    #[test]
    fn a_copy_is_beyond_the_cache_and_long_beside_a_launch() {
        let device = crate::device::Simulated::new(Machine::builtin("").expect("a machine").clone());
        let set = |cache, rate| working_set(device.facts(), cache, rate);
        assert_eq!(set(Some(72e6), Some(1e12)), 288_000_000);
        assert_eq!(set(Some(60e6), Some(4.8e12)), 960_000_000);
        assert_eq!((set(None, None), set(Some(1e6), None)), (512_000_000, 4_000_000));
    }

    #[test]
    fn a_gpu_that_is_named_has_its_peaks_where_its_device_tells_no_name() {
        let nobody = tempfile::tempdir().expect("a folder");
        let found = |kind, gpu: Option<&str>| {
            let machine = Machine::builtin("").expect("a machine").clone();
            let device = crate::device::Simulated::new(machine);
            let facts = Facts { name: String::new(), kind, ..device.facts().clone() };
            let request = Request { gpu: gpu.map(str::to_owned), ..Request::new(Job::ladder("tiling")) };
            theoretical(&facts, &Queried::default(), &request, &Rooted::at(nobody.path())).expect("it is derived")
        };
        let named = found(DeviceType::Other, Some("RTX 4090"));
        assert_eq!(named.memory.value, Some(1008e9), "{named:?}");
        assert!(named.notes.iter().any(|note| note.contains("“RTX 4090”")));
        assert_eq!(found(DeviceType::Other, None).memory.value, None);
        assert_eq!(found(DeviceType::Cpu, Some("RTX 4090")).memory.value, None);
    }
}
