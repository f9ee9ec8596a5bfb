//! The comparing kernel, compiled and tried.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::self_test;
use super::standard::{Standard, vectors};
use crate::device::{BufferId, Device, DeviceError, DeviceType, Launch, PipelineId, RuntimeChecks};
use crate::kernel::{Kernel, Overrides, Scalar};
use crate::lab::{Buffer, Problem};

/// The kernel. Its constant `SHARE` says how many vectors one workgroup compares.
pub const SOURCE: &str = include_str!("compare.wgsl");

/// Words of a record of what a workgroup found, in the order of the kernel's `Found`.
const RECORD: usize = 8;

/// Elements of which the bounds go up in one piece: 64 MiB of words.
pub const PIECE: usize = 1 << 24;

/// Elements from which on a buffer is compared on the device: a host reads fewer back sooner than it works out their bounds.
pub const LEAST: usize = 1 << 20;

/// How many times the largest problem what outputs are held against may take on the device: copies of the inputs, and two bounds and a
/// copy of an output; the points of a sweep share it.
const ROOM: u64 = 4;

/// What stands where no element is closest to a bound.
const NOWHERE: u32 = u32::MAX;

/// What was found in an output, or in an input.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Elements compared.
    pub elements: usize,
    /// Elements that are wrong, and those never written among them.
    pub wrong: u64,
    /// Of each workgroup, the element that comes closest to its bounds, and its bits; none where all are in the middle.
    pub closest: Vec<(usize, u32)>,
    /// Of each piece, the sums of what was compared, which is 0 where there is one bound only, of the lower bounds, and of the upper ones.
    sums: Vec<[u32; 3]>,
}

impl Found {
    /// Whether every element was compared, with bounds that are the host's own.
    pub fn is_sound(&self, standard: &Standard) -> bool {
        let own = |(piece, sums): (&super::standard::Piece, &[u32; 3])| {
            sums[1] == piece.low.sum && piece.high.is_none_or(|high| sums[2] == high.sum)
        };
        self.elements == standard.elements() && standard.pieces.iter().zip(&self.sums).all(own)
    }

    /// Whether that holds and nothing is wrong.
    pub fn is_right(&self, standard: &Standard) -> bool {
        self.wrong == 0 && self.is_sound(standard)
    }

    /// The sum of each piece of what was compared.
    pub fn sums(&self) -> impl Iterator<Item = u32> {
        self.sums.iter().map(|sums| sums[0])
    }
}

/// The comparing kernel on one device, for the types that a run needs.
pub struct Comparer {
    pipelines: Vec<(Variety, PipelineId)>,
    /// Elements of a piece.
    pub piece: usize,
    /// Elements from which on a buffer is compared on the device.
    pub least: usize,
    /// Bytes that what outputs are held against may still take on the device.
    pub room: AtomicU64,
    distrust: Mutex<Option<String>>,
}

/// What the kernel is compiled for: a type, and whether the lowest value allowed is the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety {
    pub scalar: Scalar,
    pub one_bound: bool,
}

