//! Finds kernels that assume a subgroup width, by running them with others.

use super::config::Config;
use super::exec::{Launch, LaunchError, Options, run};
use super::fault::{Finding, Severity};
use super::program::{Program, Unsupported};
use std::collections::BTreeMap;

/// The widths that are tried. Real GPUs have 8 to 128.
const WIDTHS: [u32; 3] = [8, 32, 64];

/// How far two floats may be apart that were added up in another order.
const TOLERANCE: f32 = 1e-3;

/// Runs a kernel that uses subgroup operations with other subgroup widths than `config`'s; a finding for each binding
/// whose contents then differ. `lower` lowers it for a width, as [`Program::new`] does.
///
/// Words that are floats in both runs may differ by a thousandth, for sums in another order. `launch` is left as it is.
pub fn width_assumptions(
    lower: impl Fn(&Config) -> Result<Program, Unsupported>,
    launch: &Launch<'_>,
    config: &Config,
    options: &Options,
) -> Result<Vec<Finding>, LaunchError> {
    let Ok(program) = lower(config) else {
        return Ok(Vec::new());
    };
    if !program.uses_subgroups() {
        return Ok(Vec::new());
    }
    let expected = outputs(&program, launch, config, options)?;
    let mut findings = Vec::new();
    for width in WIDTHS {
        let other = Config {
            subgroup_width: width,
            ..config.clone()
        };
        if width == config.subgroup_width || !findings.is_empty() {
            continue;
        }
        let Ok(narrower) = lower(&other) else {
            continue;
        };
        let got = outputs(&narrower, launch, &other, options)?;
        findings.extend(differences(
            &program,
            &expected,
            &got,
            config.subgroup_width,
            width,
        ));
    }
    Ok(findings)
}

type Bindings = BTreeMap<(u32, u32), Vec<u8>>;

fn outputs(
    program: &Program,
    launch: &Launch<'_>,
    config: &Config,
    options: &Options,
) -> Result<Bindings, LaunchError> {
    let mut bindings = launch.bindings.clone();
    let copy = Launch {
        workgroups: launch.workgroups,
        bindings: &mut bindings,
        immediates: launch.immediates,
    };
    run(program, copy, config, options)?;
    Ok(bindings)
}

fn differences(
    program: &Program,
    expected: &Bindings,
    got: &Bindings,
    width: u32,
    other: u32,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for buffer in program.buffers().iter().filter(|buffer| buffer.writable) {
        let key = (buffer.group, buffer.binding);
        let (Some(a), Some(b)) = (expected.get(&key), got.get(&key)) else {
            continue;
        };
        let words = a.chunks(4).zip(b.chunks(4)).enumerate();
        let Some((word, _)) = words.into_iter().find(|(_, (a, b))| !alike(a, b)) else {
            continue;
        };
        let line = program.width_line(width);
        findings.push(Finding {
            kind: "subgroup-width".to_owned(),
            message: format!(
                "`{}` depends on the subgroup width: with {other} lanes instead of {width} it differs from byte {} \
                 on; ask for subgroup_size instead of assuming it",
                buffer.name,
                word * 4
            ),
            line: (line > 0).then_some(line),
            severity: Severity::Error,
        });
    }
    findings
}

/// Whether two words are the same, or floats that are about the same.
fn alike(a: &[u8], b: &[u8]) -> bool {
    if a == b {
        return true;
    }
    let float = |bytes: &[u8]| bytes.try_into().ok().map(f32::from_le_bytes);
    match (float(a), float(b)) {
        (Some(a), Some(b)) => {
            let normal = a.is_normal() || a == 0.0;
            normal
                && (b.is_normal() || b == 0.0)
                && (a - b).abs() <= TOLERANCE * a.abs().max(b.abs())
        }
        _ => false,
    }
}

impl Program {
    /// Where a width is most likely assumed: the first line that divides by it or masks with it, or else the first
    /// subgroup operation; 0 where there is neither.
    fn width_line(&self, width: u32) -> u32 {
        let fits =
            |value: u32| value == width || value == width - 1 || value == width.trailing_zeros();
        let named = self.width_literals.iter().find(|(_, value)| fits(*value));
        named.map_or(self.first_subgroup_line, |(line, _)| *line)
    }
}
