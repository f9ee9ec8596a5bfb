//! Kernels whose counters follow from their addresses and masks alone, each derived in the kernel's first lines.
//!
//! In a file of `tests/counts`, `// run:` has the arguments of `lockstep exec`, `// counts:` what the counters must be, and
//! `// width:` the lanes of a subgroup where they are not 32. The machine has NVIDIA's sectors and banks.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{folder, json, lockstep};

/// A machine file of a user's own: what the counters need, and no more.
fn machine(folder: &Path, width: u32) -> String {
    let path = folder.join(format!("width-{width}.toml"));
    let text = format!(
        r#"
name = "width-{width}"
device = "a machine of {width} lanes"
architecture = "made up"
unit_name = "unit"

[subgroup]
source = "chosen by this test"
width = {width}

[shared]
source = "chosen by this test"
banks = 32
bank_bytes = 4

[cache]
source = "chosen by this test"
line_bytes = 128
sector_bytes = 32
"#
    );
    fs::write(&path, text).expect("it can be written");
    format!("sim:{}", path.display())
}

/// Each counter that is not what it must be.
fn differences(path: &Path, folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("the kernel can be read");
    let header = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
    let width = header("// width: ").map_or(32, |width| width.trim().parse().expect("a width"));
    let device = machine(folder, width);
    let file = path.display().to_string();
    let mut arguments = vec!["exec", &file, "--device", &device, "--json", "-"];
    arguments.extend(header("// run: ").expect("arguments").split_whitespace());
    let output = lockstep(&arguments);
    if output.status.code() != Some(0) {
        let said = String::from_utf8_lossy(&output.stdout);
        return vec![format!("{file}: {}\n{said}", crate::common::stderr(&output))];
    }
    let counters = &json(&output)["counters"];
    let expected = header("// counts: ").expect("counters").split_whitespace();
    let wrong = |pair: &str| {
        let (name, value) = pair.split_once('=').expect("name=value");
        let value: f64 = value.parse().expect("a number");
        let got = counters[name].as_f64();
        (got != Some(value)).then(|| format!("{file}: {name} is {got:?}, not {value}"))
    };
    expected.filter_map(wrong).collect()
}

#[test]
fn every_counter_is_what_its_formula_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counts");
    let folder = folder("counts");
    let mut paths: Vec<PathBuf> = fs::read_dir(root)
        .expect("there are kernels")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|end| end == "wgsl"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 40, "{} kernels are few", paths.len());
    let wrong: Vec<String> = paths.iter().flat_map(|path| differences(path, &folder)).collect();
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
}
