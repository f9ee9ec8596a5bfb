//! The comparison of two outputs, value by value.

use super::output_type::ByteKind;
use super::prepare::BoundKernel;
use super::tolerance::{Allowed, Near};
use crate::harness::protocol::{BindingPoint, Disagreement, Layout, OutputType, Outputs};
use crate::kernel::Scalar;
use crate::sim::texture::{Texel, TexelFormat};
use half::f16;

/// How far two floats may differ, relative to the largest number in their buffer: sums in another order, and `fma` in
/// place of two roundings, stay far below it for thousands of terms; a wrong index does not.
const ROUNDING: f64 = 1e-5;

/// The same for f16, whose numbers have 11 bits.
const ROUNDING_F16: f64 = 4e-3;

/// Texels may be this many neighbouring values apart: which one a number is rounded to is a device's choice.
const STEPS: f64 = 1.01;

impl Disagreement {
    /// It in words; `names` are whose words they are.
    pub(super) fn describe(&self, [a, b]: [&str; 2]) -> String {
        let [x, y] = &self.wrote;
        format!("{}: {a} {x}, {b} {y}", self.place)
    }
}

/// Disagreements that are listed.
const MOST_LISTED: usize = 5;

/// The buffers and textures that both kernels may write, and what they hold.
pub(super) fn written(a: &BoundKernel<'_>, b: &BoundKernel<'_>) -> Vec<(BindingPoint, u64, OutputType)> {
    let both = a.bound.iter().filter(|bound| a.writes(bound) && b.writes(bound));
    both.map(|bound| {
        let (x, y) = (OutputType::of(&a.kernel, bound.place), OutputType::of(&b.kernel, bound.place));
        // Of two views of the same words as different types, the bits decide.
        (bound.place, bound.given, if x == y { x } else { OutputType::Words })
    })
    .collect()
}

/// A buffer of which all, or some pieces, are compared.
pub(super) struct Compared<'a> {
    pub name: &'a str,
    /// Where each piece begins in what is compared, and where in the buffer; none where all is compared.
    pub pieces: &'a [(usize, usize)],
}

impl Compared<'_> {
    /// Where a byte that is compared lies in the buffer.
    fn byte(&self, at: usize) -> usize {
        let piece = self.pieces.partition_point(|(begin, _)| *begin <= at).checked_sub(1);
        piece.map_or(at, |piece| at - self.pieces[piece].0 + self.pieces[piece].1)
    }

    /// The element of so many bytes with this number among those that are compared.
    fn element(&self, index: usize, bytes: usize) -> String {
        format!("{}, element {}", self.name, self.byte(index * bytes) / bytes)
    }
}

impl Outputs {
    /// Adds what the two wrote to the buffer `name`.
    pub(super) fn add(&mut self, name: &str, form: &OutputType, a: &[u8], b: &[u8], allowed: Allowed) {
        self.add_of(&Compared { name, pieces: &[] }, form, a, b, allowed);
    }

    /// Adds what the two wrote to a buffer, as far as it is compared.
    pub(super) fn add_of(&mut self, of: &Compared<'_>, form: &OutputType, a: &[u8], b: &[u8], allowed: Allowed) {
        match form {
            OutputType::Of(Scalar::F32) => self.floats(of, [a, b], 4, allowed.of(ROUNDING, false), float),
            OutputType::Of(Scalar::F16) => self.floats(of, [a, b], 2, allowed.of(ROUNDING_F16, true), half),
            OutputType::Of(scalar) => self.integers(of, *scalar, [a, b], allowed),
            OutputType::Words => self.integers(of, Scalar::U32, [a, b], allowed),
            OutputType::Members(layout) => self.members(of, layout, a, b, allowed),
            OutputType::Texels(format) => match format.parse() {
                Ok(format) => self.texels(of.name, format, a, b, allowed),
                Err(_) => self.integers(of, Scalar::U32, [a, b], allowed),
            },
        }
    }

    fn floats(&mut self, of: &Compared<'_>, [a, b]: [&[u8]; 2], size: usize, near: Near, read: fn(&[u8]) -> f64) {
        let values = |bytes: &[u8]| -> Vec<f64> { bytes.chunks_exact(size).map(read).collect() };
        let (x, y) = (values(a), values(b));
        let scale = largest(x.iter().chain(&y));
        self.words += x.len().min(y.len()) as u64;
        let bits = a.chunks_exact(size).zip(b.chunks_exact(size));
        for (index, ((bits_a, bits_b), (x, y))) in bits.zip(x.iter().zip(&y)).enumerate() {
            if bits_a != bits_b {
                self.float([*x, *y], scale, near, || of.element(index, size));
            }
        }
    }

