//! The database against what vendors print, and against names as drivers and people spell them. The tables are beside this
//! file.

use lockstep_gpus::{Gpu, Lookup, Vendor, gpus, lookup};
use std::collections::BTreeSet;

/// The rows of a table, each cut at its bars.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = table.lines().filter(|row| row.contains('|') && !row.starts_with('#'));
    rows.map(|row| row.split('|').map(str::trim).collect())
}

fn families() -> impl Iterator<Item = Vec<&'static str>> {
    rows(include_str!("families.txt"))
}

/// Fails where a part is more than three percent from its vendor's figures, in TFLOP/s and GB/s: from its peaks, or from the least
/// of them where it has a range.
fn hold(name: &str, gpu: &Gpu, tflops: &str, gbs: &str) {
    let near = |figure: f64, text: &str| (figure / text.parse::<f64>().expect("a figure") - 1.0).abs() < 0.03;
    let peak = gpu.f32().unwrap_or_default() / 1e12;
    let slowest = gpu.clock_low.zip(gpu.clock).map_or(peak, |(low, high)| peak * low / high);
    let least = gpu.f32_low.map_or(slowest, |low| low / 1e12);
    assert!(near(peak, tflops) || near(least, tflops), "{name}: {least} to {peak} instead of {tflops} TFLOP/s");
    let bandwidth = gpu.bandwidth.unwrap_or_default() / 1e9;
    let narrow = gpu.bandwidth_low.map_or(bandwidth, |low| low / 1e9);
    assert!(near(bandwidth, gbs) || near(narrow, gbs), "{name}: {narrow} to {bandwidth} instead of {gbs} GB/s");
}

#[test]
fn a_part_of_each_family_is_within_three_percent_of_its_vendor() {
    for row in families() {
        let [family, title, tflops, gbs] = row[..] else { panic!("four cells in {row:?}") };
        let part = gpus().iter().find(|gpu| gpu.family == family && gpu.title() == title);
        hold(title, part.unwrap_or_else(|| panic!("{family}: no {title}")), tflops, gbs);
    }
    let checked: BTreeSet<&str> = families().map(|row| row[0]).collect();
    let stated = gpus().iter().filter(|gpu| gpu.f32().is_some()).map(|gpu| &*gpu.family);
    let missing: Vec<&str> = stated.filter(|family| !checked.contains(family)).collect();
    assert!(missing.is_empty(), "no part of these is held against its vendor: {missing:?}");
}

/// A name, and the PCI id in brackets behind it.
fn asked(cell: &str) -> (&str, Option<(u16, u16)>) {
    let bracketed = cell.strip_suffix(']').and_then(|cell| cell.rsplit_once(" ["));
    let Some((name, id)) = bracketed.filter(|(_, id)| id.contains(':')) else {
        return (cell, None);
    };
    let hex = |text: &str| u16::from_str_radix(text, 16).expect("a PCI id");
    let (vendor, device) = id.split_once(':').expect("two numbers");
    (name, Some((hex(vendor), hex(device))))
}

#[test]
fn a_name_means_the_part_that_its_row_says_or_several_or_none() {
    for row in rows(include_str!("names.txt")) {
        let (name, pci) = asked(row[0]);
        let found = lookup(name, pci);
        match (row[1], &found) {
            ("-", Lookup::NotFound { .. }) => {}
            (several, Lookup::Ambiguous { candidates, .. }) if several.starts_with("? ") => {
                let wanted = &several[2..];
                let named = || candidates.iter().any(|gpu| gpu.title() == wanted);
                let right =
                    wanted.parse().map_or_else(|_| wanted == "more" || named(), |count| candidates.len() == count);
                assert!(right, "{row:?}: {found:?}");
            }
            (one, Lookup::Found { gpu, .. }) => {
                match one.strip_suffix(" GB/s").and_then(|one| one.split_once(" TFLOP/s, ")) {
                    Some((tflops, gbs)) => hold(name, gpu, tflops, gbs),
                    None => assert_eq!(gpu.title(), one, "{row:?}"),
                }
            }
            _ => panic!("{row:?}: {found:?}"),
        }
    }
    assert!(matches!(lookup("", None), Lookup::NotFound { .. }));
    let Lookup::NotFound { near } = lookup("NVIDIA GeForce RTX 3065", None) else { panic!("found") };
    assert!(near.iter().any(|g| g.name.contains("RTX 3060")), "{near:?}");
}

