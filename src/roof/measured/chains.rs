//! The measured roofs of what is not f32 arithmetic: f16, packed dot products, matrix units. Their chains are exact, and count their steps.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use half::f16;

use super::autotune::{Autotuner, Candidate};
use super::microkernel::{each_chain, overrides, plural, workgroup};
use super::search::{self, SearchSpace};
use super::{Ceiling, CeilingError};
use crate::device::{BufferId, Device, DeviceError, DeviceType, Facts, Launch, RuntimeChecks};
use crate::host::Host;
use crate::kernel::{Kernel, KernelError};
use crate::roof::floor::Precision;

/// Steps of all chains in a trip of the loop.
const STEPS_PER_TRIP: u32 = 96;
/// Trips of the verified run, and of the one that is timed to size the batches.
const FEW_TRIPS: u32 = 3;
const SOME_TRIPS: u32 = 32;
/// As in compute.rs.
const MOST_TRIPS: f64 = 32768.0;
/// As in the kernels: starts repeat after this many invocations.
const STARTS: u32 = 61;
/// Elements of a matrix, and the chains at most.
const ELEMENTS: usize = 256;
const MOST_CHAINS: u32 = 8;

/// What a device must have to multiply and add in `precision`; `None` where there is no kernel that measures it.
pub fn offered(precision: Precision, facts: &Facts) -> Option<bool> {
    use crate::device::Feature;
    match precision {
        Precision::F16 => Some(facts.has(Feature::F16)),
        Precision::Int8Dot => Some(true),
        // Of subgroups whose width the launch chooses it is not known how many there are.
        Precision::MatrixF16F32 => {
            Some(facts.has(Feature::CooperativeMatrix16x16F16) && facts.subgroup_min == facts.subgroup_max)
        }
        Precision::F32 | Precision::MatrixF16 => None,
    }
}

/// Tunes chains in `precision` on a device that has it, as [`super::compute`] does those in f32, and yields FLOP/s or operations a second.
///
/// # Errors
/// [`CeilingError`] where the device fails or none of the kernels computes what it should.
pub async fn chains(
    precision: Precision,
    device: &mut impl Device,
    budget: Duration,
    host: &dyn Host,
    only: Option<&str>,
) -> Result<Ceiling, CeilingError> {
    match precision {
        Precision::F16 => tune::<Half>(device, budget, host, only).await,
        Precision::Int8Dot => tune::<Dot>(device, budget, host, only).await,
        Precision::MatrixF16F32 => tune::<Matrix>(device, budget, host, only).await,
        Precision::F32 | Precision::MatrixF16 => unreachable!("there is no kernel for them"),
    }
}

/// What a chain is made of.
pub trait Chain {
    const NAME: &'static str;
    const SOURCE: &'static str;

    /// Operations of a step of one chain of an invocation; `width` are the invocations of a subgroup.
    fn work(width: u32) -> f64;

    /// What the kernel's operands are.
    fn operands() -> Vec<u8>;

    /// Words of results that an invocation stores.
    fn stored(_chains: u32, _width: u32) -> u32 {
        1
    }

    /// The word that belongs at a place of the results.
    fn word(at: u32, chains: u32, steps: u32) -> u32;
}

pub struct Half;
pub struct Dot;
pub struct Matrix;

/// All chains of an invocation, as its word has them.
fn together(chains: u32, end: impl Fn(u32) -> u32) -> u32 {
    (0..chains).fold(0, |all: u32, chain| all << 1 ^ end(chain))
}

impl Chain for Half {
    const NAME: &'static str = "pairs of f16";
    const SOURCE: &'static str = include_str!("half.wgsl");

    fn work(_width: u32) -> f64 {
        4.0
    }

    fn operands() -> Vec<u8> {
        let [a, b] = [1.0, 1.0 / 1024.0].map(|value| u32::from(f16::from_f32(value).to_bits()) * 0x1_0001);
        bytemuck::cast_slice(&[a, b]).to_vec()
    }

    fn word(at: u32, chains: u32, steps: u32) -> u32 {
        let end = |chain| f16::from_f32(1.0 + (at % STARTS + chain + steps) as f32 / 1024.0).to_bits();
        together(chains, |chain| u32::from(end(chain)) * 0x1_0001)
    }
}

impl Chain for Dot {
    const NAME: &'static str = "packed dot products";
    const SOURCE: &'static str = include_str!("dot.wgsl");

    fn work(_width: u32) -> f64 {
        8.0
    }

