//! The measured compute roof.

use std::fmt;
use std::time::Duration;

use super::autotune::{Autotuner, Candidate};
use super::fma_chain::{FmaChain, SEEDS};
use super::microkernel::{ComputeShape, StepForm, other_workgroups, workgroup};
use super::search::{self, SearchSpace};
use super::{Ceiling, CeilingError};
use crate::device::{BufferId, Device, DeviceError, DeviceType, Facts, Launch, RuntimeChecks};
use crate::host::Host;

/// FLOPs of one step of one scalar.
const FLOP_PER_STEP: f64 = 2.0;
/// Scalar steps in a trip of the loop: enough that counting trips costs next to nothing, few enough for any
/// instruction cache.
const STEPS_PER_TRIP: u32 = 192;
/// Trips of the verified run, and of the one that is timed to size the batches.
const FEW_TRIPS: u32 = 3;
const SOME_TRIPS: u32 = 32;
/// More than this in one run of a loop, and lavapipe leaves it: llvmpipe counts to 65,535 at most.
const MOST_TRIPS: f64 = 32768.0;
/// The widest vector: `SEEDS` of them are seeds enough for every shape.
const WIDEST: usize = 4;

/// A compute shape that is ready to run.
pub struct Ready {
    shape: ComputeShape,
    /// Holds a [`FmaChain`]: each shape has a length of its own.
    chain: BufferId,
    trips: u32,
}

impl fmt::Display for Ready {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.fmt(f)
    }
}

/// What all compute shapes share.
pub struct ComputeSpace {
    seeds: BufferId,
    seed_values: Vec<f32>,
    results: BufferId,
    invocations: u32,
}

/// Tunes f32 multiply-add kernels on `device` for about `budget` by `host`'s clock, and yields FLOP/s; `a * y + b` counts as two.
/// Where `only` names one, as [`Ceiling::shape`] does, that one runs alone.
///
/// # Errors
/// [`CeilingError`] where the device fails or none of the kernels computes what it should.
pub async fn compute(
    device: &mut impl Device,
    budget: Duration,
    host: &dyn Host,
    only: Option<&str>,
) -> Result<Ceiling, CeilingError> {
    let mut tuner = Autotuner::new(budget, host);
    let space = ComputeSpace::new(device).await?;
    let outcome = search::run(&space, device, &mut tuner, only).await;
    for candidate in tuner.ranked() {
        device.free(candidate.shape.chain);
    }
    device.free(space.seeds);
    device.free(space.results);
    outcome
}

impl ComputeSpace {
    async fn new(device: &mut impl Device) -> Result<Self, CeilingError> {
        // Enough to fill the device many times over, so that the last, partly filled wave hardly counts.
        let invocations = match device.facts().kind {
            DeviceType::Discrete | DeviceType::Virtual => 1 << 21,
            DeviceType::Integrated | DeviceType::Other => 1 << 18,
            DeviceType::Cpu | DeviceType::Simulated => 1 << 13,
        };
        // Below the fixed point that every chain approaches, one half.
        let mut random = fastrand::Rng::with_seed(0x10c5);
        let seed_values: Vec<f32> = (0..SEEDS * WIDEST).map(|_| 0.1 + 0.35 * random.f32()).collect();
        let space = Self {
            seeds: device.allocate("seeds", (seed_values.len() * 4) as u64)?,
            seed_values,
            results: device.allocate("results", u64::from(invocations) * 4 * WIDEST as u64)?,
            invocations,
        };
        device.write(space.seeds, bytemuck::cast_slice(&space.seed_values)).await?;
        Ok(space)
    }
}

impl SearchSpace for ComputeSpace {
    type Shape = ComputeShape;
    type Ready = Ready;
    const FIRST: f64 = 0.5;
    const BEST: usize = 3;

    fn first(facts: &Facts) -> Vec<ComputeShape> {
        let workgroup = workgroup(facts, 256);
        let mut shapes = Vec::new();
        for chains in [12, 8, 4, 16, 2, 1] {
            for width in [1, 4, 2] {
                shapes.push(ComputeShape {
                    form: StepForm::Affine,
                    width,
                    chains,
                    unroll: (STEPS_PER_TRIP / (width * chains)).max(1),
                    workgroup,
                });
            }
        }
        shapes
    }

    fn refined(facts: &Facts, best: &[ComputeShape]) -> Vec<ComputeShape> {
        let Some(first) = best.first() else {
            return Vec::new();
        };
        let longer = ComputeShape { unroll: 2 * first.unroll, ..*first };
        let quadratic = best.iter().chain([&longer]).map(|shape| ComputeShape { form: StepForm::Quadratic, ..*shape });
        let sized = other_workgroups(facts, first.workgroup).map(|workgroup| ComputeShape { workgroup, ..longer });
        [longer].into_iter().chain(quadratic).chain(sized).collect()
    }

    fn shape(ready: &Ready) -> ComputeShape {
        ready.shape
    }

    async fn candidate(
        &self,
        device: &mut impl Device,
        tuner: &mut Autotuner<'_, Ready>,
        shape: ComputeShape,
    ) -> Result<Candidate<Ready>, CeilingError> {
        let pipeline = device.compile(&shape.kernel()?, RuntimeChecks::ZeroInit).await?;
        let chain = device.allocate("chain", 16)?;
        let launches = vec![Launch {
            pipeline,
            clears: Vec::new(),
            buffers: vec![((0, 0), chain), ((0, 1), self.seeds), ((0, 2), self.results)],
            workgroups: [self.invocations / shape.workgroup, 1, 1],
        }];
        device.write(chain, FmaChain::new(&shape, FEW_TRIPS).bytes()).await?;
        device.run(&launches, 1).await?;
        device.write(chain, FmaChain::new(&shape, SOME_TRIPS).bytes()).await?;
        let timing = device.run(&launches, 1).await?;
        let trips = (f64::from(SOME_TRIPS) * tuner.stretch(timing)).clamp(1.0, MOST_TRIPS) as u32;
        device.write(chain, FmaChain::new(&shape, trips).bytes()).await?;
        let steps = f64::from(shape.steps()) * f64::from(trips);
        let work = FLOP_PER_STEP * steps * f64::from(self.invocations);
        let ready = Ready { shape, chain, trips };
        Ok(Candidate::new(ready, launches, 1, work))
    }

    /// What is wrong with the results of `candidate`, if anything: of a short run, and of one like those that were timed.
    async fn fault(
        &self,
        device: &mut impl Device,
        candidate: &Candidate<Ready>,
    ) -> Result<Option<String>, DeviceError> {
        let Ready { shape, chain, trips } = &candidate.shape;
        let values = (self.invocations * shape.width) as usize;
        for trips in [FEW_TRIPS, *trips] {
            let parameters = FmaChain::new(shape, trips);
            device.write(*chain, parameters.bytes()).await?;
            device.write(self.results, &vec![0xff; values * 4]).await?;
            device.run(&candidate.launches, 1).await?;
            let bytes = device.read(self.results, values as u64 * 4).await?;
            let got: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes);
            if let Some(fault) = parameters.fault(&self.seed_values, &got) {
                return Ok(Some(format!("{} computed {fault}", candidate.shape)));
            }
        }
        Ok(None)
    }
}
