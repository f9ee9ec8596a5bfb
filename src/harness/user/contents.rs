//! What a buffer holds before a run, of which any part can be made, and what buffers hold after it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use half::f16;

use super::npy;
use crate::Shown;
use crate::harness::protocol::{BindingPoint, Fill};
use crate::host::Host;
use crate::kernel::Scalar;
use crate::sim::{Dependence, Paged, Writers};

/// Words of a page.
const PAGE: usize = 1 << 12;

/// Bytes of a word.
const WORD: usize = 4;

/// What a buffer holds before a run.
#[derive(Debug)]
pub struct Contents {
    source: Source,
    /// Values that are set in it, by where they begin.
    patches: Vec<(u64, Vec<u8>)>,
}

/// Where its bytes come from; zeros follow.
#[derive(Debug)]
enum Source {
    Bytes(Vec<u8>),
    /// All of them alike.
    Alike(u8),
    Random {
        scalar: Scalar,
        count: u64,
        below: Option<u32>,
        seed: u64,
    },
}

/// A value that is neither zero nor a likely result.
const UNWRITTEN: u8 = 0xA5;

impl Contents {
    /// Of a buffer that is filled so, with these values set in it.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn new(
        fill: &Fill,
        place: BindingPoint,
        seed: u64,
        patches: &[(u64, Vec<u8>)],
        host: &dyn Host,
    ) -> Result<Self, String> {
        let source = match fill {
            Fill::Zero(_) => Source::Alike(0),
            Fill::Unwritten(_) => Source::Alike(UNWRITTEN),
            Fill::Random { scalar, count, below } => {
                Source::Random { scalar: *scalar, count: *count, below: *below, seed: seed ^ stream(place) }
            }
            Fill::Given(bytes) | Fill::Values { bytes, .. } | Fill::Shared { bytes, .. } => {
                Source::Bytes(bytes.clone())
            }
            Fill::File(path) if npy::is_named(path) => Source::Bytes(npy::read(path, host)?.data),
            Fill::File(path) => Source::Bytes(host.read(path).map_err(|error| format!("{}: {error}", path.shown()))?),
        };
        Ok(Self { source, patches: patches.to_vec() })
    }

    /// These bytes of it.
    pub fn bytes(&self, range: Range<usize>) -> Vec<u8> {
        let mut bytes = match &self.source {
            Source::Alike(byte) => vec![*byte; range.len()],
            Source::Bytes(all) => all[range.start.min(all.len())..range.end.min(all.len())].to_vec(),
            Source::Random { scalar, count, below, seed } => {
                let size = scalar.bytes();
                let last = (range.end.div_ceil(size) as u64).min(*count);
                let elements = (range.start / size) as u64..last;
                let mut bytes = values(*scalar, *below, *seed, elements);
                bytes.drain(..(range.start % size).min(bytes.len()));
                bytes
            }
        };
        bytes.resize(range.len(), 0);
        set(&mut bytes, range, &self.patches);
        bytes
    }

    /// Its first `size` bytes: what was read from a file is not copied.
    pub fn whole(self, size: usize) -> Vec<u8> {
        let Source::Bytes(mut bytes) = self.source else {
            return self.bytes(0..size);
        };
        bytes.resize(size, 0);
        set(&mut bytes, 0..size, &self.patches);
        bytes
    }

    /// A buffer of so many bytes whose pages are made where they are touched.
    pub fn paged(self, bytes: u64) -> Paged {
        Paged::new(bytes, PAGE, move |words| {
            let bytes = self.bytes(words.start * WORD..words.end * WORD);
            bytemuck::pod_collect_to_vec(&bytes)
        })
    }
}

