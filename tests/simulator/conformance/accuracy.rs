//! Built-in functions against binary64.
//!
//! WGSL's accuracy table (section "Accuracy of floating point operations and built-in functions") allows no function
//! less than half a unit in the last place (ULP). The simulator promises more than the table: the exact value, rounded
//! once. So one bound, a little over half a ULP, holds it to both.

use half::f16;

use super::run;

/// Half a ULP, with room for the error of the binary64 library and of rounding by way of `f32`.
const BOUND: f64 = 0.501;

struct Function {
    call: &'static str,
    exact: fn(f64, f64) -> f64,
    /// Where x lies; y lies in -8..8, or above 0 where x does.
    domain: (f64, f64),
}

const fn function(call: &'static str, exact: fn(f64, f64) -> f64, domain: (f64, f64)) -> Function {
    Function { call, exact, domain }
}

const ANY: (f64, f64) = (-3e38, 3e38);
const POSITIVE: (f64, f64) = (1e-37, 3e38);

const FUNCTIONS: &[Function] = &[
    function("x + y", |x, y| x + y, ANY),
    function("x - y", |x, y| x - y, ANY),
    function("x * y", |x, y| x * y, (-1e37, 1e37)),
    function("x / y", |x, y| x / y, (-1e30, 1e30)),
    function("sqrt(x)", |x, _| x.sqrt(), POSITIVE),
    function("inverseSqrt(x)", |x, _| 1.0 / x.sqrt(), POSITIVE),
    function("sin(x)", |x, _| x.sin(), (-1e6, 1e6)),
    function("cos(x)", |x, _| x.cos(), (-1e6, 1e6)),
    function("tan(x)", |x, _| x.tan(), (-1e6, 1e6)),
    function("asin(x)", |x, _| x.asin(), (-1.0, 1.0)),
    function("acos(x)", |x, _| x.acos(), (-1.0, 1.0)),
    function("atan(x)", |x, _| x.atan(), ANY),
    function("atan2(x, y)", f64::atan2, ANY),
    function("sinh(x)", |x, _| x.sinh(), (-88.0, 88.0)),
    function("cosh(x)", |x, _| x.cosh(), (-88.0, 88.0)),
    function("tanh(x)", |x, _| x.tanh(), ANY),
    function("asinh(x)", |x, _| asinh(x), ANY),
    function("acosh(x)", |x, _| acosh(x), (1.0, 3e38)),
    function("atanh(x)", |x, _| atanh(x), (-0.9999999, 0.9999999)),
    function("exp(x)", |x, _| x.exp(), (-87.0, 88.0)),
    function("exp2(x)", |x, _| x.exp2(), (-126.0, 127.0)),
    function("log(x)", |x, _| x.ln(), POSITIVE),
    function("log2(x)", |x, _| x.log2(), POSITIVE),
    function("pow(x, y)", f64::powf, (1e-4, 1e4)),
    function("floor(x)", |x, _| x.floor(), ANY),
    function("ceil(x)", |x, _| x.ceil(), ANY),
    function("trunc(x)", |x, _| x.trunc(), ANY),
    function("round(x)", |x, _| x.round_ties_even(), ANY),
    function("fract(x)", |x, _| x - x.floor(), (-1e7, 1e7)),
    function("abs(x)", |x, _| x.abs(), ANY),
    function("saturate(x)", |x, _| x.clamp(0.0, 1.0), (-2.0, 2.0)),
    function("min(x, y)", f64::min, (-8.0, 8.0)),
    function("max(x, y)", f64::max, (-8.0, 8.0)),
    function("step(x, y)", |x, y| f64::from(x <= y), (-8.0, 8.0)),
];

// The library's own lose digits near their zeros or ends.
fn asinh(x: f64) -> f64 {
    let a = x.abs();
    x.signum() * (a + a * a / (1.0 + a.hypot(1.0))).ln_1p()
}

fn acosh(x: f64) -> f64 {
    let t = x - 1.0;
    (t + (2.0 * t + t * t).sqrt()).ln_1p()
}

fn atanh(x: f64) -> f64 {
    0.5 * (2.0 * x / (1.0 - x)).ln_1p()
}

