//! What is refused, and what stays whole at the edges.

use super::harness::Case;
use crate::{Launch, LaunchError, OutOfBounds, Target, run};
use naga::valid::{Capabilities, ValidationFlags, Validator};

const FILL: &str = "@group(0) @binding(0) var<storage, read_write> out: array<vec4<u32>>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&out)) { out[id.x] = vec4(1u); }
}";

fn error(case: &Case) -> LaunchError {
    let mut bindings = case.bindings.clone();
    let launch = Launch { workgroups: case.workgroups, bindings: &mut bindings, immediates: &case.immediates };
    match run(&case.compiled(), launch, &case.target, &case.options) {
        Ok(_) => panic!("this should not run"),
        Err(error) => error,
    }
}

#[test]
fn a_binding_that_is_missing_or_too_small_is_named() {
    let missing = error(&Case::new(FILL));
    assert_eq!(missing.to_string(), "nothing is bound to `out` at @group(0) @binding(0)");
    let small = error(&Case::new(FILL).zeros(0, 12));
    assert!(small.to_string().contains("needs at least 16 bytes, but 12 are bound"), "{small}");
}

#[test]
fn immediates_that_are_missing_are_an_error() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: u32;
var<immediate> x: vec2<u32>;
@compute @workgroup_size(1) fn main() { out = x.y; }";
    assert_eq!(error(&Case::new(source).zeros(0, 4)), LaunchError::Immediates { needed: 8, given: 0 });
}

#[test]
fn an_empty_dispatch_and_odd_sizes_are_fine() {
    assert_eq!(Case::new(FILL).zeros(0, 16).groups([0, 1, 1]).run().clean().u32s(0), [0; 4]);
    let ran = Case::new(FILL).zeros(0, 16 * 3 + 7).groups([4, 1, 1]).run().clean();
    assert_eq!(ran.u32s(0)[..12], [1; 12]);
    assert_eq!(ran.bindings[&(0, 0)][48..], [0; 7]);
}

#[test]
fn skipped_accesses_read_zero_in_every_memory() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read> data: array<array<u32, 2>>;
var<workgroup> tile: array<vec2<u32>, 4>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
    var local = array<u32, 4>(1u, 2u, 3u, 4u);
    tile[i] = vec2(i, i);
    local[i] = local[i] + 10u;
    out[i] = local[i] + tile[i].y * 100u + data[i][i % 3u];
    out[i + 100000u] = 7u;
}";
    for (policy, width) in [(OutOfBounds::ZeroOrSkip, 4), (OutOfBounds::ZeroOrSkip, 32), (OutOfBounds::Clamp, 8)] {
        let case = Case::new(source).zeros(0, 32).u32s(1, &[1; 8]).width(width).option(|o| {
            o.out_of_bounds = policy;
            o.races = false;
            o.uninitialized = false;
        });
        let ran = case.run();
        assert!(ran.kinds().iter().all(|kind| *kind == "out-of-bounds"), "{:?}", ran.outcome.findings);
        if policy == OutOfBounds::ZeroOrSkip {
            let expected: Vec<u32> =
                (0..8).map(|i| if i < 4 { i + 11 + i * 100 + u32::from(i % 3 < 2) } else { 0 }).collect();
            assert_eq!(ran.u32s(0), expected, "width {width}");
        }
    }
}

#[test]
fn what_is_not_supported_is_named_with_its_line() {
    let refused = |source: &str| {
        let module =
            naga::front::wgsl::parse_str(source).unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)));
        let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
        let info = info.unwrap_or_else(|error| panic!("{error:?}"));
        match crate::lower::lower(&module, &info, source, "main", &Target::default()) {
            Ok(_) => panic!("this should not lower"),
            Err(error) => error,
        }
    };
    let texture = refused(
        "@group(0) @binding(0) var<storage, read_write> out: vec4<f32>;
@group(0) @binding(1) var image: texture_multisampled_2d<f32>;
@compute @workgroup_size(1) fn main() { out = textureLoad(image, vec2(0, 0), 0); }",
    );
    assert_eq!((texture.what.as_str(), texture.line), ("a multisampled texture", 2));
    let large = refused("@compute @workgroup_size(4096, 2, 1)\nfn main() {}");
    assert!(large.what.contains("invocations"), "{large}");
    let entry = refused("@compute @workgroup_size(1) fn other() {}");
    assert!(entry.what.contains("`main`"), "{entry}");
}

#[test]
fn machines_that_make_no_sense_are_refused() {
    for target in [
        Target { subgroup_width: 24, ..Target::default() },
        Target { subgroup_width: 256, ..Target::default() },
        Target { sector_bytes: 0, ..Target::default() },
        Target { bank_bytes: 2, ..Target::default() },
    ] {
        assert!(target.problem().is_some(), "{target:?}");
    }
    assert_eq!(Target::default().problem(), None);
}