/// Each binding has random values of its own, so that two inputs of one type differ.
fn stream(place: BindingPoint) -> u64 {
    let stream = u64::from(place.group) << 32 | u64::from(place.binding);
    (stream + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Random values at these places. Each follows from its place alone: the generator's state grows by the same with each number.
fn values(scalar: Scalar, below: Option<u32>, seed: u64, elements: Range<u64>) -> Vec<u8> {
    let step = {
        let mut rng = fastrand::Rng::with_seed(0);
        rng.u64(..);
        rng.get_seed()
    };
    let mut bytes = Vec::with_capacity((elements.end.saturating_sub(elements.start)) as usize * scalar.bytes());
    for element in elements {
        let mut rng = fastrand::Rng::with_seed(seed.wrapping_add(step.wrapping_mul(element)));
        match scalar {
            Scalar::F32 => bytes.extend((2.0 * rng.f32() - 1.0).to_le_bytes()),
            Scalar::F16 => bytes.extend(f16::from_f32(2.0 * rng.f32() - 1.0).to_le_bytes()),
            Scalar::U32 | Scalar::I32 => {
                let value = match below {
                    Some(below) => rng.u32(0..below),
                    None => rng.u32(..),
                };
                bytes.extend(value.to_le_bytes());
            }
        }
    }
    bytes
}

/// A group and a binding.
type At = (u32, u32);

/// Buffers held whole, by group and binding.
pub type Bindings = BTreeMap<At, Vec<u8>>;

/// What buffers hold after a run, and who wrote it.
#[derive(Debug, Default)]
pub struct Held {
    /// Those that are held whole.
    pub whole: Bindings,
    /// Those of which only the pages that were touched are.
    pub pages: BTreeMap<At, Arc<Paged>>,
    /// On the simulator, if that is asked for: who wrote them.
    pub writers: BTreeMap<At, Arc<Writers>>,
    /// The same: on whom those depend that read them.
    pub dependences: BTreeMap<At, Dependence>,
}

impl From<Bindings> for Held {
    fn from(whole: Bindings) -> Self {
        Self { whole, ..Self::default() }
    }
}

impl Held {
    /// The pieces of a buffer that may have changed, by their first byte: all of it, or the pages that were touched.
    pub fn pieces(&self, place: BindingPoint) -> BTreeMap<usize, Cow<'_, [u8]>> {
        let at = (place.group, place.binding);
        if let Some(pages) = self.pages.get(&at) {
            let piece = |(word, words): (usize, Vec<u32>)| (word * WORD, bytemuck::cast_slice(&words).to_vec().into());
            return if pages.is_written() { pages.touched().into_iter().map(piece).collect() } else { BTreeMap::new() };
        }
        self.whole.get(&at).map(|bytes| (0, Cow::Borrowed(bytes.as_slice()))).into_iter().collect()
    }
}

/// Puts what the patches set into `bytes`, which are this range of all.
fn set(bytes: &mut [u8], range: Range<usize>, patches: &[(u64, Vec<u8>)]) {
    for (offset, value) in patches {
        let begin = *offset as usize;
        let (from, to) = (begin.max(range.start), (begin + value.len()).min(range.end));
        if from < to {
            bytes[from - range.start..to - range.start].copy_from_slice(&value[from - begin..to - begin]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Native;

    const PLACE: BindingPoint = BindingPoint { group: 0, binding: 1 };

    fn contents(fill: &str) -> Contents {
        let patches = [(6, vec![1, 2, 3, 4])];
        Contents::new(&fill.parse().unwrap(), PLACE, 1, &patches, &Native).unwrap()
    }

    #[test]
    fn any_part_of_a_buffer_is_what_the_whole_has_there() {
        for fill in ["zero:64", "unwritten:64", "rand:f32:16", "rand:f16:20", "rand:u32:16:7", "u32:1,2,3,4,5"] {
            let contents = contents(fill);
            let whole = contents.bytes(0..64);
            for (start, end) in [(0, 4), (4, 12), (7, 9), (36, 64), (63, 64)] {
                assert_eq!(contents.bytes(start..end), whole[start..end], "{fill}, {start} to {end}");
            }
            assert_eq!(whole[6..10], [1, 2, 3, 4], "{fill}");
            assert_eq!(contents.whole(64), whole, "{fill}");
        }
    }

    #[test]
    fn random_values_are_those_that_the_generator_gives_one_after_the_other() {
        let mut rng = fastrand::Rng::with_seed(1 ^ stream(PLACE));
        let expected: Vec<u8> = (0..100).flat_map(|_| rng.u32(0..64).to_le_bytes()).collect();
        let random = Contents::new(&"rand:u32:100:64".parse().unwrap(), PLACE, 1, &[], &Native).unwrap();
        assert_eq!(random.bytes(0..400), expected);
    }

    #[test]
    fn a_paged_buffer_makes_only_what_is_touched() {
        let place = (0, 1);
        let mut held = Held::default();
        let pages = contents("rand:f32:1073741824").paged(1 << 32);
        held.pages.insert(place, Arc::new(pages));
        assert!(held.pieces(PLACE).is_empty() && held.pages[&place].touched().is_empty());
    }
}
