//! Whether a kernel's bindings are those of its problem.

use super::held;
use crate::kernel::{AccessMode, Binding, Kernel, Scalar, Space};
use crate::lab::{Buffer, Problem, Role};

/// That `kernel` binds nothing but `problem`'s buffers, each as what it is.
///
/// An input that is declared `read_write` passes: that a kernel wrote to it is seen, and said, afterwards.
///
/// # Errors
/// A message for a person: the binding, its line, and what was expected.
pub fn contract(kernel: &Kernel, problem: &Problem) -> Result<(), String> {
    for binding in &kernel.bindings {
        let buffer = problem.buffer(binding.binding).filter(|_| binding.group == 0);
        let wrong = match buffer {
            None => Some("the lab has no buffer there".to_owned()),
            Some(buffer) => mismatch(binding, buffer),
        };
        if let Some(wrong) = wrong {
            return Err(format!(
                "{}:{}: the bindings do not match the lab's: `{}` at @group({}) @binding({}): {wrong}\n{}",
                kernel.path,
                binding.line,
                binding.name,
                binding.group,
                binding.binding,
                expected(problem)
            ));
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
            Role::Scratch | Role::Cleared | Role::Output | Role::Total => "storage, read_write",
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