    fn operands() -> Vec<u8> {
        bytemuck::cast_slice(&[0x7b35_d361_u32, 0x0123_4567]).to_vec()
    }

    fn word(at: u32, chains: u32, steps: u32) -> u32 {
        let dot = |x: u32, y: u32| -> u32 {
            let products = x.to_le_bytes().into_iter().zip(y.to_le_bytes());
            products.map(|(x, y)| i32::from(x as i8) * i32::from(y as i8)).sum::<i32>() as u32
        };
        let start = |chain: u32| (at % STARTS + chain).wrapping_mul(0x9e37_79b1);
        let end = |chain| (0..steps).fold(start(chain), |y, _| dot(y, 0x7b35_d361).wrapping_add(0x0123_4567));
        together(chains, end)
    }
}

impl Chain for Matrix {
    const NAME: &'static str = "matrices of 16 x 16, f16 with sums in f32";
    const SOURCE: &'static str = include_str!("matrix.wgsl");

    fn work(width: u32) -> f64 {
        2.0 * 16.0 * ELEMENTS as f64 / f64::from(width)
    }

    fn operands() -> Vec<u8> {
        let identity = (0..ELEMENTS).map(|at| if at % 17 == 0 { 1.0 } else { 0.0 });
        let small = std::iter::repeat_n(1.0 / 1024.0, ELEMENTS);
        identity.chain(small).flat_map(|value| f16::from_f32(value).to_bits().to_le_bytes()).collect()
    }

    fn stored(chains: u32, width: u32) -> u32 {
        chains * ELEMENTS as u32 / width
    }

    fn word(at: u32, chains: u32, steps: u32) -> u32 {
        let chain = at / ELEMENTS as u32 % chains;
        (chain as f32 + steps as f32 / 1024.0).to_bits()
    }
}

/// So many chains in a workgroup of so many invocations.
pub struct Shape<C> {
    pub chains: u32,
    pub workgroup: u32,
    of: PhantomData<C>,
}

impl<C> Clone for Shape<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Shape<C> {}

impl<C: Chain> fmt::Display for Shape<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (chains, workgroup) = (plural(self.chains, "chain"), self.workgroup);
        write!(f, "{chains} of {}, {} steps unrolled, workgroups of {workgroup}", C::NAME, self.unroll())
    }
}

impl<C: Chain> Shape<C> {
    fn of(chains: u32, workgroup: u32) -> Self {
        Self { chains, workgroup, of: PhantomData }
    }

    /// Steps of each chain in a trip.
    pub fn unroll(&self) -> u32 {
        STEPS_PER_TRIP / self.chains
    }

    /// The shape as a kernel.
    ///
    /// # Errors
    /// [`KernelError`] only where the template is at fault.
    pub fn kernel(&self) -> Result<Kernel, KernelError> {
        let mut source = String::new();
        for line in C::SOURCE.replace("CHAINS", &format!("{}u", self.chains)).lines() {
            match line.split_once("; // ") {
                Some((_, "chain")) => each_chain(self.chains, line, &mut source),
                Some((code, "step")) => {
                    (0..self.unroll()).for_each(|_| each_chain(self.chains, &format!("{code};"), &mut source));
                }
                _ => source += &format!("{line}\n"),
            }
        }
        Kernel::parse(&format!("measured/chains ({self})"), &source, None, &overrides(self.workgroup))
    }
}

/// A shape that is ready to run, with the buffer that holds its trips.
pub struct Ready<C> {
    shape: Shape<C>,
    trips: BufferId,
}

impl<C: Chain> fmt::Display for Ready<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.fmt(f)
    }
}

/// What all shapes share.
pub struct ChainSpace<C> {
    operands: BufferId,
    starts: BufferId,
    results: BufferId,
    invocations: u32,
    width: u32,
    of: PhantomData<C>,
}

async fn tune<C: Chain>(
    device: &mut impl Device,
    budget: Duration,
    host: &dyn Host,
    only: Option<&str>,
) -> Result<Ceiling, CeilingError> {
    let mut tuner = Autotuner::new(budget, host);
    let space = ChainSpace::<C>::new(device).await?;
    let outcome = search::run(&space, device, &mut tuner, only).await;
    for candidate in tuner.ranked() {
        device.free(candidate.shape.trips);
    }
    for buffer in [space.operands, space.starts, space.results] {
        device.free(buffer);
    }
    outcome
}

