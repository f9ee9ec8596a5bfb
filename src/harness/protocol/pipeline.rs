//! Several dispatches of kernels of one's own, on buffers that they share.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::user_kernel::{BindingPoint, Expected, Fill, UserKernel};

/// Passes in order, each on what the one before it left.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Pipeline {
    /// The file that says all this.
    pub file: PathBuf,
    /// What each buffer holds at first, by name.
    pub buffers: BTreeMap<String, Fill>,
    pub passes: Vec<PipelinePass>,
    /// How often all passes run, one after the other.
    pub repeat: u32,
    /// The file that a buffer goes to, by name.
    pub save: BTreeMap<String, PathBuf>,
    /// What a buffer must be in the end, by name.
    pub expect: BTreeMap<String, Expected>,
    /// A folder that gets what every buffer holds in the end.
    pub keep: Option<PathBuf>,
}

/// One dispatch, or several of one kernel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PipelinePass {
    /// What runs; what it binds is said in `bind`.
    pub kernel: UserKernel,
    /// The buffers that it binds, by name.
    pub bind: Vec<(BindingPoint, String)>,
    /// How often it runs before the next pass.
    pub repeat: u32,
}

impl Pipeline {
    /// The dispatches of one round, each with the number of its pass, from 1.
    pub fn round(&self) -> Vec<(usize, &PipelinePass)> {
        let passes = (1..).zip(&self.passes);
        passes.flat_map(|pass| std::iter::repeat_n(pass, pass.1.repeat as usize)).collect()
    }

    /// How many dispatches there are in all.
    pub fn dispatches(&self) -> u64 {
        let round: u64 = self.passes.iter().map(|pass| u64::from(pass.repeat)).sum();
        round.saturating_mul(self.repeat.into())
    }
}
