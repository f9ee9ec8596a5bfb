//! A second kernel beside the playground's own, as `lockstep diff` holds two of one's own.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;

use lockstep::compare::diff::of_pair;
use lockstep::device::Selector;
use lockstep::harness::{BindingPoint, Done, Fill, Job, Request, UserKernel};
use lockstep::report::diff_page;
use lockstep::sim::kernel::Kernel;

use crate::attempt::at_once;
use crate::fill::bytes;
use crate::host::Page;
use crate::question::KernelQuestion;

/// What the second kernel of `question` is beside its first, `kernel`, as HTML; `None` where there is none.
///
/// # Errors
/// Why the two cannot be compared.
pub fn beside(question: &KernelQuestion, kernel: &Kernel) -> Result<Option<String>, String> {
    let Some(second) = question.beside.as_ref().filter(|text| !text.trim().is_empty()) else {
        return Ok(None);
    };
    let overrides = question.overrides.iter().map(|(name, value)| (name.clone(), *value)).collect();
    let second = Kernel::parse("second.wgsl", second, None, &overrides).map_err(|error| error.to_string())?;
    let mut buffers = BTreeMap::new();
    for binding in kernel.bindings.iter().chain(&second.bindings) {
        let place = BindingPoint { group: binding.group, binding: binding.binding };
        let bound = question.buffers.iter().find(|bound| (bound.group, bound.binding) == (place.group, place.binding));
        // Both find the same there: as many as the first to bind it needs.
        if let Entry::Vacant(free) = buffers.entry(place) {
            free.insert(bytes(binding, bound, question.seed)?);
        }
    }
    let pair = [own(question, kernel, "A.wgsl", &buffers), own(question, &second, "B.wgsl", &buffers)];
    let request = Request {
        device: Selector::Simulated(question.machine.clone()),
        seed: question.seed,
        ..Request::new(Job::Pair(Box::new(pair)))
    };
    let done = at_once(&request, &Page).and_then(Done::pair).map_err(|refused| refused.message)?;
    Ok(Some(diff_page(&of_pair(request.seed, &[kernel.clone(), second], done))))
}

/// `kernel` on those of `buffers` that it binds.
fn own(
    question: &KernelQuestion,
    kernel: &Kernel,
    name: &str,
    buffers: &BTreeMap<BindingPoint, Vec<u8>>,
) -> UserKernel {
    let bound = kernel.bindings.iter().map(|binding| {
        let place = BindingPoint { group: binding.group, binding: binding.binding };
        (place, Fill::Given(buffers.get(&place).cloned().unwrap_or_default()))
    });
    UserKernel {
        file: PathBuf::from(name),
        text: Some(kernel.source.clone()),
        entry: Some(kernel.entry.clone()),
        workgroups: Some(question.workgroups),
        buffers: bound.collect(),
        overrides: question.overrides.iter().map(|(name, value)| (name.clone(), value.to_string())).collect(),
        ..UserKernel::default()
    }
}