impl<C: Chain> ChainSpace<C> {
    /// Its buffers on `device`.
    pub async fn new(device: &mut impl Device) -> Result<Self, CeilingError> {
        let invocations = match device.facts().kind {
            DeviceType::Discrete | DeviceType::Virtual => 1 << 18,
            DeviceType::Integrated | DeviceType::Other => 1 << 16,
            DeviceType::Cpu | DeviceType::Simulated => 1 << 11,
        };
        let (width, operands) = (device.facts().subgroup_min.max(1), C::operands());
        let starts: Vec<f32> = (0..MOST_CHAINS as usize * ELEMENTS).map(|at| (at / ELEMENTS) as f32).collect();
        let words = u64::from(invocations) * u64::from(C::stored(MOST_CHAINS, width));
        let space = Self {
            operands: device.allocate("operands", operands.len() as u64)?,
            starts: device.allocate("starts", starts.len() as u64 * 4)?,
            results: device.allocate("results", words * 4)?,
            invocations,
            width,
            of: PhantomData,
        };
        device.write(space.operands, &operands).await?;
        device.write(space.starts, bytemuck::cast_slice(&starts)).await?;
        Ok(space)
    }
}

impl<C: Chain> SearchSpace for ChainSpace<C> {
    type Shape = Shape<C>;
    type Ready = Ready<C>;
    const FIRST: f64 = 0.6;
    const BEST: usize = 1;

    fn first(facts: &Facts) -> Vec<Shape<C>> {
        let workgroup = workgroup(facts, 256);
        [8, 4, 2, 1].map(|chains| Shape::of(chains, workgroup)).into()
    }

    fn refined(facts: &Facts, best: &[Shape<C>]) -> Vec<Shape<C>> {
        best.first().map_or(Vec::new(), |best| vec![Shape::of(best.chains, workgroup(facts, 128))])
    }

    fn shape(ready: &Ready<C>) -> Shape<C> {
        ready.shape
    }

    async fn candidate(
        &self,
        device: &mut impl Device,
        tuner: &mut Autotuner<'_, Ready<C>>,
        shape: Shape<C>,
    ) -> Result<Candidate<Ready<C>>, CeilingError> {
        let kernel = shape.kernel()?;
        let pipeline = device.compile(&kernel, RuntimeChecks::ZeroInit).await?;
        let trips = device.allocate("trips", 4)?;
        let all = [(0, trips), (1, self.operands), (2, self.results), (3, self.starts)];
        let bound = all.into_iter().take(kernel.bindings.len()).map(|(at, buffer)| ((0, at), buffer)).collect();
        let workgroups = [self.invocations / shape.workgroup, 1, 1];
        let launches = vec![Launch { pipeline, clears: Vec::new(), buffers: bound, workgroups }];
        device.write(trips, &FEW_TRIPS.to_le_bytes()).await?;
        device.run(&launches, 1).await?;
        device.write(trips, &SOME_TRIPS.to_le_bytes()).await?;
        let timing = device.run(&launches, 1).await?;
        let many = (f64::from(SOME_TRIPS) * tuner.stretch(timing)).clamp(1.0, MOST_TRIPS) as u32;
        device.write(trips, &many.to_le_bytes()).await?;
        let steps = f64::from(shape.chains * shape.unroll()) * f64::from(many);
        let work = C::work(self.width) * steps * f64::from(self.invocations);
        Ok(Candidate::new(Ready { shape, trips }, launches, 1, work))
    }

    /// What is wrong with the results of a short run, if anything.
    async fn fault(
        &self,
        device: &mut impl Device,
        candidate: &Candidate<Ready<C>>,
    ) -> Result<Option<String>, DeviceError> {
        let Ready { shape, trips } = &candidate.shape;
        let words = self.invocations * C::stored(shape.chains, self.width);
        device.write(*trips, &FEW_TRIPS.to_le_bytes()).await?;
        device.write(self.results, &vec![0xff; words as usize * 4]).await?;
        device.run(&candidate.launches, 1).await?;
        let bytes = device.read(self.results, u64::from(words) * 4).await?;
        let got: Vec<u32> = bytemuck::pod_collect_to_vec(&bytes);
        let right = |at: u32| C::word(at, shape.chains, FEW_TRIPS * shape.unroll());
        let wrong = (0..words).zip(got).find(|(at, got)| *got != right(*at));
        Ok(wrong.map(|(at, got)| format!("{shape} computed {got:#x} instead of {:#x} at index {at}", right(at))))
    }
}
