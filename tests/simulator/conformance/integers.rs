//! Integer operators on the values where they go wrong, with operands that no compiler knows.

use std::fmt::Debug;

use bytemuck::Pod;

use super::run;

const EDGES: [u32; 14] =
    [0, 1, 2, 3, 7, 31, 32, 33, 0x7fff_fffe, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff];

/// An expression over `a` and `b`, and what it gives.
type Case<T, U> = (&'static str, fn(T, T) -> U);

const SIGNED: &[Case<i32, u32>] = &[
    ("a + b", |a, b| a.wrapping_add(b) as u32),
    ("a - b", |a, b| a.wrapping_sub(b) as u32),
    ("a * b", |a, b| a.wrapping_mul(b) as u32),
    // Division by zero gives the dividend, and so does the quotient that does not fit.
    ("a / b", |a, b| if b == 0 { a } else { a.wrapping_div(b) } as u32),
    ("a % b", |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) } as u32),
    ("-a", |a, _| a.wrapping_neg() as u32),
    ("abs(a)", |a, _| a.wrapping_abs() as u32),
    ("sign(a)", |a, _| a.signum() as u32),
    ("min(a, b)", |a, b| a.min(b) as u32),
    ("max(a, b)", |a, b| a.max(b) as u32),
    // An amount of shift counts modulo the width.
    ("a << bitcast<u32>(b)", |a, b| a.wrapping_shl(b as u32) as u32),
    ("a >> bitcast<u32>(b)", |a, b| a.wrapping_shr(b as u32) as u32),
    ("i32(a < b)", |a, b| u32::from(a < b)),
    ("i32(a >= b)", |a, b| u32::from(a >= b)),
    ("firstLeadingBit(a)", |a, _| {
        let bits = if a < 0 { !a } else { a } as u32;
        bits.checked_ilog2().unwrap_or(u32::MAX)
    }),
    ("i32(f32(a))", |a, _| (a as f32 as i32).min(0x7fff_ff80) as u32),
];

const UNSIGNED: &[Case<u32, u32>] = &[
    ("a + b", u32::wrapping_add),
    ("a - b", u32::wrapping_sub),
    ("a * b", u32::wrapping_mul),
    ("a / b", |a, b| a.checked_div(b).unwrap_or(a)),
    ("a % b", |a, b| a.checked_rem(b).unwrap_or(0)),
    ("a & b", |a, b| a & b),
    ("a | b", |a, b| a | b),
    ("a ^ b", |a, b| a ^ b),
    ("~a", |a, _| !a),
    ("a << b", u32::wrapping_shl),
    ("a >> b", u32::wrapping_shr),
    ("min(a, b)", u32::min),
    ("max(a, b)", u32::max),
    ("u32(a < b)", |a, b| u32::from(a < b)),
    ("u32(a == b)", |a, b| u32::from(a == b)),
    ("countOneBits(a)", |a, _| a.count_ones()),
    ("countLeadingZeros(a)", |a, _| a.leading_zeros()),
    ("countTrailingZeros(a)", |a, _| a.trailing_zeros()),
    ("reverseBits(a)", |a, _| a.reverse_bits()),
    ("firstTrailingBit(a)", |a, _| if a == 0 { u32::MAX } else { a.trailing_zeros() }),
    // The offset is cut to the width, and the count to what is left.
    ("extractBits(a, b, 5u)", |a, b| {
        let (offset, count) = (b.min(32), 5.min(32 - b.min(32)));
        let mask = (1u64 << count) - 1;
        ((u64::from(a) >> offset) & mask) as u32
    }),
    ("insertBits(a, 21u, b, 5u)", |a, b| {
        let (offset, count) = (b.min(32), 5.min(32 - b.min(32)));
        let mask = ((1u64 << count) - 1) << offset;
        ((u64::from(a) & !mask) | ((21 << offset) & mask)) as u32
    }),
    ("u32(f32(a))", |a, _| (a as f32 as u32).min(0xffff_ff00)),
];

/// The same for 64 bits, which the public suite does not know.
const EDGES_64: [u64; 14] = [
    0,
    1,
    2,
    63,
    64,
    65,
    0x7fff_ffff,
    0xffff_ffff,
    0x1_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0x8000_0000_0000_0001,
    0xffff_ffff_0000_0000,
    0xffff_ffff_ffff_ffff,
];

