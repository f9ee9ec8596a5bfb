use std::collections::HashMap;

use super::*;

#[test]
fn every_line_has_a_source_and_sensible_figures() {
    for gpu in gpus() {
        assert!(gpu.source.len() > 10, "{} has no source", gpu.title());
        if let Some(flop) = gpu.f32() {
            let tflops = flop / 1e12;
            assert!((0.005..200.0).contains(&tflops), "{}: {tflops} TFLOP/s", gpu.title());
        }
        if let Some(bandwidth) = gpu.bandwidth {
            assert!((3e9..9e12).contains(&bandwidth), "{}: {bandwidth} B/s", gpu.title());
        }
        assert!(gpu.clock_low.is_none_or(|low| gpu.clock.is_some_and(|high| low < high)), "{}", gpu.title());
    }
}

/// One name may stand for several parts only where each says what tells it from the others.
#[test]
fn no_two_lines_share_a_name_without_saying_what_tells_them_apart() {
    let mut by_name: HashMap<String, Vec<&Gpu>> = HashMap::new();
    for gpu in gpus() {
        for name in gpu.spellings() {
            let chips = if name.is_generic() { format!("{:?}", gpu.chips) } else { String::new() };
            let key = format!("{:?} {:?} {:?} {:?} {chips}", gpu.vendor, name.words, name.memory_gb, name.chip);
            by_name.entry(key).or_default().push(gpu);
        }
    }
    for (key, gpus) in by_name {
        let titles: std::collections::HashSet<String> = gpus.iter().map(|g| g.title()).collect();
        assert_eq!(titles.len(), gpus.len(), "{key}: {titles:?}");
        if gpus.len() > 1 {
            let named_alike = gpus.iter().filter(|g| g.variant.is_none()).count();
            assert!(named_alike <= 1, "{key}: {titles:?} need a variant each");
        }
    }
}

#[test]
fn errors_name_the_file_and_the_part() {
    let family = "[[family]]\nname=\"f\"\nvendor=\"NVIDIA\"\narch=\"warp drive\"\nsource=\"s\"\ngpus=[{name=\"g\",units=1,mhz=1}]\n";
    let error = parse("x.toml", family).map(|_| ()).map_err(|e| e.to_string());
    assert_eq!(error, Err("x.toml: g: no architecture is called \"warp drive\"".to_owned()));
    assert!(parse("x.toml", "[[family]]\nnmae=1").is_err());
}

#[test]
fn the_table_holds_at_least_two_thousand_gpus() {
    assert!(gpus().len() >= 2000, "{} lines", gpus().len());
}
