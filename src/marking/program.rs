//! What a kernel does, apart from what it calls things: by this two kernels look alike.

use std::fmt::{self, Write};

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
    let mut hash = Nameless { hasher: Sha256::new(), quoted: false };
    write!(hash, "{module:?}").ok()?;
    Some(hex(&hash.hasher.finalize()[..16]))
}

/// Hashes the text of a module but what stands in quotes: names, and nothing else, do.
struct Nameless {
    hasher: Sha256,
    quoted: bool,
}

impl Write for Nameless {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for (at, piece) in text.split('"').enumerate() {
            if at > 0 {
                self.quoted = !self.quoted;
            }
            if !self.quoted {
                self.hasher.update(piece);
            }
        }
        Ok(())
    }
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
