//! What operators and built-in functions yield, where neither the oracle nor `tests/simulator/conformance` asks.

use super::harness::Case;

/// Evaluates `expressions` of a type that is stored in `words` words, once each; `x` and friends keep them from being folded.
fn words(enable: &str, setup: &str, stores: &[&str]) -> Vec<u32> {
    let body: String = stores.iter().enumerate().map(|(at, store)| format!("out[{at}] = {store};\n")).collect();
    let source = format!(
        "{enable}
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @group(0) @binding(1) var<storage, read> one: f32;
        @compute @workgroup_size(1) fn main() {{
            let f = one; let u = u32(one); let i = i32(one);
            {setup}
            {body}
        }}"
    );
    Case::new(&source).zeros(0, stores.len() * 4).f32s(1, &[1.0]).run().clean().u32s(0)
}

fn uints(cases: &[(&str, u32)]) {
    let stores: Vec<&str> = cases.iter().map(|(text, _)| *text).collect();
    for ((text, expected), got) in cases.iter().zip(words("", "", &stores)) {
        assert_eq!(got, *expected, "{text}");
    }
}

fn floats(cases: &[(&str, f32)]) {
    let stores: Vec<String> = cases.iter().map(|(text, _)| format!("bitcast<u32>({text})")).collect();
    let stores: Vec<&str> = stores.iter().map(String::as_str).collect();
    for ((text, expected), got) in cases.iter().zip(words("", "", &stores)) {
        let got = f32::from_bits(got);
        let near =
            (got - expected).abs() <= expected.abs() * 1e-6 || got == *expected || (got.is_nan() && expected.is_nan());
        assert!(near, "{text}: {got} instead of {expected}");
    }
}

#[test]
fn functions_that_the_oracle_leaves_out_follow_wgsl() {
    floats(&[
        ("radians(f * 180.0)", std::f32::consts::PI),
        ("degrees(f * 3.14159265)", 180.0),
        ("ldexp(f * 1.5, 4)", 24.0),
        ("frexp(f * 6.0).fract", 0.75),
        ("f32(frexp(f * 6.0).exp)", 3.0),
        ("quantizeToF16(f * 1.0001)", 1.0),
        ("refract(vec2(f * 0.6, -0.8), vec2(0.0, 1.0), 0.5).x", 0.3),
        ("refract(vec2(f * 0.6, -0.8), vec2(0.0, 1.0), 5.0).x", 0.0),
    ]);
    uints(&[
        ("u32(clamp(i * 9, 2, 4))", 4),
        ("bitcast<u32>(clamp(i * -9, -2, 4))", -2i32 as u32),
        ("clamp(u, 2u, 4u)", 2),
    ]);
}

#[test]
fn packing_and_unpacking_are_inverse() {
    uints(&[
        ("pack4x8snorm(vec4(f, -1.0, 0.5, 0.0))", 0x0040_817f),
        ("pack4x8unorm(vec4(f, 0.0, 0.5, 2.0))", 0xff80_00ff),
        ("pack2x16snorm(vec2(f, -1.0))", 0x8001_7fff),
        ("pack2x16unorm(vec2(f, 0.0))", 0x0000_ffff),
        ("pack2x16float(vec2(f, -2.0))", 0xc000_3c00),
        ("pack4xU8(vec4(u, 2u, 3u, 260u))", 0x0403_0201),
        ("pack4xI8(vec4(i, -1, 3, 4))", 0x0403_ff01),
        ("pack4xU8Clamp(vec4(u, 2u, 3u, 260u))", 0xff03_0201),
        ("pack4xI8Clamp(vec4(i, -200, 3, 400))", 0x7f03_8001),
        ("unpack4xU8(u * 0x04030201u).w", 4),
        ("u32(unpack4xI8(u * 0x0403ff01u).y)", u32::MAX),
    ]);
    floats(&[
        ("unpack4x8snorm(u * 0x0040817fu).y", -1.0),
        ("unpack4x8unorm(u * 0xff8000ffu).w", 1.0),
        ("unpack2x16snorm(u * 0x80017fffu).x", 1.0),
        ("unpack2x16unorm(u * 0x0000ffffu).x", 1.0),
        ("unpack2x16float(u * 0xc0003c00u).y", -2.0),
    ]);
}

#[test]
fn sixty_four_bit_integers_carry_and_compare() {
    let stores = [
        "u32((u64(u) << 40u) >> 38u)",
        "u32((u64(u) * 4294967295lu * 4294967295lu) >> 32u)",
        "u32((li(i * -5) / 2li))",
        "u32(i64(i * -1) < 0li)",
        "u32(u64(u) - 2lu > 5lu)",
        "u32(countLeadingZeros(u64(u)))",
        "u32((i64(i * -1) >> 63u) == -1li)",
        "u32(f32(u64(u) << 33u) == 8589934592.0)",
        "u32(i64(f * -7.9))",
        "u32(max(i64(i * -4), 3li))",
        "u32(abs(i64(i * -4)))",
        "u32((u64(u) << 33u) >> 33u) + u32(select(1lu, 4lu, u > 0u))",
        "bitcast<u32>(i32(~i64(i)))",
    ];
    let stores: Vec<String> = stores.iter().map(|text| text.replace("li(", "i64(")).collect();
    let stores: Vec<&str> = stores.iter().map(String::as_str).collect();
    let expected = [4, 0xffff_fffe, -2i32 as u32, 1, 1, 63, 1, 1, -7i32 as u32, 3, 4, 5, -2i32 as u32];
    assert_eq!(words("", "", &stores), expected);
}

#[test]
fn sixteen_bit_integers_wrap() {
    let source = "enable wgpu_int16;
@group(0) @binding(0) var<storage, read_write> out: array<i32>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) {
    let a = i16(32767 + i32(i)); let b = u16(65535u + i);
    out[0] = i32(a + i16(1)); out[1] = i32(b + u16(2)); out[2] = i32(a >> 3u);
}";
    assert_eq!(Case::new(source).zeros(0, 12).run().clean().i32s(0), [-32768, 1, 4095]);
}

/// A product that is added to stays a value of its own where anything else holds it: a vector, a component, an argument.
#[test]
fn a_product_that_is_added_to_keeps_its_value_wherever_else_it_is_used() {
    let setup = "
        let v = vec3<i32>(i, 2, 3) * 5;
        let s = v.z + 1;
        let p = i * 6;
        let pair = vec2<i32>(p, 1);
        let t = p + 2;
        let q = i * 9;
        let w = plus_one(q);
        var kept = i * 4;
        let copy = kept;
        kept = kept + 3;
    ";
    let stores = ["u32(s * 1000 + v.z)", "u32(t * 1000 + pair.x)", "u32(w * 1000 + q)", "u32(kept * 1000 + copy)"];
    let enable = "fn plus_one(value: i32) -> i32 { return value + 1; }";
    assert_eq!(words(enable, setup, &stores), [16015, 8006, 10009, 7004]);
}

#[test]
fn a_nan_of_16_bits_is_0_as_an_integer_and_the_one_nan_when_packed() {
    let setup = "let n = f16(f) * 0.0h / 0.0h; let big = f16(f) / 0.0h;
        let odd = bitcast<f32>(0xffc12345u * u);";
    let stores = [
        "u32(i32(n))",
        "u32(n)",
        "u32(i64(n))",
        "u32(u64(big))",
        "u32(i32(-big))",
        "u32(-big)",
        "pack2x16float(vec2(odd, f))",
    ];
    let expected = [0, 0, 0, 65504, 0xffff_0020, 0, 0x3c00_7e00];
    assert_eq!(words("enable f16;", setup, &stores), expected);
}
