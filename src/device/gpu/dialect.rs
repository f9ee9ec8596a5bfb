//! WGSL as browsers want it. They ask for `enable subgroups;` and its like, which naga refuses: a kernel is written as naga
//! takes it, and what a browser must be told besides is put before its first line, whose number stays.

use std::borrow::Cow;

use crate::device::{Backend, Facts};
use crate::kernel::Kernel;

/// The text of `kernel` for the compiler behind `facts`.
pub fn source<'a>(kernel: &'a Kernel, facts: &Facts) -> Cow<'a, str> {
    if facts.backend == Backend::WebGpu && kernel.needs.subgroup {
        return format!("enable subgroups; {}", kernel.source).into();
    }
    kernel.source.as_str().into()
}
