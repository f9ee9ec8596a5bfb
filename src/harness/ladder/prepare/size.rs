//! The sizes at which a problem is run, and the largest that fits the device.

use super::variant_under_test::Parts;
use crate::device::{DeviceError, DeviceType, Facts, LimitName, buffer_fits};
use crate::harness::protocol::{Request, RunError};
use crate::lab::{Lab, Problem};

/// The size that suits the device. An exercise has a size of its own for the simulator's counters; elsewhere it is small enough that its
/// launches are not folded: that a student's kernel is right in rows is tried at a small size.
pub fn default_size(lab: &Lab, request: &Request, facts: &Facts, parts: &Parts) -> u32 {
    let attempt = request.job.as_attempt();
    let mut size = (lab.default_size)(facts);
    match attempt.and_then(|attempt| lab.exercise(&attempt.exercise)) {
        Some(exercise) if facts.kind == DeviceType::Simulated => exercise.size,
        Some(_) => {
            let allowed = facts.limits.max_workgroups;
            while size > 1 && folded(parts, size, allowed) {
                size /= 2;
            }
            size
        }
        None => size,
    }
}

/// The sizes that a run of `lab` on this device chooses from, the smallest first: halves of the largest that any device has by default,
/// down to what a CPU device has, as far as they fit. A CPU device keeps its own, and has a half and a quarter of it for one that is slow.
pub fn ladder(lab: &Lab, facts: &Facts, parts: &Parts) -> Vec<u32> {
    let of = |kind| (lab.default_size)(&Facts { kind, stands_for: None, ..facts.clone() });
    let (smallest, largest) = match facts.kind {
        DeviceType::Cpu => (of(DeviceType::Cpu) / 4, of(DeviceType::Cpu)),
        _ => (of(DeviceType::Cpu), of(DeviceType::Discrete)),
    };
    let halves = std::iter::successors(Some(largest), |size| Some(size / 2));
    let mut sizes: Vec<u32> = halves.take_while(|size| *size >= smallest.max(1)).collect();
    sizes.retain(|size| fits(facts, parts, *size).is_ok());
    sizes.reverse();
    sizes
}

/// The sizes below the main one at which everything is verified.
pub fn small_sizes(lab: &Lab, request: &Request, main: u32) -> Vec<u32> {
    let attempt = request.job.as_attempt();
    let exercise = attempt.and_then(|attempt| lab.exercise(&attempt.exercise));
    let mut sizes = match (request.sizes.as_slice(), exercise) {
        ([], Some(exercise)) => lab.sizes_of(exercise).to_vec(),
        ([], None) => lab.small_sizes.to_vec(),
        (asked, _) => asked.to_vec(),
    };
    sizes.retain(|&size| size != main);
    if attempt.is_some() && !sizes.is_empty() {
        // One element tells a student little of what is wrong with it: the smallest size comes last.
        sizes.rotate_left(1);
    }
    sizes
}

/// Whether a launch of one axis needs more workgroups than one dimension allows.
fn folded(parts: &Parts, size: u32, allowed: u32) -> bool {
    parts.iter().any(|(part, subjects)| {
        let problem = (part.problem)(size);
        let mut launches = subjects.iter().flat_map(|subject| {
            let passes = subject.variant.passes.iter();
            passes.zip(&subject.kernels)
        });
        launches.any(|(pass, kernel)| {
            let workgroups = pass.grid.workgroups(&problem, kernel, allowed);
            pass.grid.0.len() == 1 && workgroups.is_ok_and(|counts| counts[1] > 1)
        })
    })
}

/// That every part's buffers fit the device at `size`; else names the limit and the largest size that fits.
pub fn fits(facts: &Facts, parts: &Parts, size: u32) -> Result<(), RunError> {
    let fit =
        |size: u32| parts.iter().try_for_each(|(part, _)| too_large(&(part.problem)(size), facts).map_or(Ok(()), Err));
    let Err(error) = fit(size) else {
        return Ok(());
    };
    let (mut fitting, mut too_large) = (0, size);
    while too_large - fitting > 1 {
        let middle = fitting + (too_large - fitting) / 2;
        if fit(middle).is_ok() {
            fitting = middle;
        } else {
            too_large = middle;
        }
    }
    Err(RunError::unserved(format!(
        "--size {size} is too large for this device: {error}\nThe largest size that fits is {fitting}."
    )))
}

/// What the device cannot hold of `problem`; `None` where all fits.
pub fn too_large(problem: &Problem, facts: &Facts) -> Option<DeviceError> {
    if let Some((name, _)) = problem.extents.iter().find(|(_, extent)| *extent == u32::MAX) {
        return Some(DeviceError::Limit {
            what: format!("the extent `{name}`"),
            needed: "more than 2^32 - 2 elements".to_owned(),
            limit: LimitName::CountedInU32,
            device: "WGSL".to_owned(),
            allowed: "2^32 - 1".to_owned(),
        });
    }
    problem.buffers.iter().find_map(|buffer| buffer_fits(buffer.name, buffer.bytes(), facts).err())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{Device, Simulated};
    use crate::labs;
    use crate::sim::machine::Machine;

    #[test]
    fn a_gpu_chooses_from_halves_of_the_largest_down_to_a_cpu_device_s_own() {
        let machine = Machine::builtin("").expect("there is a default").clone();
        let simulated = Simulated::new(machine).facts().clone();
        let of = |kind| Facts { kind, stands_for: None, ..simulated.clone() };
        for lab in labs::ALL {
            let sizes = |kind| ladder(lab, &of(kind), &Vec::new());
            let (cpu, gpu) = (sizes(DeviceType::Cpu), sizes(DeviceType::Integrated));
            let own = |kind| (lab.default_size)(&of(kind));
            assert_eq!(cpu.last(), Some(&own(DeviceType::Cpu)), "{}", lab.name);
            assert_eq!(gpu.last(), Some(&own(DeviceType::Discrete)), "{}", lab.name);
            assert!(gpu[0] >= own(DeviceType::Cpu) && gpu.is_sorted() && gpu.len() > 2, "{}: {gpu:?}", lab.name);
            assert_eq!(gpu, sizes(DeviceType::Discrete), "{}", lab.name);
        }
    }
}
