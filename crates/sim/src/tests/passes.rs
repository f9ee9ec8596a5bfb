//! Each pass of the modelled compiler alone, on one kernel: what it leaves and what it says that it did.

use std::fs;
use std::path::Path;

use super::harness::Case;
use crate::compile::{Effect, PASSES, PassRun, run_passes};
use crate::machine::Machine;

/// A pass, a machine whose compilers have it, the passes that it builds on, a kernel's body, and what becomes of how many of its
/// instructions.
struct Alone {
    pass: &'static str,
    machine: &'static str,
    after: &'static [&'static str],
    body: &'static str,
    effects: &'static [(Effect, usize)],
}

const fn alone(pass: &'static str, body: &'static str, effects: &'static [(Effect, usize)]) -> Alone {
    Alone { pass, machine: "ampere-8.6", after: &[], body, effects }
}

/// In the order of [`PASSES`].
const ALL: [Alone; 18] = [
    // In each iteration the product and whether the loop goes on are known.
    alone("constant propagation", "for (var k = 1u; k < 9u; k *= 2u) { x += f32(k * 3u); }", &[(Effect::Removed, 5)]),
    Alone {
        after: &["constant propagation"],
        ..alone(
            "unrolling",
            "for (var k = 0u; k < 64u; k++) { x += out[k]; }",
            &[(Effect::Removed, 3), (Effect::Unrolled { copies: 64 }, 2)],
        )
    },
    alone(
        "constant folding",
        "for (var k = 0u; k < 4u; k++) { if x > 1.0 { x += out[k * 2u]; } }",
        &[(Effect::Literal, 1)],
    ),
    alone("address folding", "x += out[i + 3u];", &[(Effect::Merged(None), 1)]),
    alone(
        "f16 packing",
        "let h = vec2<f16>(vec2f(x)); let s = h + h; x = f32(s.x) + f32(s.y);",
        &[(Effect::Merged(None), 1)],
    ),
    alone("instruction fusion", "x = bitcast<f32>((i << 2u) + group.x);", &[(Effect::Merged(Some(0)), 1)]),
    alone("saturation", "x = clamp(x + 1.0, 0.0, 1.0);", &[(Effect::Merged(Some(0)), 2)]),
    alone("strength reduction", "x = f32((i / 8u) ^ (i % 8u)) + f32(i / 7u);", &[(Effect::Reduced, 2)]),
    alone("multiply-add", "x = 1.0 - x * x;", &[(Effect::Merged(Some(0)), 1)]),
    alone("common subexpressions", "x = exp(x) + 2.0 * exp(x);", &[(Effect::Removed, 1)]),
    alone("dead code", "let y = exp(x); x = 1.0;", &[(Effect::Removed, 1)]),
    Alone {
        machine: "rdna3",
        ..alone("scalar unit", "x = bitcast<f32>((group.x ^ 5u) >> 3u);", &[(Effect::Scalar, 2)])
    },
    alone(
        "common code of branches",
        "if x > 1.0 { x = f32(i >> 3u); } else { x = -f32(i >> 3u); }",
        &[(Effect::Removed, 1), (Effect::Moved { before: 0 }, 1)],
    ),
    alone(
        "loop-invariant code motion",
        "let n = u32(x); for (var k = 0u; k < n; k++) { x += out[(i ^ group.y) + k]; workgroupBarrier(); }",
        &[(Effect::Moved { before: 0 }, 1)],
    ),
    alone(
        "expansion",
        "x = tan(x) + f32(i / group.x);",
        &[(Effect::Expanded { instructions: 5 }, 1), (Effect::Expanded { instructions: 20 }, 1)],
    ),
    alone("partial unrolling", "for (var k = 0u; k < group.x; k++) { x = fma(x, 0.5, 1.0); }", &[(Effect::Removed, 3)]),
    alone(
        "software pipelining",
        "var y = out[0]; for (var k = 1u; k < group.x; k++) { let z = y; y = out[k]; x = exp(exp(exp(z + x))); }",
        &[(Effect::Prefetched, 1)],
    ),
    // It counts registers, and changes nothing.
    alone("register pressure", "x = x + 1.0;", &[]),
];

/// Effects alike but for the instructions that they name.
fn kind(effect: Effect) -> Effect {
    match effect {
        Effect::Merged(Some(_)) => Effect::Merged(Some(0)),
        Effect::Moved { .. } => Effect::Moved { before: 0 },
        effect => effect,
    }
}

fn run(alone: &Alone, passes: &[&str]) -> PassRun {
    let half = if alone.body.contains("f16") { "enable f16;" } else { "" };
    let source = format!(
        "{half} @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {{
            var x = out[i]; {} out[i] = x;
        }}",
        alone.body
    );
    let target = Machine::builtin(alone.machine).expect("it is built in").target();
    let program = Case { target: target.clone(), ..Case::new(&source) }.program();
    run_passes(&program, &target, passes)
}

#[test]
fn every_pass_does_alone_what_its_kernel_shows() {
    let names = ALL.map(|alone| alone.pass);
    let passes = PASSES.iter().map(|pass| pass.name).collect::<Vec<_>>();
    assert_eq!(
        names.to_vec(),
        passes,
        "ALL in this file, on the left, has a kernel for each row of PASSES, in the same order"
    );
    let complaints: Vec<String> = ALL.iter().flat_map(complaints).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// What is not as the kernel of a pass says.
fn complaints(alone: &Alone) -> Vec<String> {
    let before = run(alone, alone.after);
    let after = run(alone, &[alone.after, &[alone.pass]].concat());
    let new: Vec<Effect> = after.changes[before.changes.len()..].iter().map(|change| kind(change.effect)).collect();
    let mut expected: Vec<Effect> = Vec::new();
    alone.effects.iter().for_each(|&(effect, times)| expected.extend(std::iter::repeat_n(effect, times)));
    let sorted = |effects: &[Effect]| {
        let mut words: Vec<String> = effects.iter().map(|effect| format!("{effect:?}")).collect();
        words.sort_unstable();
        words
    };
    let mut complaints = Vec::new();
    if sorted(&new) != sorted(&expected) {
        complaints.push(format!("{}: {new:?} instead of {expected:?}", alone.pass));
    }
    let removes = expected.iter().any(|effect| matches!(effect, Effect::Removed | Effect::Merged(_)));
    let expands = expected.iter().any(|effect| matches!(effect, Effect::Expanded { .. }));
    if expands != (after.issued > before.issued) || removes && after.issued == before.issued {
        complaints.push(format!("{}: {} slots, before it {}", alone.pass, after.issued, before.issued));
    }
    complaints
}

#[test]
fn every_file_of_a_pass_has_its_row_in_the_list() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/compile/passes");
    let list = fs::read_to_string(folder.join("mod.rs")).expect("the list");
    for entry in fs::read_dir(folder).expect("the passes") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        assert!(
            name == "mod" || list.contains(&format!("run: {name}::run")),
            "PASSES has no row for {}",
            path.display()
        );
    }
}

#[test]
fn a_pass_is_left_out_where_a_machine_s_compilers_have_it_not() {
    let scalar = ALL.iter().find(|alone| alone.pass == "scalar unit").expect("it is there");
    let on = |machine| run(&Alone { machine, ..Alone { ..*scalar } }, &["scalar unit"]).changes.len();
    assert_eq!([on("rdna3"), on("ampere-8.6")], [2, 0]);
}
