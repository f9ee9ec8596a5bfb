//! What findings about speed say of kernels: only what these have and do.

use super::harness::Case;
use crate::compile::Compiled;
use crate::kernel::{Kernel, Overrides};
use crate::machine::Machine;
use crate::{Finding, FindingKind, Launch, Options, simulate};

/// What is findings of a kernel with two buffers of so many words, on a machine.
fn findings(body: &str, on: &str, workgroups: u32, words: usize) -> Vec<Finding> {
    let source = format!(
        "@group(0) @binding(0) var<storage, read> a: array<u32>;
        @group(0) @binding(1) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(256) fn main(@builtin(global_invocation_id) at: vec3u) {{ {body} }}"
    );
    let machine = Machine::builtin(on).unwrap();
    let kernel = Kernel::parse("kernel.wgsl", &source, None, &Overrides::new()).unwrap();
    let program = Compiled::new(&kernel, &machine.target()).unwrap();
    let mut bindings = Case::new("").zeros(0, 4 * words).zeros(1, 4 * words).bindings;
    let launch = Launch { workgroups: [workgroups, 1, 1], bindings: &mut bindings, immediates: &[] };
    let options = Options { access_samples: true, ..Options::default() };
    simulate(&program, launch, machine, &options).unwrap().advice
}

fn of(findings: &[Finding], kind: FindingKind) -> Vec<&str> {
    findings.iter().filter(|finding| finding.kind == kind).map(|finding| finding.message.as_str()).collect()
}

#[test]
fn the_special_function_unit_is_told_of_with_the_operations_that_the_kernel_has() {
    let body = |operation: &str| {
        format!("var n = a[at.x]; for (var k = 0u; k < 64u; k++) {{ n = {operation}; }} out[at.x] = n;")
    };
    let limiter = |operation: &str| {
        let findings = findings(&body(operation), "ampere-8.6", 240, 240 * 256);
        of(&findings, FindingKind::Limiter).concat()
    };
    let bits = limiter("n * 3u + countOneBits(n) + countOneBits(n ^ k) + countOneBits(n + k)");
    assert!(
        bits.contains("unless a loop repeats what can be computed before it (the unit executes countOneBits here)"),
        "{bits}"
    );
    assert!(!bits.contains("exp"), "{bits}");
    let float = "bitcast<u32>(exp2(bitcast<f32>(n)) + log2(bitcast<f32>(n + k)))";
    let both = limiter(float);
    assert!(both.contains("exp2, log2 here") || both.contains("log2, exp2 here"), "{both}");
}

#[test]
fn masked_stores_at_a_stride_are_told_with_their_stride() {
    let body = "if (at.x % 8u == 0u || at.x % 8u == 1u || at.x % 8u == 5u) { out[at.x * 16u] = a[at.x]; }";
    let findings = findings(body, "ampere-8.6", 240, 16 * 240 * 256);
    let stores = of(&findings, FindingKind::Uncoalesced);
    assert!(stores.iter().any(|findings| findings.contains("write 64 bytes apart")), "{findings:?}");
    assert!(!stores.iter().any(|findings| findings.contains("without a constant stride")), "{findings:?}");
}

#[test]
fn loads_that_the_estimate_has_merged_are_not_told_to_be_read_twice() {
    let twice = findings("out[at.x] = a[at.x] * 2u + (a[at.x] >> 3u);", "ampere-8.6", 240, 240 * 256);
    assert_eq!(of(&twice, FindingKind::ReadTwice), [""; 0], "{twice:?}");
}

#[test]
fn a_private_array_that_a_loop_indexes_is_told_of_where_naga_bounds_loops() {
    let body = "var sums: array<u32, 8>;
        for (var k = 0u; k < 64u; k++) { for (var j = 0u; j < 8u; j++) { sums[j] += a[at.x] ^ (j + k); } }
        var sum = 0u;
        for (var j = 0u; j < 8u; j++) { sum ^= sums[j]; }
        out[at.x] = sum;";
    let on = |machine: &str| {
        let findings = findings(body, machine, 240, 240 * 256);
        of(&findings, FindingKind::LocalMemory).concat()
    };
    let apple = on("apple-m2");
    assert!(
        apple.contains("private array `sums`") && apple.contains("naga writes each loop as `while(true)`"),
        "{apple}"
    );
    assert_eq!(on("ampere-8.6"), "");
}

#[test]
fn an_array_in_memory_is_advised_to_be_indexed_by_literals_where_naga_bounds_loops() {
    let body = "var sums: array<u32, 8>;
        for (var k = 0u; k < 64u; k++) { sums[(a[at.x] + k) % 8u] += k; }
        out[at.x] = sums[a[at.x] % 8u];";
    let on = |machine: &str| {
        let findings = findings(body, machine, 240, 240 * 256);
        of(&findings, FindingKind::LocalMemory).concat()
    };
    let (apple, nvidia) = (on("apple-m2"), on("ampere-8.6"));
    assert!(apple.contains("index it with literals: write the iterations of a loop out"), "{apple}");
    assert!(
        nvidia.contains("index it with literals or with the counter of a loop with a constant trip count"),
        "{nvidia}"
    );
}
