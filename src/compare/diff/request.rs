//! What is asked for, and which of the two ways serves it.

use super::recognise::{Recognised, recognise};
use super::report::DiffReport;
use super::{lab, own};
use crate::harness::own::OwnKernel;
use crate::harness::{Listener, Refused, Request};

/// Two kernels and how to run them.
#[derive(Clone, Debug)]
pub struct DiffRequest {
    /// The first kernel, and what both are bound to.
    pub a: OwnKernel,
    /// The second kernel; but for its file it is as the first.
    pub b: OwnKernel,
    /// How both are run: device, size, seed; its job is the pair.
    pub run: Request,
    /// The lab's part whose problem both solve; `None` for the one that they are of, or bind as.
    pub part: Option<String>,
}

/// Runs both kernels and says what differs.
///
/// # Errors
/// [`Refused`] where a kernel is no WGSL, or the command line or the machine cannot serve it. A kernel that is wrong is
/// no error: the report says so.
pub fn diff(request: &DiffRequest, watcher: &mut dyn Listener) -> Result<DiffReport, Refused> {
    let Some(pair) = recognise(request)? else {
        return own::diff(request);
    };
    let [a, b]: &[Recognised; 2] = &pair;
    lab::diff(request, a, b, watcher)
}
