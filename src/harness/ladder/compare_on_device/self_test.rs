//! Errors that are planted, to see whether the comparing kernel finds them: nothing that it says is taken before.

use thiserror::Error;

use super::kernel::{Comparer, Found, GROUP, Variety};
use super::standard::Standard;
use crate::device::{BufferId, Device, DeviceError};
use crate::kernel::Scalar;
use crate::lab::Expected;
use crate::verify::{Allowed, Order, held};

/// What stands where nothing was written; no half of it is a right value of the trial.
const POISON: u32 = 0x7FC1_7E55;

/// An error that was planted and not found, or a right output that was called wrong.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("of {planted} planted errors ({what}, {scalar:?}) the comparing kernel found {found}")]
pub struct Missed {
    what: &'static str,
    scalar: Scalar,
    planted: usize,
    found: u64,
}

/// A right output, and what it is held against.
struct Trial {
    variety: Variety,
    allowed: Allowed,
    standard: Standard,
    got: BufferId,
    /// The bits of each element.
    right: Vec<u32>,
}

/// What the kernel misses; `None` where it finds all that is planted, and nothing else.
///
/// # Errors
/// [`DeviceError`] where a run failed.
pub async fn missed(
    device: &mut impl Device,
    comparer: &Comparer,
    variety: Variety,
) -> Result<Option<Missed>, DeviceError> {
    let trial = Trial::new(device, variety).await?;
    let missed = trial.run(device, comparer).await;
    trial.standard.free(device);
    device.free(trial.got);
    missed
}

/// Elements of a piece: one workgroup's share, and some of another's.
fn piece(scalar: Scalar) -> usize {
    (GROUP + 300) * 16 / scalar.bytes()
}

/// What element `at` must be, and how large its error may be.
fn value(scalar: Scalar, at: usize) -> f64 {
    let step = ((at * 37) % 1001) as f64;
    match scalar {
        Scalar::F32 | Scalar::F16 => (step - 500.0) / 4.0,
        Scalar::U32 => step + 5.0,
        Scalar::I32 => step - 500.0,
    }
}

fn tolerance(variety: Variety, at: usize) -> f64 {
    if variety.one_bound { 0.0 } else { [0.0, 1.0, 2.5][at % 3] }
}

/// Fills the last bounds up to where their buffers end with what no element may be.
async fn scrap_behind(device: &mut impl Device, standard: &Standard, allowed: &Allowed) -> Result<(), DeviceError> {
    let Some((last, before)) = standard.pieces.split_last() else {
        return Ok(());
    };
    let skipped = before.iter().map(|piece| piece.elements).sum::<usize>() * standard.scalar.bytes() / 4;
    for (bound, words) in [Some(last.low), last.high].into_iter().zip([&allowed.low, &allowed.high]) {
        let Some(bound) = bound else { continue };
        let mut words = words[skipped..].to_vec();
        if !(last.elements * standard.scalar.bytes()).is_multiple_of(4)
            && let Some(word) = words.last_mut()
        {
            *word |= POISON & 0xFFFF_0000;
        }
        words.resize(words.len().next_multiple_of(4), POISON);
        device.write(bound.buffer, bytemuck::cast_slice(&words)).await?;
    }
    Ok(())
}

impl Trial {
    async fn new(device: &mut impl Device, variety: Variety) -> Result<Self, DeviceError> {
        let scalar = variety.scalar;
        // More than a piece, and an odd element at the end.
        let len = piece(scalar) + 1037;
        let expected = Expected::within(move |at| value(scalar, at), move |at| tolerance(variety, at), "of a trial");
        let bounds = Standard::of(device, &expected, (scalar, len), piece(scalar)).await?;
        let allowed = Allowed::of(&expected, scalar, 0..len);
        let (Some(standard), Some(allowed)) = (bounds, allowed) else {
            return Err(DeviceError::Refused("a trial has no bounds".to_owned()));
        };
        let scrap = scrap_behind(device, &standard, &allowed).await;
        let got = device.allocate("trial", (len * scalar.bytes()) as u64)?;
        scrap?;
        let mut trial = Self { variety, allowed, standard, got, right: Vec::new() };
        trial.right = (0..len).map(|at| trial.right(at)).collect();
        Ok(trial)
    }

