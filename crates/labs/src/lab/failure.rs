//! Why a kernel fails, as far as anything is decided by it. What people read stands beside it, in a sentence.

use serde::{Deserialize, Serialize};

use super::GridError;
use crate::kernel::KernelError;

/// Why a kernel was not run, or what is wrong with what it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Failure {
    /// A compiler refused it, for a reason that only its own message tells.
    Compiler,
    /// A compiler refused it because it is nested too deeply.
    Nested,
    /// It has no compute entry point.
    NoEntryPoint,
    /// It needs an extension of WGSL, and must do without.
    Extension,
    /// Its bindings are not those of the problem.
    Bindings,
    /// It lacks the constant that says how much a workgroup covers.
    CoverConstant,
    /// A workgroup has more invocations than the device allows.
    Invocations,
    /// Its arrays in workgroup memory are larger than the device allows.
    WorkgroupMemory,
    /// The clock ended it.
    Timeout,
    /// It wrote to an input.
    InputMutated,
    /// One workgroup does the work of many.
    UnevenWorkgroups,
    /// It is right where its workgroups are launched in one row, and not where they are in several.
    Folded,
    /// Its output is wrong.
    Output(WrongValues),
}

/// Which values that say something by themselves are among the wrong ones of an output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongValues {
    /// An element was never written.
    pub unwritten: bool,
    /// One of the first is NaN.
    pub nan: bool,
    /// One of the first is infinity.
    pub infinity: bool,
    /// One of the first is minus infinity.
    pub minus_infinity: bool,
}

/// What naga says where expressions, blocks or types lie too deep within each other.
const NESTED: &str = "recursion limit";

impl From<&KernelError> for Failure {
    fn from(error: &KernelError) -> Self {
        match error {
            KernelError::Compile(error) if error.message.contains(NESTED) => Self::Nested,
            KernelError::Entry { .. } => Self::NoEntryPoint,
            KernelError::Compile(_) | KernelError::Override { .. } | KernelError::Unsupported { .. } => Self::Compiler,
        }
    }
}

impl Failure {
    /// Of a problem that cannot be cut up for a kernel; `None` where nothing is decided by the reason.
    pub fn of_grid(error: &GridError) -> Option<Self> {
        match error {
            GridError::Constant { .. } => Some(Self::CoverConstant),
            GridError::Extent { .. } | GridError::TooMany { .. } => None,
        }
    }
}
