//! The filling kernel, compiled and tried.

use crate::device::{BufferId, Device, DeviceError, Launch, PipelineId, RuntimeChecks};
use crate::harness::ladder::compare_on_device::LEAST;
use crate::kernel::{Kernel, Overrides};
use crate::lab::{Data, Fill, Problem, Role};
use crate::verify::{behind, to_the_end};

/// The kernel. Its constants `WIDTH` and `TURNS` say how many vectors one workgroup fills.
const SOURCE: &str = include_str!("fill.wgsl");

/// Words that one workgroup fills.
const GROUP: usize = 4 * 256 * 16;

/// The filling kernel on one device, which makes the bits there that the host makes.
pub struct Filler {
    pipeline: PipelineId,
    /// Words from which on a buffer is filled on the device.
    least: usize,
}

impl Filler {
    /// What fills the large inputs of these problems; `None` where none is large, or where the device makes other bits of a trial.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    pub async fn of_problems(device: &mut impl Device, problems: &[Problem]) -> Result<Option<Self>, DeviceError> {
        let mut buffers = problems.iter().flat_map(|problem| &problem.buffers);
        match buffers.any(|buffer| matches!(buffer.role, Role::Input(_)) && buffer.len >= LEAST) {
            true => Self::of(device, SOURCE).await,
            false => Ok(None),
        }
    }

    async fn of(device: &mut impl Device, source: &str) -> Result<Option<Self>, DeviceError> {
        let overrides: Overrides = (0..3).map(|at| (format!("behind_{at}"), f64::from(behind(at)))).collect();
        let Ok(kernel) = Kernel::parse("fill.wgsl", source, None, &overrides) else {
            return Ok(None);
        };
        // It writes no further than buffers of ours go.
        let pipeline = match device.compile(&kernel, RuntimeChecks::ZeroInit).await {
            Ok(pipeline) => pipeline,
            Err(error @ DeviceError::Lost(_)) => return Err(error),
            Err(_) => return Ok(None),
        };
        let mut filler = Self { pipeline, least: 1 };
        for (seed, fill) in (1..).zip(TRIED) {
            let data = Data::new(*fill, seed, GROUP + 2 + seed as usize);
            if !filler.makes(device, &data).await? {
                return Ok(None);
            }
        }
        filler.least = LEAST;
        Ok(Some(filler))
    }

    /// Whether the device makes what the host does, and the same behind it.
    async fn makes(&self, device: &mut impl Device, data: &Data) -> Result<bool, DeviceError> {
        let words = to_the_end(data.whole());
        let bytes = 4 * words.len() as u64;
        let buffer = device.allocate("filled", bytes)?;
        device.cycle(buffer, &[!words[0]], bytes).await?;
        let filled = self.fill(device, buffer, data).await;
        let read = device.read(buffer, bytes).await;
        device.free(buffer);
        filled?;
        Ok(read? == bytemuck::cast_slice::<u32, u8>(&words))
    }

    /// Fills `buffer` with `data`, and up to where it ends with what is no input; whether it does.
    ///
    /// # Errors
    /// [`DeviceError`] where the run failed.
    pub async fn fill(&self, device: &mut impl Device, buffer: BufferId, data: &Data) -> Result<bool, DeviceError> {
        let Some(hashed) = data.hashed().filter(|_| data.len() >= self.least) else {
            return Ok(false);
        };
        let [key, other] = hashed.keys;
        let step = hashed.step.map_or(0, f32::to_bits);
        let floats = u32::from(hashed.step.is_some());
        let words = [key, other, hashed.first as u32, hashed.count, step, floats, data.len() as u32, 0];
        let about = device.allocate("hashed", 4 * words.len() as u64)?;
        device.write(about, bytemuck::cast_slice(&words)).await?;
        let launch = Launch {
            pipeline: self.pipeline,
            clears: Vec::new(),
            buffers: vec![((0, 0), about), ((0, 1), buffer)],
            workgroups: [data.len().div_ceil(GROUP) as u32, 1, 1],
        };
        let ran = device.run(&[launch], 1).await;
        device.free(about);
        ran.map(|_| true)
    }
}

/// Fillings that are tried: each form, and numbers of many and of few bits.
const TRIED: &[Fill] = &[
    Fill::Random,
    Fill::Uniform(-16.0, 16.0),
    Fill::Below(u32::MAX),
    Fill::Random,
    Fill::Below(9),
    Fill::Uniform(0.25, 1.0),
    Fill::Uniform(2047.0, 2049.0),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Simulated;
    use crate::sim::machine::Machine;

    fn is_taken(source: &str) -> bool {
        let mut simulator = Simulated::new(Machine::builtin("").expect("there is a default").clone());
        pollster::block_on(Filler::of(&mut simulator, source)).expect("the simulator is not lost").is_some()
    }

    #[test]
    fn a_device_makes_the_words_that_the_host_makes() {
        assert!(is_taken(SOURCE));
    }

    #[test]
    fn a_kernel_that_makes_other_words_is_not_taken() {
        let broken = [
            ("0x21f0aaadu", "0x21f0aaafu"),
            ("(middle & half);", "middle;"),
            ("vec4(hashed.first)", "vec4(0)"),
            ("turn < TURNS;", "turn < TURNS - 1u;"),
            ("select(behind, words, at < vec4(hashed.words))", "words"),
            ("third == vec4(1u)", "third == vec4(2u)"),
            ("hashed.floats == 1u", "true"),
            ("at ^ vec4(hashed.keys.x)", "at"),
        ];
        for (right, wrong) in broken {
            assert!(SOURCE.contains(right), "{right}");
            assert!(!is_taken(&SOURCE.replace(right, wrong)), "{right} -> {wrong}");
        }
    }
}