    /// The bounds of an element.
    fn bounds(&self, at: usize) -> (u32, u32) {
        let of = |words: &[u32]| match self.variety.scalar {
            Scalar::F16 => words[at / 2] >> (16 * (at % 2)) & 0xFFFF,
            _ => words[at],
        };
        (of(&self.allowed.low), of(&self.allowed.high))
    }

    /// What stands at an element where `poison` was left.
    fn poisoned(&self, poison: u32, at: usize) -> u32 {
        if self.variety.scalar == Scalar::F16 { poison >> (16 * (at % 2)) & 0xFFFF } else { poison }
    }

    /// A right value: one of the bounds; of the zeros the negative one.
    fn right(&self, at: usize) -> u32 {
        let bounds = self.bounds(at);
        let bits = if at.is_multiple_of(2) { bounds.0 } else { bounds.1 };
        match self.variety.scalar {
            Scalar::F32 if bits == 0 => 1 << 31,
            Scalar::F16 if bits == 0 => 1 << 15,
            _ => bits,
        }
    }

    /// Places where an error is easily missed: each component of a vector, and where workgroups, pieces and the output begin and end.
    fn places(&self) -> Vec<usize> {
        let (len, piece) = (self.right.len(), piece(self.variety.scalar));
        let group = GROUP * 16 / self.variety.scalar.bytes();
        let mut places: Vec<usize> = (0..10).chain([group - 1, group, piece - 1, piece, piece + 5]).collect();
        places.extend([len / 2, len - 3, len - 2, len - 1]);
        places
    }

