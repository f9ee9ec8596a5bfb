//! The lab `tuning`: what its tiles compute at the edge of C.

use crate::common::{json, lockstep};
use serde_json::Value;

/// FLOPs counted over those needed, by the variant's name and the side.
fn counted(sides: &str, variants: &[&str]) -> Vec<(String, f64, f64)> {
    let mut arguments = vec!["run", "tuning", "--device", "sim", "--size", "128", "--points", sides, "--json", "-"];
    variants.iter().for_each(|name| arguments.extend(["--variant", name]));
    let report = json(&lockstep(&arguments));
    let curves = report["sweeps"][0]["curves"].as_array().expect("curves").iter();
    let of = |curve: &Value| {
        let name = curve["name"].as_str().expect("a name").to_owned();
        let points = curve["points"].as_array().expect("points").iter();
        let figures = |point: &Value| [&point["at"], &point["counters"]["flop"], &point["flop"]].map(Value::as_f64);
        let figures = points.map(move |point| figures(point).map(|figure| figure.expect("a figure")));
        figures.map(|[side, counted, needed]| (name.clone(), side, counted / needed)).collect::<Vec<_>>()
    };
    curves.flat_map(of).collect()
}

#[test]
fn tiles_compute_what_they_cover_and_a_side_of_one_more_takes_another_row_and_column_of_them() {
    let all = counted("191,192,193,225", &["tile-64", "tile-32"]);
    assert_eq!(all.len(), 8);
    for (name, side, ratio) in all {
        let tile = if name == "tile-64" { 64.0 } else { 32.0 };
        let covered = ((side / tile).ceil() * tile / side).powi(2);
        assert!((ratio / covered - 1.0).abs() < 0.05, "{name} at {side}: {ratio} and not {covered}");
    }
}

#[test]
fn a_tile_at_the_edge_that_leaves_out_blocks_computes_little_too_much() {
    let all = counted("192,193", &["edge-tile"]);
    let [(_, _, whole), (_, _, beyond)] = all.as_slice() else { panic!("{all:?}") };
    assert!(*whole == 1.0 && *beyond < 1.25, "{all:?}");
}