    /// Two floats whose bits differ.
    fn float(&mut self, [x, y]: [f64; 2], scale: f64, near: Near, place: impl FnOnce() -> String) {
        self.differing += 1;
        let off = match (x - y).abs() / scale {
            _ if x == y || (x.is_nan() && y.is_nan()) => 0.0,
            off if off.is_finite() => off,
            _ => f64::INFINITY,
        };
        self.largest = self.largest.max(off);
        if !near.takes(x, y, off) {
            // All come from f32 or f16, of which these have the digits.
            self.disagree(place, [&(x as f32), &(y as f32)]);
        }
    }

    fn integers(&mut self, of: &Compared<'_>, scalar: Scalar, [a, b]: [&[u8]; 2], allowed: Allowed) {
        for (index, (x, y)) in a.chunks(4).zip(b.chunks(4)).enumerate() {
            self.words += 1;
            if x != y {
                self.integer(scalar, [word(x), word(y)], allowed, || of.element(index, 4));
            }
        }
    }

    /// Two integers that differ.
    fn integer(&mut self, scalar: Scalar, [x, y]: [u32; 2], allowed: Allowed, place: impl FnOnce() -> String) {
        self.differing += 1;
        let bytes = || x.to_le_bytes().into_iter().zip(y.to_le_bytes());
        if allowed.tolerance.steps.is_some_and(|most| bytes().all(|(x, y)| u32::from(x.abs_diff(y)) <= most)) {
            return;
        }
        self.largest = f64::INFINITY;
        match scalar {
            Scalar::I32 => self.disagree(place, [&x.cast_signed(), &y.cast_signed()]),
            _ => self.disagree(place, [&x, &y]),
        }
    }

    /// A buffer of several types; what lies between its members means nothing.
    fn members(&mut self, of: &Compared<'_>, layout: &Layout, a: &[u8], b: &[u8], allowed: Allowed) {
        let bytes = a.len().min(b.len()) / 4 * 4;
        let largest_of = |wanted: Scalar, read: fn(&[u8]) -> f64| {
            let places = (0..bytes).step_by(wanted.bytes());
            let places = places.filter(move |at| layout.at(of.byte(*at)) == ByteKind::Scalar(wanted));
            let values: Vec<f64> = places.flat_map(|at| [a, b].map(|side| read(&side[at..]))).collect();
            largest(&values)
        };
        let (scale, halves) = (largest_of(Scalar::F32, float), largest_of(Scalar::F16, half));
        let mut at = 0;
        while at < bytes {
            let holds = layout.at(of.byte(at));
            let size = if matches!(holds, ByteKind::Scalar(Scalar::F16) | ByteKind::Padding) { 2 } else { 4 };
            let (x, y) = (&a[at..at + size], &b[at..at + size]);
            let place = || format!("{}, byte {}", of.name, of.byte(at));
            self.words += u64::from(holds != ByteKind::Padding);
            match holds {
                ByteKind::Padding => {}
                _ if x == y => {}
                ByteKind::Scalar(Scalar::F32) => {
                    self.float([x, y].map(float), scale, allowed.of(ROUNDING, false), place)
                }
                ByteKind::Scalar(Scalar::F16) => {
                    self.float([x, y].map(half), halves, allowed.of(ROUNDING_F16, true), place)
                }
                ByteKind::Scalar(scalar) => self.integer(scalar, [x, y].map(word), allowed, place),
                ByteKind::Unknown => self.integer(Scalar::U32, [x, y].map(word), allowed, place),
            }
            at += size;
        }
    }