/// Whatever the table calls a part, looking it up by that name leads back to it, alone or among its namesakes.
#[test]
fn every_part_is_found_under_its_own_name() {
    for gpu in gpus() {
        let vendor = (0..=u16::MAX).find(|id| Vendor::from_pci(*id) == Some(gpu.vendor)).expect("a vendor's id");
        let pci = gpu.pci.first().map(|id| (vendor, *id));
        let found = lookup(&gpu.name, pci).candidates();
        let titles: Vec<String> = found.iter().map(|g| g.title()).collect();
        let close = |a: Option<f64>, b: Option<f64>| a.zip(b).is_some_and(|(a, b)| (a / b - 1.0).abs() < 0.01);
        let same = |other: &&Gpu| {
            std::ptr::eq(*other, gpu) || (close(other.f32(), gpu.f32()) && other.bandwidth == gpu.bandwidth)
        };
        assert!(found.iter().any(same), "{} {pci:x?}: {titles:?}", gpu.title());
        // Never a part of another name.
        let named = |other: &&Gpu| other.spellings().iter().any(|s| gpu.spellings().contains(s));
        assert!(found.iter().all(named), "{}: {titles:?}", gpu.title());
    }
}

/// Whether one of the figures of a row (`TFLOP/s, GB/s or ...`) is this part's, within three percent.
fn agrees(gpu: &Gpu, figures: &str) -> bool {
    let near = |figure: f64, text: &str| (figure / text.parse::<f64>().expect("a figure") - 1.0).abs() < 0.03;
    figures
        .split(" or ")
        .filter_map(|pair| pair.split_once(", "))
        .any(|(tflops, _)| gpu.f32().is_some_and(|peak| near(peak / 1e12, tflops)))
}

/// Every name of the table that is there at all is found, nearly always with the right peak, and none for another part.
fn hold_names(table: &str) {
    let (mut asked, mut missing, mut off) = (0, Vec::new(), Vec::new());
    for row in rows(table) {
        let parts = lookup(row[0], None).candidates();
        match row[1] {
            "-" => assert!(parts.is_empty(), "{} was taken for {}", row[0], parts[0].title()),
            _ if parts.is_empty() => missing.push(row[0]),
            "unknown" => assert!(parts.iter().all(|gpu| gpu.f32().is_none()), "{} has a peak", row[0]),
            "mobile" => {}
            figures if parts.iter().any(|gpu| agrees(gpu, figures)) => {}
            _ => off.push((row[0], parts.iter().map(|gpu| gpu.title()).collect::<Vec<_>>())),
        }
        asked += usize::from(row[1] != "-");
    }
    assert!(asked >= 300 && missing.len() * 100 <= asked * 3, "{asked} asked, not found: {missing:?}");
    assert!(off.len() * 100 <= (asked - missing.len()) * 2, "{asked} asked, another peak: {off:#?}");
}

#[test]
fn of_hundreds_of_measured_names_nearly_all_are_found_with_the_right_peak_and_none_for_another() {
    hold_names(include_str!("measured.txt"));
}

#[test]
fn drivers_names_are_found_with_the_right_peak_and_none_for_another() {
    hold_names(include_str!("drivers.txt"));
}

#[test]
fn names_that_users_browsers_report_are_found_and_none_for_another() {
    hold_names(include_str!("users.txt"));
}
