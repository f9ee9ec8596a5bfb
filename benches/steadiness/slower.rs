//! A kernel that a dummy loop makes slower by a wanted share.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use lockstep::lab::Shaders;
use lockstep::labs;

use super::run::Program;

/// Invocations are cut into this many; in so many of them as are wanted, the loop runs.
const SHARES: u32 = 4096;

/// Comparisons by which the share is found.
const TRIES: usize = 10;

/// How far from what is wanted is near enough, as a share of it.
const CLOSE: f64 = 0.08;

/// A lab with one kernel that is slower than it was.
pub struct Slower {
    pub lab: &'static str,
    /// The variant: the first one.
    pub variant: String,
    /// The folder with its shaders.
    pub folder: PathBuf,
}

impl Slower {
    /// Makes the first variant of `lab` slower by `wanted`, a share, as well as some comparisons tell.
    pub fn by(program: &Program, lab: &str, wanted: f64) -> Result<Self> {
        let lab = labs::named(lab)?;
        let (_, first) = lab.variants().next().context("a lab has a variant")?;
        let shader = first.passes.first().context("it has a kernel")?.shader;
        let (_, own, _) = Shaders::embedded(lab.name, shader)?;
        program.save(lab.name, &name(lab.name))?;
        let (mut turns, mut share) = (16_u32, f64::from(SHARES) / 8.0);
        let mut closest: Option<(f64, PathBuf)> = None;
        for _ in 0..TRIES {
            let longer = with_loop(&own, turns, share as u32)?;
            let folder =
                program.shaders(lab.name, |text| if text == own { longer.clone() } else { text.to_owned() })?;
            let compared = program.compare_only(lab.name, &name(lab.name), &folder, first.name)?;
            let Some(ratio) = compared.variant(first.name).and_then(|variant| variant.ratio) else {
                // So slow that the run gave up on it.
                share = (share / 8.0).max(1.0);
                continue;
            };
            let off = (ratio - 1.0 - wanted).abs() / wanted;
            if closest.as_ref().is_none_or(|(least, _)| off < *least) {
                closest = Some((off, folder));
            }
            if off < CLOSE {
                break;
            }
            // One comparison is not trusted far.
            share *= (wanted / (ratio - 1.0).max(wanted / 8.0)).clamp(0.125, 8.0);
            while share > f64::from(SHARES) {
                (turns, share) = (turns * 8, share / 8.0);
            }
            share = share.max(1.0);
        }
        match closest {
            Some((off, folder)) if off < 0.5 => Ok(Self { lab: lab.name, variant: first.name.to_owned(), folder }),
            _ => bail!(
                "no dummy loop makes `{}` slower by about {:.0} %: the machine does not hold still",
                first.name,
                100.0 * wanted
            ),
        }
    }

    /// The baseline of the lab as it was.
    pub fn baseline(&self) -> String {
        name(self.lab)
    }
}

fn name(lab: &str) -> String {
    format!("slower-{lab}")
}

/// `text` with a loop at the start of its main function, which runs so many turns in `share` of [`SHARES`] invocations.
///
/// The loop is Marsaglia's xorshift (*Xorshift RNGs*, 2003), whose state is never 0 where it was not: no compiler knows that
/// the invocation never returns there, so none leaves the loop out.
fn with_loop(text: &str, turns: u32, share: u32) -> Result<String> {
    let main = text.find("fn main(").context("it has a main function")?;
    let body = main + text[main..].find(") {\n").context("with a body")? + ") {\n".len();
    let seed = seed(&text[main..body]).context("main has a builtin argument")?;
    Ok(format!(
        "{}    var dummy = ({seed}) * 2654435769u + 1u;\n    if (dummy >> 20u) < {share}u {{\n        dummy |= 1u;\n        for \
         (var turn = 0u; turn < {turns}u; turn++) {{\n            dummy ^= dummy << 13u;\n            dummy ^= dummy >> 17u;\n            \
         dummy ^= dummy << 5u;\n        }}\n        if dummy == 0u {{ return; }}\n    }}\n{}",
        &text[..body],
        &text[body..]
    ))
}

/// A number that differs between invocations, of the first builtin among the `arguments`.
fn seed(arguments: &str) -> Option<String> {
    let (_, behind) = arguments.split_once("@builtin(")?.1.split_once(')')?;
    let (name, kind) = behind.split_once(':')?;
    let name = name.trim();
    let plain = kind.trim_start().starts_with("u32");
    Some(if plain { name.to_owned() } else { format!("{name}.x + {name}.y * 40503u") })
}