    /// Texels, by colour.
    fn texels(&mut self, name: &str, format: TexelFormat, a: &[u8], b: &[u8], allowed: Allowed) {
        let size = format.bytes() as usize;
        let (steps, is_normalised) = (format.steps(), format.name().contains("norm"));
        let colours = |texel: &[u8]| {
            let mut bytes = [0; 16];
            bytes[..size].copy_from_slice(texel);
            format.decode(u128::from_le_bytes(bytes))
        };
        let floats = |texel: &[u8]| colours(texel).map(|bits| f64::from(f32::from_bits(bits)));
        let scale = match format.texel() {
            _ if is_normalised => 1.0,
            Texel::Float => {
                let all: Vec<f64> = a.chunks_exact(size).chain(b.chunks_exact(size)).flat_map(floats).collect();
                largest(&all)
            }
            _ => 0.0,
        };
        for (index, (a, b)) in a.chunks_exact(size).zip(b.chunks_exact(size)).enumerate() {
            self.words += 1;
            if a == b {
                continue;
            }
            let [a, b] = [a, b].map(colours);
            for (colour, letter) in "rgba".chars().enumerate() {
                let place = || format!("{name}, texel {index}, {letter}");
                let bits = [a[colour], b[colour]];
                if bits[0] == bits[1] {
                    continue;
                }
                match format.texel() {
                    Texel::Float => {
                        let values = bits.map(|bits| f64::from(f32::from_bits(bits)));
                        let most = allowed.tolerance.steps.map_or(STEPS, |most| f64::from(most) + STEPS.fract());
                        self.float(values, scale, allowed.of(ROUNDING.max(most * steps[colour]), false), place);
                    }
                    Texel::Sint => self.integer(Scalar::I32, bits, allowed, place),
                    Texel::Uint => self.integer(Scalar::U32, bits, allowed, place),
                }
            }
        }
    }

    fn disagree(&mut self, place: impl FnOnce() -> String, wrote: [&dyn std::fmt::Display; 2]) {
        self.agree = false;
        if self.list.len() == MOST_LISTED {
            return;
        }
        self.list.push(Disagreement { place: place(), wrote: wrote.map(ToString::to_string) });
        self.first.get_or_insert_with(|| self.list[0].describe(["A wrote", "B wrote"]));
    }
}

/// The largest of those that are numbers, without its sign.
fn largest<'a>(values: impl IntoIterator<Item = &'a f64>) -> f64 {
    let finite = values.into_iter().filter(|value| value.is_finite());
    finite.fold(0.0_f64, |most, value| most.max(value.abs()))
}

