//! What operators and built-in functions yield.

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

fn ints(cases: &[(&str, i32)]) {
    let stores: Vec<String> = cases.iter().map(|(text, _)| format!("u32({text})")).collect();
    let stores: Vec<&str> = stores.iter().map(String::as_str).collect();
    for ((text, expected), got) in cases.iter().zip(words("", "", &stores)) {
        assert_eq!(got as i32, *expected, "{text}");
    }
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
fn integer_division_and_shifts_have_no_undefined_cases() {
    ints(&[
        ("(i * 7) / (i - 1)", 7),
        ("(i * 7) % (i - 1)", 0),
        ("(i * -2147483648) / (i * -1)", i32::MIN),
        ("(i * -2147483648) % (i * -1)", 0),
        ("(i * -7) / 2", -3),
        ("(i * -7) % 3", -1),
        ("(i * -8) >> 1u", -4),
        ("i << (u * 33u)", 2),
        ("-(i * -2147483648)", i32::MIN),
        ("(i * 2147483647) + i", i32::MIN),
        ("abs(i * -5)", 5),
        ("sign(i * -5)", -1),
        ("clamp(i * 9, 2, 4)", 4),
        ("min(i * -3, 2)", -3),
        ("max(i * -3, 2)", 2),
    ]);
    uints(&[
        ("(u * 7u) / (u - 1u)", 7),
        ("(u * 7u) % (u - 1u)", 0),
        ("(u * 4294967295u) / 2u", 0x7fff_ffff),
        ("(u * 4294967295u) >> 31u", 1),
    ]);
}

#[test]
fn conversions_clamp_and_truncate() {
    ints(&[
        ("i32(f * 3e9)", 2_147_483_520),
        ("i32(f * -3e9)", i32::MIN),
        ("i32(f * -2.9)", -2),
        ("i32(f * 2.9)", 2),
        ("i32(u * 4294967295u)", -1),
        ("select(1, 2, bool(f * 0.5))", 2),
        ("i32(bool(i - 1))", 0),
    ]);
    uints(&[("u32(f * 1e10)", 4_294_967_040), ("u32(f * -1.0)", 0), ("bitcast<u32>(f)", 0x3f80_0000)]);
    floats(&[("f32(u * 4294967295u)", 4294967296.0), ("f32(i * -3)", -3.0), ("bitcast<f32>(u * 1073741824u)", 2.0)]);
}

#[test]
fn bit_functions_match_their_definitions() {
    uints(&[
        ("countLeadingZeros(u * 16u)", 27),
        ("countLeadingZeros(u - 1u)", 32),
        ("countTrailingZeros(u * 16u)", 4),
        ("countTrailingZeros(u - 1u)", 32),
        ("countOneBits(u * 255u)", 8),
        ("reverseBits(u)", 1 << 31),
        ("firstLeadingBit(u * 16u)", 4),
        ("firstLeadingBit(u - 1u)", u32::MAX),
        ("firstTrailingBit(u * 48u)", 4),
        ("firstTrailingBit(u - 1u)", u32::MAX),
        ("extractBits(u * 0xabcd1234u, 4u, 8u)", 0x23),
        ("extractBits(u * 0xabcd1234u, 28u, 8u)", 0xa),
        ("extractBits(u * 0xabcd1234u, 40u, 8u)", 0),
        ("insertBits(u * 0xffffffffu, 0u, 8u, 8u)", 0xffff_00ff),
        ("insertBits(u * 0u, 0xabu, 28u, 8u)", 0xb000_0000),
        ("insertBits(u * 5u, 0xabu, 32u, 8u)", 5),
        ("dot4U8Packed(u * 0x01020304u, 0x05060708u)", 5 + 12 + 21 + 32),
        ("~u", !1),
    ]);
    ints(&[
        ("firstLeadingBit(i * -1)", -1),
        ("firstLeadingBit(i * -17)", 4),
        ("extractBits(i * -16, 4u, 4u)", -1),
        ("dot4I8Packed(u * 0xff020304u, 0x05060708u)", -5 + 12 + 21 + 32),
    ]);
}

#[test]
fn float_functions_are_near_their_values() {
    let x = 0.7f32;
    floats(&[
        ("sin(f * 0.7)", x.sin()),
        ("cos(f * 0.7)", x.cos()),
        ("tan(f * 0.7)", x.tan()),
        ("asin(f * 0.7)", x.asin()),
        ("acos(f * 0.7)", x.acos()),
        ("atan(f * 0.7)", x.atan()),
        ("atan2(f * 0.7, -2.0)", x.atan2(-2.0)),
        ("sinh(f * 0.7)", x.sinh()),
        ("cosh(f * 0.7)", x.cosh()),
        ("tanh(f * 0.7)", x.tanh()),
        ("asinh(f * 0.7)", x.asinh()),
        ("acosh(f * 1.7)", 1.7f32.acosh()),
        ("atanh(f * 0.7)", x.atanh()),
        ("exp(f * 0.7)", x.exp()),
        ("exp2(f * 0.7)", x.exp2()),
        ("log(f * 0.7)", x.ln()),
        ("log2(f * 0.7)", x.log2()),
        ("pow(f * 0.7, 2.5)", x.powf(2.5)),
        ("sqrt(f * 0.7)", x.sqrt()),
        ("inverseSqrt(f * 0.7)", 1.0 / x.sqrt()),
        ("sqrt(f * -0.7)", f32::NAN),
    ]);
}

#[test]
fn rounding_and_selection_functions_follow_wgsl() {
    floats(&[
        ("floor(f * -1.5)", -2.0),
        ("ceil(f * -1.5)", -1.0),
        ("round(f * 2.5)", 2.0),
        ("round(f * 3.5)", 4.0),
        ("trunc(f * -1.5)", -1.0),
        ("fract(f * -1.25)", 0.75),
        ("abs(f * -1.5)", 1.5),
        ("sign(f * -1.5)", -1.0),
        ("min(f * 2.0, 3.0)", 2.0),
        ("clamp(f * 7.0, 1.0, 3.0)", 3.0),
        ("saturate(f * 7.0)", 1.0),
        ("step(f * 2.0, 2.0)", 1.0),
        ("step(f * 2.0, 1.0)", 0.0),
        ("smoothstep(f * 1.0, 3.0, 2.0)", 0.5),
        ("mix(f * 1.0, 3.0, 0.25)", 1.5),
        ("fma(f * 2.0, 3.0, 4.0)", 10.0),
        ("radians(f * 180.0)", std::f32::consts::PI),
        ("degrees(f * 3.14159265)", 180.0),
        ("ldexp(f * 1.5, 4)", 24.0),
        ("(f * 7.5) % 2.0", 1.5),
        ("(f * -7.5) % 2.0", -1.5),
        ("modf(f * 3.75).fract", 0.75),
        ("modf(f * 3.75).whole", 3.0),
        ("frexp(f * 6.0).fract", 0.75),
        ("f32(frexp(f * 6.0).exp)", 3.0),
        ("quantizeToF16(f * 1.0001)", 1.0),
        ("select(f, 5.0, f > 0.5)", 5.0),
        ("-f", -1.0),
    ]);
}

#[test]
fn vectors_and_matrices_multiply_and_measure() {
    floats(&[
        ("dot(vec3(f, 2.0, 3.0), vec3(4.0, 5.0, 6.0))", 32.0),
        ("cross(vec3(f, 2.0, 3.0), vec3(4.0, 5.0, 6.0)).y", 6.0),
        ("length(vec2(f * 3.0, 4.0))", 5.0),
        ("length(f * -3.0)", 3.0),
        ("distance(vec2(f * 3.0, 4.0), vec2(0.0, 0.0))", 5.0),
        ("normalize(vec2(f * 3.0, 4.0)).y", 0.8),
        ("faceForward(vec2(f, 2.0), vec2(1.0, 0.0), vec2(1.0, 0.0)).y", -2.0),
        ("reflect(vec2(f, -1.0), vec2(0.0, 1.0)).y", 1.0),
        ("refract(vec2(f * 0.6, -0.8), vec2(0.0, 1.0), 0.5).x", 0.3),
        ("refract(vec2(f * 0.6, -0.8), vec2(0.0, 1.0), 5.0).x", 0.0),
        ("(mat2x2(f, 2.0, 3.0, 4.0) * vec2(5.0, 6.0)).x", 23.0),
        ("(vec2(f * 5.0, 6.0) * mat2x2(1.0, 2.0, 3.0, 4.0)).y", 39.0),
        ("(mat2x3(f, 2.0, 3.0, 4.0, 5.0, 6.0) * mat3x2(1.0, 2.0, 3.0, 4.0, 5.0, 6.0))[1].z", 33.0),
        ("(mat2x2(f, 2.0, 3.0, 4.0) * 2.0)[1].x", 6.0),
        ("(mat2x2(f, 2.0, 3.0, 4.0) + mat2x2(f, 2.0, 3.0, 4.0))[0].y", 4.0),
        ("transpose(mat2x3(f, 2.0, 3.0, 4.0, 5.0, 6.0))[2].y", 6.0),
        ("determinant(mat2x2(f, 2.0, 3.0, 4.0))", -2.0),
        ("determinant(mat3x3(f * 2.0, 0.0, 1.0, 1.0, 3.0, 2.0, 1.0, 1.0, 4.0))", 18.0),
        (
            "determinant(mat4x4(f * 2.0, 0.0, 0.0, 1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 1.0, 0.0, 0.0, 5.0))",
            108.0,
        ),
    ]);
    uints(&[("u32(all(vec2(f, 2.0) > vec2(0.0, 1.0)))", 1), ("u32(any(vec2(f, 2.0) > vec2(1.0, 2.0)))", 0)]);
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
fn halves_round_after_every_operation() {
    let stores = [
        "bitcast<u32>(f32(f16(f) / 3.0h))",
        "bitcast<u32>(f32(f16(f * 2048.0) + 1.0h))",
        "bitcast<u32>(f32(f16(f * 65504.0) * 2.0h))",
        "bitcast<u32>(f32(f16(i32(f16(f * 3.7)))))",
        "bitcast<u32>(f32(sqrt(f16(f) * 2.0h)))",
    ];
    let half = |x: f32| half::f16::from_f32(x).to_f32().to_bits();
    let expected = [half(1.0 / 3.0), half(2048.0), f32::INFINITY.to_bits(), half(3.0), half(2f32.sqrt())];
    assert_eq!(words("enable f16;", "", &stores), expected);
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