/// Values of the domain: spread evenly, and by their exponent.
fn values((low, high): (f64, f64), count: usize, random: &mut fastrand::Rng) -> Vec<f32> {
    let one = |random: &mut fastrand::Rng| loop {
        let even = low + (high - low) * random.f64();
        let tiny = even * 2f64.powf(-60.0 * random.f64());
        let value = if random.bool() { even } else { tiny } as f32;
        if (low..=high).contains(&f64::from(value)) {
            return value;
        }
    };
    (0..count).map(|_| one(random)).collect()
}

/// The distance from `exact` in units in the last place of a format with `digits` bits and this least exponent.
fn ulps(got: f64, exact: f64, digits: i32, least: i32) -> f64 {
    let exponent = exact.abs().log2().floor() as i32;
    let unit = 2f64.powi(exponent.max(least) - (digits - 1));
    (got - exact).abs() / unit
}

fn body(scalar: &str, functions: &[&Function]) -> String {
    let stores: Vec<String> = functions
        .iter()
        .enumerate()
        .map(|(k, f)| {
            format!("  {{ let x = xs[{k}u * n + i]; let y = ys[{k}u * n + i]; out[{k}u * n + i] = {}; }}", f.call)
        })
        .collect();
    format!(
        "@group(0) @binding(0) var<storage> xs: array<{scalar}>;
@group(0) @binding(1) var<storage> ys: array<{scalar}>;
@group(0) @binding(2) var<storage, read_write> out: array<{scalar}>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {{
  let i = id.x;
  let n = groups.x * 64u;
{}
}}",
        stores.join("\n")
    )
}

#[test]
fn f32_functions_give_the_exact_value_rounded_once() {
    const COUNT: usize = 2048;
    let mut random = fastrand::Rng::with_seed(7);
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    for function in FUNCTIONS {
        xs.extend(values(function.domain, COUNT, &mut random));
        let low = if function.domain.0 > 0.0 { 0.01 } else { -8.0 };
        ys.extend(values((low, 8.0), COUNT, &mut random));
    }
    let bytes = |values: &[f32]| bytemuck::cast_slice(values).to_vec();
    let functions: Vec<&Function> = FUNCTIONS.iter().collect();
    let buffers = vec![bytes(&xs), bytes(&ys), vec![0; 4 * xs.len()]];
    let out = run("f32", &body("f32", &functions), COUNT as u32 / 64, buffers, "");
    let got: Vec<f32> = bytemuck::pod_collect_to_vec(&out[2]);
    for (at, got) in got.iter().enumerate() {
        let function = &FUNCTIONS[at / COUNT];
        let (x, y) = (f64::from(xs[at]), f64::from(ys[at]));
        let exact = (function.exact)(x, y);
        if exact.abs() > f64::from(f32::MAX) {
            continue;
        }
        let off = ulps(f64::from(*got), exact, 24, -126);
        assert!(off <= BOUND, "{} at {x}, {y}: {got}, not {exact}: {off} ULP", function.call);
    }
}

#[test]
fn f16_functions_are_right_for_every_value_of_one_argument() {
    let unary: Vec<&Function> = FUNCTIONS.iter().filter(|function| !function.call.contains('y')).collect();
    let all: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
    let xs: Vec<u16> = unary.iter().flat_map(|_| all.iter().map(|x| x.to_bits())).collect();
    let bytes: Vec<u8> = bytemuck::cast_slice(&xs).to_vec();
    let ys = vec![0; bytes.len()];
    let source = format!("enable f16;\n{}", body("f16", &unary));
    let out = run("f16", &source, 1024, vec![bytes.clone(), ys, bytes], "");
    let got: Vec<u16> = bytemuck::pod_collect_to_vec(&out[2]);
    for (at, got) in got.iter().enumerate() {
        let (function, x) = (unary[at / all.len()], f64::from(all[at % all.len()]));
        let (low, high) = function.domain;
        let exact = (function.exact)(x, 0.0);
        if !(low..=high).contains(&x) || exact.abs() > f64::from(f16::MAX) {
            continue;
        }
        let got = f64::from(f16::from_bits(*got));
        let off = ulps(got, exact, 11, -14);
        assert!(off <= BOUND, "{} at {x}: {got}, not {exact}: {off} ULP", function.call);
    }
}