const SIGNED_64: &[Case<i64, u64>] = &[
    ("a + b", |a, b| a.wrapping_add(b) as u64),
    ("a - b", |a, b| a.wrapping_sub(b) as u64),
    ("a * b", |a, b| a.wrapping_mul(b) as u64),
    ("a / b", |a, b| if b == 0 { a } else { a.wrapping_div(b) } as u64),
    ("a % b", |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) } as u64),
    ("-a", |a, _| a.wrapping_neg() as u64),
    ("abs(a)", |a, _| a.wrapping_abs() as u64),
    ("min(a, b)", |a, b| a.min(b) as u64),
    ("max(a, b)", |a, b| a.max(b) as u64),
    ("a << u32(b)", |a, b| a.wrapping_shl(b as u32) as u64),
    ("a >> u32(b)", |a, b| a.wrapping_shr(b as u32) as u64),
    ("i64(a < b)", |a, b| u64::from(a < b)),
    ("i64(i32(a))", |a, _| i64::from(a as i32) as u64),
];

const UNSIGNED_64: &[Case<u64, u64>] = &[
    ("a + b", u64::wrapping_add),
    ("a - b", u64::wrapping_sub),
    ("a * b", u64::wrapping_mul),
    ("a / b", |a, b| a.checked_div(b).unwrap_or(a)),
    ("a % b", |a, b| a.checked_rem(b).unwrap_or(0)),
    ("a & b", |a, b| a & b),
    ("a | b", |a, b| a | b),
    ("a ^ b", |a, b| a ^ b),
    ("~a", |a, _| !a),
    ("a << u32(b)", |a, b| a.wrapping_shl(b as u32)),
    ("a >> u32(b)", |a, b| a.wrapping_shr(b as u32)),
    ("min(a, b)", u64::min),
    ("max(a, b)", u64::max),
    ("u64(a < b)", |a, b| u64::from(a < b)),
    ("u64(u32(a))", |a, _| u64::from(a as u32)),
];

/// Holds `cases` for each pair of `edges`; `word` is the unsigned type as wide as `scalar`.
fn hold<T, U>((scalar, word): (&str, &str), cases: &[Case<T, U>], edges: &[U], of: fn(U) -> T)
where
    T: Copy + Debug,
    U: Pod + PartialEq + Debug,
{
    let count = edges.len();
    let pairs = count * count;
    let store =
        |(k, (call, _)): (usize, &Case<T, U>)| format!("  out[{}u + i] = bitcast<{word}>({call});\n", k * pairs);
    let stores: String = cases.iter().enumerate().map(store).collect();
    let source = format!(
        "@group(0) @binding(0) var<storage> edges: array<{scalar}>;
@group(0) @binding(1) var<storage, read_write> out: array<{word}>;
@compute @workgroup_size({count}) fn main(@builtin(local_invocation_id) l: vec3<u32>, @builtin(workgroup_id) w: vec3<u32>) {{
  let i = w.x * {count}u + l.x;
  let a = edges[w.x];
  let b = edges[l.x];
{stores}}}"
    );
    let room = vec![0; size_of::<U>() * pairs * cases.len()];
    let buffers = vec![bytemuck::cast_slice(edges).to_vec(), room];
    let name = format!("{scalar}-operators");
    let out = run(&name, &source, count as u32, buffers, "");
    let got: Vec<U> = bytemuck::pod_collect_to_vec(&out[1]);
    for (at, got) in got.iter().enumerate() {
        let (call, expected) = cases[at / pairs];
        let pair = at % pairs;
        let (a, b) = (of(edges[pair / count]), of(edges[pair % count]));
        let expected = expected(a, b);
        assert_eq!(*got, expected, "{call} with {a:?} and {b:?} of {scalar}");
    }
}

#[test]
fn signed_operators_wrap_and_have_no_undefined_cases() {
    hold(("i32", "u32"), SIGNED, &EDGES, |bits| bits as i32);
}

#[test]
fn unsigned_operators_wrap_and_have_no_undefined_cases() {
    hold(("u32", "u32"), UNSIGNED, &EDGES, |bits| bits);
}

#[test]
fn sixty_four_bit_operators_do_so_too() {
    hold(("i64", "u64"), SIGNED_64, &EDGES_64, |bits| bits as i64);
    hold(("u64", "u64"), UNSIGNED_64, &EDGES_64, |bits| bits);
}
