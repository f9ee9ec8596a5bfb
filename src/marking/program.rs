//! What a kernel does, apart from what it calls things: by this two kernels look alike.

use naga::compact::{KeepUnused, compact};
use sha2::{Digest, Sha256};

use crate::kernel::{Kernel, Overrides};
use crate::text::hex;

/// The program of the WGSL `source` as 32 hexadecimal digits: equal for two kernels that differ in names, comments, layout
/// and what is never used. `None` where it does not compile.
pub fn program(source: &str) -> Option<String> {
    let kernel = Kernel::parse("", source, None, &Overrides::new()).ok()?;
    let mut module = kernel.module;
    compact(&mut module, KeepUnused::No);
    let text = format!("{module:?}");
    let mut hasher = Sha256::new();
    for (at, piece) in text.split("span_info: [").enumerate() {
        // Where a statement stands in the text is no part of the program.
        let piece = if at == 0 { piece } else { piece.split_once(']').map_or("", |(_, rest)| rest) };
        // Names stand in quotes, and nothing else does.
        piece.split('"').step_by(2).for_each(|kept| hasher.update(kept));
    }
    Some(hex(&hasher.finalize()[..16]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNEL: &str = "const A = 2.5; @group(0) @binding(0) var<storage, read_write> z: array<f32>;
        fn twice(x: f32) -> f32 { return x * 2.0; }
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let i = id.x; z[i] = A * twice(z[i]);
        }";

    #[test]
    fn other_names_comments_and_unused_functions_make_no_other_program() {
        let renamed = KERNEL.replace("twice", "double").replace("let i", "let place").replace("[i]", "[place]");
        let longer = format!("// mine\nfn never(x: f32) -> f32 {{ return x; }}\n{renamed}");
        assert!(program(KERNEL).is_some());
        assert_eq!(program(&renamed), program(KERNEL));
        assert_eq!(program(&longer), program(KERNEL));
    }

    #[test]
    fn another_figure_or_statement_makes_another_program() {
        assert_ne!(program(&KERNEL.replace("2.5", "2.0")), program(KERNEL));
        assert_ne!(program(&KERNEL.replace("let i = id.x;", "let i = id.x; z[i] = 0.0;")), program(KERNEL));
        assert_eq!(program("no kernel"), None);
    }
}
