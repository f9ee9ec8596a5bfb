//! What is timed and estimated: kernels with the grids and the buffers that they run on.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};
use lockstep::kernel::{Kernel, Overrides};
use serde::Deserialize;

use crate::data::{Run, sources};
use crate::launched::Launched;

/// A kernel that has a name.
pub struct Case {
    pub name: String,
    pub launched: Launched,
}

/// The kernels of the pairs with known factors, and those of the published table, on a GPU of so many units.
pub fn all(root: &Path, units: u32) -> Result<Vec<Case>> {
    let mut cases = pairs(&root.join("crates/sim/tests/pairs/pairs.toml"))?;
    cases.extend(published(root, units)?);
    Ok(cases)
}

#[derive(Deserialize)]
struct Pairs {
    pair: Vec<Pair>,
}

#[derive(Deserialize)]
struct Pair {
    name: String,
    slow: [u32; 3],
    fast: [u32; 3],
    buffers: Vec<usize>,
    wgsl: String,
}

/// The kernels of the pairs in a file, two each.
pub fn pairs(path: &Path) -> Result<Vec<Case>> {
    let place = || path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(place)?;
    let pairs: Pairs = toml::from_str(&text).with_context(place)?;
    let entries = |pair: &Pair| [("slow", pair.slow), ("fast", pair.fast)];
    let cases = pairs.pair.iter().flat_map(|pair| {
        entries(pair).map(|(entry, workgroups)| {
            let name = format!("pair: {}: {entry}", pair.name);
            let kernel = Kernel::parse(&name, &pair.wgsl, Some(entry), &Overrides::new());
            let kernel = kernel.with_context(|| name.clone())?;
            Ok(Case { launched: Launched::of(kernel, workgroups, &pair.buffers)?, name })
        })
    });
    cases.collect()
}

/// Each kernel of the table once for all sizes that it is run at, whatever GPU its figures are of.
fn published(root: &Path, units: u32) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    let mut names = BTreeSet::new();
    for source in sources(&root.join("benches/published"))? {
        for ladder in &source.ladders {
            for figure in &ladder.figures {
                let run = figure.run.or(&ladder.run);
                let name = name(&run);
                if names.insert(name.clone()) {
                    let mut names = run.set.clone();
                    names.insert("units".to_owned(), f64::from(units));
                    let launched = Launched::new(root, &run, &names).with_context(|| name.clone())?;
                    cases.push(Case { name, launched });
                }
            }
        }
    }
    Ok(cases)
}

fn name(run: &Run) -> String {
    let set: Vec<String> = run.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let [kernel, entry] = [&run.kernel, &run.entry].map(|name| name.as_deref().unwrap_or("-"));
    format!("published: {kernel} {entry} {}", set.join(" "))
}
