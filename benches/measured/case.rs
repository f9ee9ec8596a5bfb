//! What is timed and estimated: kernels with the grids and the buffers that they run on.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use lockstep::kernel::{Kernel, Overrides};

use crate::data::{Run, sources};
use crate::launched::Launched;
use crate::pair::{Pair, read_all};

/// A kernel that has a name.
pub struct Case {
    pub name: String,
    pub launched: Launched,
}

/// The kernels of the pairs with known factors, and those of the published table, on a GPU of so many units.
pub fn all(root: &Path, units: u32) -> Result<Vec<Case>> {
    let mut cases = pairs(&root.join("crates/sim/tests/pairs/kernels"))?;
    cases.extend(published(root, units)?);
    Ok(cases)
}

/// The kernels of the pairs in a folder, two each.
pub fn pairs(folder: &Path) -> Result<Vec<Case>> {
    let pairs = read_all(folder).map_err(|error| anyhow!(error))?;
    let entries = |pair: &Pair| [("slow", pair.slow), ("fast", pair.fast)];
    let cases = pairs.iter().flat_map(|pair| {
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