    /// The outputs with planted errors, each with what was planted.
    fn planted(&self) -> Vec<(&'static str, Vec<(usize, u32)>)> {
        let scalar = self.variety.scalar;
        let order = Order(scalar);
        let places = self.places();
        let everywhere =
            |bits: &dyn Fn(usize) -> u32| places.iter().map(|at| (*at, bits(*at))).collect::<Vec<(usize, u32)>>();
        let above = |at: usize| order.bits(order.ordinal(self.bounds(at).1) + 1);
        let below = |at: usize| order.bits(order.ordinal(self.bounds(at).0) - 1);
        let half = |at: usize| self.poisoned(POISON, at);
        let not_zero = |at: &&usize| order.ordinal(self.bounds(**at).0) > 0 || order.ordinal(self.bounds(**at).1) < 0;
        let zero = places.iter().filter(not_zero).map(|at| (*at, 0)).collect();
        let last = self.right.len() - 1;
        let mut planted = vec![
            ("the step above what is allowed", everywhere(&above)),
            ("the step below what is allowed", everywhere(&below)),
            ("nothing was written", everywhere(&half)),
            ("zero", zero),
            ("the first element", vec![(0, above(0))]),
            ("the last element", vec![(last, below(last))]),
        ];
        let floats: &[(&'static str, u32, u32)] = &[
            ("not a number", 0x7FC0_0000, 0x7E00),
            ("not a number, negative", 0xFFC0_0000, 0xFE00),
            ("infinity", 0x7F80_0000, 0x7C00),
            ("negative infinity", 0xFF80_0000, 0xFC00),
        ];
        match scalar {
            Scalar::F32 => planted.extend(floats.iter().map(|(what, bits, _)| (*what, everywhere(&|_| *bits)))),
            Scalar::F16 => planted.extend(floats.iter().map(|(what, _, bits)| (*what, everywhere(&|_| *bits)))),
            Scalar::U32 | Scalar::I32 => {}
        }
        planted
    }

    async fn run(&self, device: &mut impl Device, comparer: &Comparer) -> Result<Option<Missed>, DeviceError> {
        let missed = |what, planted, found| Ok(Some(Missed { what, scalar: self.variety.scalar, planted, found }));
        let clean = self.compare(device, comparer, &[]).await?;
        if !clean.is_right(&self.standard) {
            return missed("none", 0, clean.wrong);
        }
        for (what, errors) in self.planted() {
            let found = self.compare(device, comparer, &errors).await?;
            if found.wrong != errors.len() as u64 || !found.is_sound(&self.standard) {
                return missed(what, errors.len(), found.wrong);
            }
        }
        // What was never written is wrong where it would be allowed, too.
        let poison =
            if self.variety.scalar == Scalar::F16 { self.right[5] << 16 | self.right[4] } else { self.right[5] };
        let unwritten = (0..self.right.len()).filter(|at| self.right[*at] == self.poisoned(poison, *at)).count();
        self.write(device, &self.right).await?;
        let found = comparer.compare(device, self.got, &self.standard, poison).await?;
        if found.wrong != unwritten as u64 {
            return missed("nothing was written, and what is there is allowed", unwritten, found.wrong);
        }
        if !self.variety.one_bound && !self.finds_the_closest(device, comparer).await? {
            return missed("the element closest to its bounds", 1, 0);
        }
        if !self.finds_changed_bounds(device, comparer).await? {
            return missed("a bound that was overwritten", 1, 0);
        }
        Ok(None)
    }

    /// Compares the right output with these errors in it.
    async fn compare(
        &self,
        device: &mut impl Device,
        comparer: &Comparer,
        errors: &[(usize, u32)],
    ) -> Result<Found, DeviceError> {
        let mut elements = self.right.clone();
        errors.iter().for_each(|(at, bits)| elements[*at] = *bits);
        self.write(device, &elements).await?;
        comparer.compare(device, self.got, &self.standard, POISON).await
    }

    /// Writes the elements, and behind them what would be wrong.
    async fn write(&self, device: &mut impl Device, elements: &[u32]) -> Result<(), DeviceError> {
        let scalar = self.variety.scalar;
        let mut bytes: Vec<u8> =
            elements.iter().flat_map(|bits| bits.to_le_bytes()[..scalar.bytes()].to_vec()).collect();
        while (bytes.len() as u64) < held((elements.len() * scalar.bytes()) as u64) {
            bytes.push(POISON.to_le_bytes()[bytes.len() % 4]);
        }
        device.write(self.got, &bytes).await
    }

    /// Whether the element closest to its bounds is reported, where all others are in the middle.
    async fn finds_the_closest(&self, device: &mut impl Device, comparer: &Comparer) -> Result<bool, DeviceError> {
        let order = Order(self.variety.scalar);
        let middle = |at: usize| order.bounds(value(self.variety.scalar, at), 0.0).map_or(0, |(low, _)| low);
        let mut elements: Vec<u32> = (0..self.right.len()).map(middle).collect();
        let closest = [4, piece(self.variety.scalar) + 4].map(|at| at / 3 * 3 + 2);
        for at in closest {
            elements[at] = self.bounds(at).1;
        }
        self.write(device, &elements).await?;
        let found = comparer.compare(device, self.got, &self.standard, POISON).await?;
        Ok(closest.iter().all(|at| found.closest.contains(&(*at, elements[*at]))))
    }

    /// Whether a changed word of each bound is noticed, and the bounds restored are themselves again.
    async fn finds_changed_bounds(&self, device: &mut impl Device, comparer: &Comparer) -> Result<bool, DeviceError> {
        let piece = &self.standard.pieces[0];
        let words = [&self.allowed.low, &self.allowed.high];
        for (bound, words) in [Some(piece.low), piece.high].into_iter().zip(words) {
            let Some(bound) = bound else { continue };
            let mut own = words[..piece.elements * self.variety.scalar.bytes() / 4].to_vec();
            let last = own.len() - 1;
            for at in [0, last] {
                own[at] ^= 1 << 16;
                device.write(bound.buffer, bytemuck::cast_slice(&own)).await?;
                let found = self.compare(device, comparer, &[]).await?;
                own[at] ^= 1 << 16;
                if found.is_sound(&self.standard) {
                    return Ok(false);
                }
            }
            device.write(bound.buffer, bytemuck::cast_slice(&own)).await?;
        }
        Ok(self.compare(device, comparer, &[]).await?.is_right(&self.standard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Simulated;
    use crate::harness::ladder::compare_on_device::kernel::SOURCE;
    use crate::sim::machine::Machine;

    fn distrusted(source: &str, scalars: &[Scalar]) -> Option<String> {
        let machine = Machine::builtin("").expect("there is a default").clone();
        let mut simulator = Simulated::new(machine);
        pollster::block_on(async {
            Comparer::of(&mut simulator, source, scalars).await.expect("the simulator is not lost").distrusted()
        })
    }

    #[test]
    fn the_kernel_finds_all_that_is_planted_in_each_type() {
        assert_eq!(distrusted(SOURCE, &[Scalar::F32, Scalar::F16, Scalar::U32, Scalar::I32]), None);
    }

    #[test]
    fn a_comparing_kernel_that_is_broken_is_noticed() {
        let broken = [
            ("at < ordered(least)", "at <= ordered(least)"),
            ("at > ordered(most)", "at >= ordered(most)"),
            ("(at < ordered(least)) | ", ""),
            ("(at > ordered(most)) | ", ""),
            (" | (bits == poison)", ""),
            ("(bits | least) & size", "bits | least"),
            ("(bits | least) & size", "bits & size"),
            ("first < vec4(rest)", "first + 1u < vec4(rest)"),
            ("first < vec4(rest)", "vec4(true)"),
            ("if (rest > 0u &&", "if (rest > 1u &&"),
            ("return select(size, -size, (bits & vec4(sign)) != vec4(0u));", "return bitcast<vec4<i32>>(bits);"),
            ("seen.wrong.x + seen.wrong.y + seen.wrong.z + seen.wrong.w", "seen.wrong.x + seen.wrong.y + seen.wrong.z"),
            ("min(start + SHARE, whole)", "min(start + SHARE - width, whole)"),
            ("low[piece.first_bound + at]", "low[piece.first_bound + at / 2u]"),
            ("got[piece.first + at]", "got[at]"),
            ("(*seen).low_sum += weighed(least, at);", ""),
            ("(*seen).high_sum += weighed(most, at);", ""),
            ("let closer = share > (*seen).closeness;", "let closer = share > vec4(9.0);"),
            ("atomicAdd(&wrong,", "atomicMax(&wrong,"),
            ("atomicStore(&place, NOWHERE);", ""),
        ];
        for (right, wrong) in broken {
            assert!(SOURCE.contains(right), "{right}");
            assert!(distrusted(&SOURCE.replace(right, wrong), &[Scalar::F32]).is_some(), "{right} -> {wrong}");
        }
        let halves = [
            ("bits >> over, least >> over, most >> over", "bits & half, least & half, most & half"),
            ("first + 1u < vec4(rest)", "vec4(true)"),
            ("piece.poison >> 16u", "piece.poison & 0xffffu"),
            ("judge(seen, bits >> over", "judge(seen, bits & half"),
            ("0x80000000u, 0x8000u, kind == 3u", "0x80000000u, 0x80000000u, kind == 3u"),
        ];
        for (right, wrong) in halves {
            assert!(SOURCE.contains(right), "{right}");
            assert!(distrusted(&SOURCE.replace(right, wrong), &[Scalar::F16]).is_some(), "{right} -> {wrong}");
        }
    }
}