fn float(bytes: &[u8]) -> f64 {
    f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

fn half(bytes: &[u8]) -> f64 {
    f64::from(f16::from_le_bytes([bytes[0], bytes[1]]))
}

/// Up to four bytes as a word.
fn word(bytes: &[u8]) -> u32 {
    let mut word = [0; 4];
    word[..bytes.len()].copy_from_slice(bytes);
    u32::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::protocol::Tolerance;

    const NAME: &str = "@group(0) @binding(1)";

    fn floats(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    fn outputs(a: &[f32], b: &[f32]) -> Outputs {
        let mut outputs = Outputs::default();
        outputs.add(NAME, &OutputType::Of(Scalar::F32), &floats(a), &floats(b), Allowed::default());
        outputs
    }

    #[test]
    fn floats_agree_within_rounding_and_integers_bit_for_bit() {
        let near = outputs(&[1000.0, 1.0], &[1000.0, 1.0001]);
        assert_eq!((near.words, near.differing, near.agree), (2, 1, true));
        let far = outputs(&[1000.0, 1.0], &[1000.0, 2.0]);
        assert!(!far.agree);
        assert_eq!(far.first.as_deref(), Some("@group(0) @binding(1), element 1: A wrote 1, B wrote 2"));
        let mut integers = Outputs::default();
        integers.add(NAME, &OutputType::Of(Scalar::I32), &[1, 0, 0, 0], &[255; 4], Allowed::default());
        assert_eq!(integers.first.as_deref(), Some("@group(0) @binding(1), element 0: A wrote 1, B wrote -1"));
    }

    #[test]
    fn a_tolerance_takes_the_place_of_rounding() {
        let agree = |tolerance: &[&str], a: f32, b: f32| {
            let mut outputs = Outputs::default();
            let parsed = tolerance.iter().map(|text| text.parse().expect("a tolerance"));
            let tolerance = parsed.fold(Tolerance::default(), Tolerance::and);
            let allowed = Allowed { tolerance, ..Allowed::default() };
            outputs.add(NAME, &OutputType::Of(Scalar::F32), &floats(&[a, 1000.0]), &floats(&[b, 1000.0]), allowed);
            outputs.agree
        };
        assert!(agree(&[], 1.0, 1.0001) && !agree(&["1e-5"], 1.0, 1.0001) && agree(&["2e-4"], 1.0, 1.0001));
        let next = f32::from_bits(1.0f32.to_bits() + 2);
        assert!(agree(&["2ulp"], 1.0, next) && !agree(&["1ulp"], 1.0, next) && agree(&["1ulp", "1e-3"], 1.0, next));
        assert!(agree(&["2ulp"], -1e-45, 1e-45) && !agree(&["1ulp"], -1e-45, 1e-45));
        assert!(!agree(&["9ulp", "9"], 1.0, f32::NAN) && !agree(&["9ulp"], f32::MAX, f32::INFINITY));
        assert!(agree(&["1step"], 1.0, 1.0001), "it says nothing of floats");
    }

    #[test]
    fn packed_bytes_agree_within_the_steps_that_were_asked_for() {
        let agree = |steps: Option<u32>, a: u32, b: u32| {
            let mut outputs = Outputs::default();
            let tolerance = Tolerance { steps, ..Tolerance::default() };
            let allowed = Allowed { tolerance, ..Allowed::default() };
            let [a, b] = [a, b].map(u32::to_le_bytes);
            outputs.add(NAME, &OutputType::Of(Scalar::U32), &a, &b, allowed);
            outputs.agree
        };
        assert!(agree(Some(1), 0x10_20_30_40, 0x11_1f_30_41) && !agree(Some(1), 0x10_20_30_40, 0x12_20_30_40));
        assert!(!agree(None, 0x10_20_30_40, 0x11_20_30_40));
        // A carry is no step.
        assert!(!agree(Some(1), 0xff, 0x100));
    }

    #[test]
    fn texels_agree_within_a_step_of_their_format() {
        let texels = |format: &str, a: &[u8], b: &[u8], allowed| {
            let mut outputs = Outputs::default();
            outputs.add(NAME, &OutputType::Texels(format.to_owned()), a, b, allowed);
            outputs
        };
        let exact = Allowed::default();
        let near = texels("rgba8unorm", &[10, 0, 0, 255], &[11, 0, 0, 254], exact);
        assert_eq!((near.words, near.differing, near.agree), (1, 2, true));
        let far = texels("rgba8unorm", &[10, 0, 0, 255, 0, 0, 7, 0], &[10, 0, 0, 255, 0, 0, 9, 0], exact);
        let reported = far.first.unwrap();
        assert!(!far.agree && reported.starts_with("@group(0) @binding(1), texel 1, b: A wrote 0.0274"), "{reported}");
        assert!(!texels("r32uint", &[1, 0, 0, 0], &[2, 0, 0, 0], exact).agree);
        let half = |value: f32| f16::from_f32(value).to_le_bytes();
        assert!(texels("r16float", &half(1.0), &half(1.0009), exact).agree);
        assert!(!texels("r16float", &half(1.0), &half(1.005), exact).agree);
        let filters = Allowed { filters: true, ..exact };
        assert!(texels("r32float", &1f32.to_le_bytes(), &1.005f32.to_le_bytes(), filters).agree);
    }

    #[test]
    fn members_are_compared_as_what_they_are() {
        let layout = Layout::Parts(vec![
            (0, Layout::Scalars(Scalar::F16, 1)),
            (4, Layout::Scalars(Scalar::U32, 1)),
            (16, Layout::Elements(16, Box::new(Layout::Scalars(Scalar::F32, 3)))),
        ]);
        let bytes = |count: u32, x: f32, gap: u8| {
            let mut bytes = vec![gap; 32];
            bytes[..2].copy_from_slice(&f16::ONE.to_le_bytes());
            bytes[4..8].copy_from_slice(&count.to_le_bytes());
            for at in [16, 20, 24] {
                bytes[at..at + 4].copy_from_slice(&x.to_le_bytes());
            }
            bytes
        };
        let outputs = |a: &[u8], b: &[u8]| {
            let mut outputs = Outputs::default();
            outputs.add(NAME, &OutputType::Members(layout.clone()), a, b, Allowed::default());
            outputs
        };
        let near = outputs(&bytes(3, 1.0, 0), &bytes(3, 1.000_001, 9));
        assert_eq!((near.words, near.differing, near.agree), (5, 3, true));
        let far = outputs(&bytes(3, 1.0, 0), &bytes(4, 1.0, 0));
        assert_eq!(far.first.as_deref(), Some("@group(0) @binding(1), byte 4: A wrote 3, B wrote 4"));
    }

    #[test]
    fn a_number_and_what_is_none_do_not_agree() {
        assert!(!outputs(&[1.0], &[f32::NAN]).agree);
        assert!(!outputs(&[1.0], &[f32::INFINITY]).agree);
        assert!(outputs(&[f32::NAN], &[-f32::NAN]).agree);
        assert!(outputs(&[0.0], &[-0.0]).agree);
        let odd = outputs(&[f32::NAN, 1.0], &[f32::NAN, 1.0]);
        assert_eq!((odd.differing, odd.largest), (0, 0.0));
    }
}