impl Comparer {
    /// What compares the large buffers of these problems; `None` where the host is as quick with all of them.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    pub async fn of_problems(device: &mut impl Device, problems: &[Problem]) -> Result<Option<Self>, DeviceError> {
        let large = problems.iter().flat_map(|problem| &problem.buffers).filter(|buffer| buffer.len >= LEAST);
        let large: Vec<&Buffer> = large.collect();
        if large.is_empty() {
            return Ok(None);
        }
        let outputs = large.iter().filter(|buffer| buffer.role.is_output());
        let scalars: Vec<Scalar> = outputs.map(|output| output.scalar).collect();
        let comparer = Self::new(device, &scalars).await?;
        let largest = problems.iter().map(Problem::working_set).max().unwrap_or(0);
        comparer.room.store(ROOM * largest, Ordering::Relaxed);
        Ok(Some(comparer))
    }

    /// Compiles the kernel for outputs of these types and for inputs, and tries it.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    pub async fn new(device: &mut impl Device, scalars: &[Scalar]) -> Result<Self, DeviceError> {
        Self::of(device, SOURCE, scalars).await
    }

    /// The same, of this source.
    pub(super) async fn of(device: &mut impl Device, source: &str, scalars: &[Scalar]) -> Result<Self, DeviceError> {
        let outputs = scalars.iter().flat_map(|scalar| [true, false].map(|one| (*scalar, one)));
        let mut comparer = Self {
            pipelines: Vec::new(),
            piece: PIECE,
            least: LEAST,
            room: AtomicU64::new(u64::MAX),
            distrust: Mutex::default(),
        };
        for (scalar, one_bound) in outputs.chain([(Scalar::U32, true)]) {
            let variety = Variety { scalar, one_bound };
            if comparer.pipelines.iter().any(|(known, _)| *known == variety) {
                continue;
            }
            match compile(device, source, variety).await {
                Ok(pipeline) => comparer.pipelines.push((variety, pipeline)),
                Err(error @ DeviceError::Lost(_)) => return Err(error),
                Err(error) => comparer.distrust(format!("the comparing kernel does not run there: {error}")),
            }
            if comparer.distrusted().is_none()
                && let Some(missed) = self_test::missed(device, &comparer, variety).await?
            {
                comparer.distrust(missed.to_string());
            }
        }
        Ok(comparer)
    }

    /// Why nothing that it says is taken; `None` where it is trusted.
    pub fn distrusted(&self) -> Option<String> {
        self.reason().clone()
    }

    fn reason(&self) -> MutexGuard<'_, Option<String>> {
        self.distrust.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on nothing that it says is taken.
    pub fn distrust(&self, why: String) {
        self.reason().get_or_insert(why);
    }

    /// Whether there is room for so many more bytes to hold outputs against.
    pub fn has_room(&self, bytes: u64) -> bool {
        bytes <= self.room.load(Ordering::Relaxed)
    }

    fn set_room(&self, to: impl Fn(u64) -> u64) {
        self.room.store(to(self.room.load(Ordering::Relaxed)), Ordering::Relaxed);
    }

    /// What was made to hold outputs against, which takes its room; `None` where the device had none.
    ///
    /// # Errors
    /// [`DeviceError`] for any other reason that it was not made.
    pub fn made(&self, made: Result<Standard, DeviceError>) -> Result<Option<Standard>, DeviceError> {
        match made {
            Ok(made) => {
                self.set_room(|room| room.saturating_sub(made.bytes()));
                Ok(Some(made))
            }
            Err(DeviceError::OutOfMemory(_) | DeviceError::Limit { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Gives what was made back.
    pub fn unmake(&self, device: &mut impl Device, made: Standard) {
        self.set_room(|room| room.saturating_add(made.bytes()));
        made.free(device);
    }

    /// Holds what stands in `got` against `standard`, where `poison` is no right value.
    ///
    /// # Errors
    /// [`DeviceError`] where the run failed.
    pub async fn compare(
        &self,
        device: &mut impl Device,
        got: BufferId,
        standard: &Standard,
        poison: u32,
    ) -> Result<Found, DeviceError> {
        let groups: Vec<usize> = standard.pieces.iter().map(|piece| groups(standard.scalar, piece.elements)).collect();
        let bytes = 4 * (RECORD * groups.iter().sum::<usize>()) as u64;
        let found = device.allocate("found", bytes)?;
        device.cycle(found, &[NOWHERE], bytes).await?;
        // Bound where there are no upper bounds: no buffer is bound twice.
        let none = device.allocate("no upper bounds", 16)?;
        let (mut launches, mut slot, mut first) = (Vec::new(), 0, 0);
        for (piece, groups) in standard.pieces.iter().zip(&groups) {
            let words = [first, piece.low.first, piece.elements, poison as usize, slot].map(|word| word as u32);
            let about = device.allocate("piece", 4 * words.len() as u64)?;
            device.write(about, bytemuck::cast_slice(&words)).await?;
            let one_bound = piece.high.is_none();
            let high = piece.high.map_or(none, |high| high.buffer);
            launches.push(Launch {
                pipeline: self.pipeline(Variety { scalar: standard.scalar, one_bound })?,
                clears: Vec::new(),
                buffers: (0..).map(|binding| (0, binding)).zip([about, got, piece.low.buffer, high, found]).collect(),
                workgroups: [*groups as u32, 1, 1],
            });
            (slot, first) = (slot + groups, first + vectors(standard.scalar, piece.elements));
        }
        let ran = device.run(&launches, 1).await;
        let read = device.read(found, bytes).await;
        launches.iter().for_each(|launch| device.free(launch.buffers[0].1));
        [found, none].into_iter().for_each(|buffer| device.free(buffer));
        ran?;
        Ok(gather(bytemuck::pod_collect_to_vec(&read?), &groups, standard))
    }

    fn pipeline(&self, variety: Variety) -> Result<PipelineId, DeviceError> {
        let known = self.pipelines.iter().find(|(known, _)| *known == variety);
        let missing = || DeviceError::Refused(format!("no comparing kernel was compiled for {:?}", variety.scalar));
        known.map(|(_, pipeline)| *pipeline).ok_or_else(missing)
    }
}

/// Workgroups that compare so many elements.
fn groups(scalar: Scalar, elements: usize) -> usize {
    vectors(scalar, elements).div_ceil(GROUP)
}

/// Vectors that one workgroup compares: `SHARE` of the kernel.
pub const GROUP: usize = 4096;

/// Invocations of a workgroup. A driver for processors runs its subgroups one after the other: with a single one a workgroup reads
/// straight on, which takes half the time of the leaps of many.
fn width(device: &impl Device) -> u32 {
    let facts = device.facts();
    if facts.kind == DeviceType::Cpu { facts.subgroup_max.clamp(1, 256) } else { 256 }
}

async fn compile(device: &mut impl Device, source: &str, variety: Variety) -> Result<PipelineId, DeviceError> {
    let kind = match variety.scalar {
        Scalar::F32 => 0.0,
        Scalar::U32 => 1.0,
        Scalar::I32 => 2.0,
        Scalar::F16 => 3.0,
    };
    let values = [("kind", kind), ("one_bound", f64::from(variety.one_bound)), ("width", f64::from(width(device)))];
    let overrides: Overrides = values.map(|(name, value)| (name.to_owned(), value)).into();
    let kernel = Kernel::parse("compare.wgsl", source, None, &overrides)
        .map_err(|error| DeviceError::Refused(error.to_string()))?;
    // It reads no further than buffers of ours go.
    device.compile(&kernel, RuntimeChecks::ZeroInit).await
}

/// What all workgroups found together; see the kernel's `Found`.
fn gather(records: Vec<u32>, groups: &[usize], standard: &Standard) -> Found {
    let mut found = Found::default();
    let (mut slot, mut first) = (0, 0);
    for (piece, groups) in standard.pieces.iter().zip(groups) {
        let mut sums = [0u32; 3];
        for record in records[RECORD * slot..RECORD * (slot + groups)].chunks_exact(RECORD) {
            let &[elements, wrong, place, bits, got_sum, low_sum, high_sum, _] = record else { continue };
            found.elements += elements as usize;
            found.wrong += u64::from(wrong);
            if (place as usize) < piece.elements {
                found.closest.push((first + place as usize, bits));
            }
            for (sum, more) in sums.iter_mut().zip([got_sum, low_sum, high_sum]) {
                *sum = sum.wrapping_add(more);
            }
        }
        found.sums.push(sums);
        (slot, first) = (slot + groups, first + piece.elements);
    }
    found
}
