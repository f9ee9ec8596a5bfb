//! The rungs of every ladder, held against each other by `lockstep diff`.

use lockstep::lab::{Lab, Part, Variant};
use lockstep::labs;

use crate::diff::diff;

/// A ladder a line: its lab, then each rung's first file, with the kind of the idea that tells it from the rung before it. A
/// ladder that is not here needs an idea between neighbours, whichever it is.
const NEIGHBOURS: &str = "\
coalescing: copy offset=coalescing stride-2=coalescing stride-4=coalescing stride-8=coalescing \
    stride-16=constants stride-32=constants vec4=coalescing
coalescing: aos soa=coalescing
coalescing: naive tiled=workgroup-memory padded=bank-conflicts
tiling: naive coalesced=coalescing tiled=workgroup-memory register-1d=register-reuse register-2d=register-reuse \
    named-sums=named-variables vec4-loads=vector-loads vec4-columns=vector-loads vectorised=vector-loads \
    double-buffered=barriers prefetched=code unchecked=waits lane-blocks=code matrix-8x8=matrix-units
tiling: cached-4x4 cached=work-per-invocation cached-rows=coalescing subgroup=subgroup-operations
tiling: half matrix-16x16=matrix-units
divergence: uniform by-workgroup=code by-64=code by-subgroup=code 2-way=divergence 4-way=divergence \
    8-way=divergence 16-way=divergence 32-way=divergence 64-way=code select=code select-early=arithmetic \
    random=divergence random-regrouped=divergence random-sorted=divergence
divergence: trips trips-flattened=divergence trips-sorted=divergence
fusion: chain-1-scale chain-fused=fusion chain-vec4=vector-loads
fusion: gelu-1-bias gelu-fused=fusion
fusion: norm-1-add norm-fused=fusion norm-kept=workgroup-memory
fusion: softmax-1-max softmax-fused=fusion softmax-online=register-reuse softmax-subgroup=subgroup-operations
fusion: epilogue-1-matmul epilogue-fused=fusion
";

/// The table's ladders: the lab, and each rung with its kind.
fn neighbours() -> impl Iterator<Item = (&'static str, Vec<(&'static str, &'static str)>)> {
    let rung = |rung: &'static str| rung.split_once('=').unwrap_or((rung, ""));
    NEIGHBOURS.lines().map(move |line| {
        let (lab, rungs) = line.split_once(':').expect("a lab and its rungs");
        (lab, rungs.split_whitespace().map(rung).collect())
    })
}

fn ladders() -> impl Iterator<Item = (&'static str, &'static Part)> {
    let parts = |lab: &&'static Lab| lab.parts.iter().map(|part| (lab.name, part)).collect::<Vec<_>>();
    labs::ALL.iter().flat_map(parts)
}

/// The first file of each rung.
fn rungs(part: &Part) -> Vec<&'static str> {
    let first = |variant: &Variant| variant.passes[0].shader.trim_end_matches(".wgsl");
    let kernels = part.ladder.iter().filter(|variant| !variant.passes.is_empty());
    let mut rungs: Vec<&str> = kernels.map(first).collect();
    // What steps tell apart is one kernel.
    rungs.dedup();
    rungs
}

#[test]
fn neighbours_of_every_ladder_are_told_apart_by_their_idea() {
    let mut failures = Vec::new();
    for (lab, part) in ladders() {
        for pair in rungs(part).windows(2) {
            let path = |name: &str| format!("shaders/{lab}/{name}.wgsl");
            let report = diff(&path(pair[0]), &path(pair[1]));
            let idea = &report["ideas"][0];
            // What B's comment says stands beside what is counted.
            let says = report["b"]["lesson"]["says"].as_str().unwrap_or_default();
            // A figure, or the names that it is about.
            let sentence = idea["sentence"].as_str().unwrap_or_default();
            let kinds = neighbours().filter(|(of, _)| *of == lab);
            let wanted = kinds.flat_map(|(_, rungs)| rungs).find(|rung| rung.0 == pair[1]);
            if wanted.is_some_and(|(_, kind)| idea["kind"] != kind)
                || says.is_empty()
                || !sentence.contains(|c: char| c.is_ascii_digit() || c == '`')
            {
                failures.push(format!("{lab}: {pair:?}: wanted {wanted:?}, got {idea}, B says {says:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_table_of_neighbours_holds_whole_ladders() {
    for (lab, known) in neighbours() {
        let known: Vec<&str> = known.into_iter().map(|(name, _)| name).collect();
        assert!(ladders().any(|(of, part)| of == lab && rungs(part) == known), "lab {lab} has no ladder {known:?}");
    }
}
