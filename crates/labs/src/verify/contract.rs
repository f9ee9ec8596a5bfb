//! Whether a kernel's bindings are those of its problem.

use thiserror::Error;

use super::held;
use crate::kernel::{AccessMode, Binding, Kernel, Scalar, Space};
use crate::lab::{Buffer, Problem, Role};

/// A binding that is not the problem's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "{path}:{line}: the bindings do not match the lab's: `{name}` at @group({}) @binding({}): {wrong}\n{expected}",
    place.0, place.1
)]
pub struct ContractError {
    /// The kernel's file.
    pub path: String,
    /// The line of its declaration.
    pub line: u32,
    /// The kernel's name for it.
    pub name: String,
    /// Its group and binding.
    pub place: (u32, u32),
    /// What is wrong with it.
    pub wrong: String,
    /// All bindings as they should be.
    pub expected: String,
}

/// That `kernel` binds nothing but `problem`'s buffers, each as what it is.
///
/// An input that is declared `read_write` passes: that a kernel wrote to it is seen, and said, afterwards.
///
/// # Errors
/// [`ContractError`] with the first binding that is another.
pub fn contract(kernel: &Kernel, problem: &Problem) -> Result<(), ContractError> {
    for binding in &kernel.bindings {
        let buffer = problem.buffer(binding.binding).filter(|_| binding.group == 0);
        let wrong = match buffer {
            None => Some("the lab has no buffer there".to_owned()),
            Some(buffer) => mismatch(binding, buffer),
        };
        if let Some(wrong) = wrong {
            return Err(ContractError {
                path: kernel.path.clone(),
                line: binding.line,
                name: binding.name.clone(),
                place: (binding.group, binding.binding),
                wrong,
                expected: expected(problem),
            });
        }
    }
    Ok(())
}

fn mismatch(binding: &Binding, buffer: &Buffer) -> Option<String> {
    let params = matches!(buffer.role, Role::Params(_));
    if params != (binding.space == Space::Uniform) {
        let word = if params { "uniform" } else { "storage" };
        return Some(format!("expected var<{word}>"));
    }
    if buffer.role.is_output() && binding.access == AccessMode::Read {
        return Some("expected var<storage, read_write>: this is an output".to_owned());
    }
    let bits = matches!(buffer.role, Role::Total) && binding.scalar == Some(Scalar::U32);
    if binding.scalar != Some(buffer.scalar) && !bits {
        let found = binding.scalar.map_or("other types, or several", |scalar| scalar.name());
        return Some(format!("expected {} throughout, found {found}", buffer.scalar.name()));
    }
    (binding.min_bytes > held(buffer.bytes()))
        .then(|| format!("it needs {} bytes, the lab's buffer has {}", binding.min_bytes, buffer.bytes()))
}

/// The whole contract, a line a buffer, in WGSL's words.
fn expected(problem: &Problem) -> String {
    let lines = problem.buffers.iter().map(|buffer| {
        let space = match buffer.role {
            Role::Params(_) => "uniform",
            Role::Input(_) => "storage, read",
            Role::Scratch | Role::Cleared | Role::Output | Role::OneOf | Role::Total => "storage, read_write",
        };
        format!(
            "  @group(0) @binding({}) var<{space}> {}: {} x {}",
            buffer.binding,
            buffer.name,
            buffer.len,
            buffer.scalar.name()
        )
    });
    let lines: Vec<String> = lines.collect();
    format!("expected (any subset of):\n{}", lines.join("\n"))
}
