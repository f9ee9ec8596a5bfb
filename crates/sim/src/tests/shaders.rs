//! Every shader of the repository lowers, and mutated ones never panic.

use crate::{Config, Launch, Options, Program, run};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn shaders() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders");
    let (mut folders, mut found) = (vec![root], Vec::new());
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.unwrap_or_else(|error| panic!("{error}")).path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "wgsl") {
                let source = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
                found.push((path, source));
            }
        }
    }
    found.sort();
    found
}

/// Lowers the first entry point of a source that naga accepts.
fn lower(source: &str) -> Option<Result<Program, String>> {
    let module = naga::front::wgsl::parse_str(source).ok()?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module).ok()?;
    let (module, info) =
        naga::back::pipeline_constants::process_overrides(&module, &info, None, &Default::default()).ok()?;
    let entry = module.entry_points.first()?.name.clone();
    let program = Program::new(&module, &info, source, &entry, &Config::default());
    Some(program.map_err(|error| error.to_string()))
}

#[test]
fn every_shader_of_the_repository_lowers() {
    let shaders = shaders();
    assert!(shaders.len() > 20);
    for (path, source) in shaders {
        let lowered = lower(&source).unwrap_or_else(|| panic!("naga refuses {}", path.display()));
        if source.contains("coop_mat") {
            let error = lowered.err().unwrap_or_default();
            assert!(error.contains("cooperative matrices (line "), "{}: {error}", path.display());
            continue;
        }
        lowered.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// Runs a program on small buffers of noise, whatever it does.
fn survive(program: &Program, random: &mut fastrand::Rng) {
    let mut bindings = BTreeMap::new();
    for buffer in program.buffers() {
        let bytes = (buffer.min_bytes as usize).clamp(64, 1 << 20) + random.usize(0..64);
        let noise = (0..bytes).map(|_| if random.bool() { random.u8(..) } else { random.u8(0..3) });
        bindings.insert((buffer.group, buffer.binding), noise.collect());
    }
    let options = Options { threads: 1, step_budget: 2000, ..Options::default() };
    let launch = Launch { workgroups: [2, 2, 1], bindings: &mut bindings, immediates: &[0; 256] };
    // An error is fine: what counts is that it is one.
    let _ = run(program, launch, &Config::default(), &options);
}

/// Changes one token: another literal, another operator, another name of the file, or nothing at all.
fn mutate(source: &str, random: &mut fastrand::Rng) -> String {
    let mut tokens: Vec<&str> = Vec::new();
    let mut start = 0;
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut last = false;
    for (at, c) in source.char_indices() {
        if at > start && !(word(c) && last) {
            tokens.push(&source[start..at]);
            start = at;
        }
        last = word(c);
    }
    tokens.push(&source[start..]);
    let others = [
        "0u",
        "1u",
        "4294967295u",
        "-1",
        "+",
        "-",
        "*",
        "/",
        "%",
        "<<",
        "<",
        ">=",
        "&&",
        "||",
        "break;",
        "return;",
        "workgroupBarrier();",
        "",
    ];
    for _ in 0..random.usize(1..3) {
        let at = random.usize(0..tokens.len());
        tokens[at] =
            if random.bool() { others[random.usize(0..others.len())] } else { tokens[random.usize(0..tokens.len())] };
    }
    tokens.concat()
}

#[test]
fn mutated_shaders_never_panic_or_hang() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut ran = 0;
    for (_, source) in shaders() {
        for _ in 0..40 {
            let mutant = mutate(&source, &mut random);
            // naga itself may panic on what it is given; that is not this simulator's fault to hide or to find.
            let lowered = std::panic::catch_unwind(|| naga::front::wgsl::parse_str(&mutant).is_ok());
            if lowered.unwrap_or(false)
                && let Some(Ok(program)) = lower(&mutant)
            {
                survive(&program, &mut random);
                ran += 1;
            }
        }
    }
    assert!(ran > 100, "{ran} mutants ran");
}
