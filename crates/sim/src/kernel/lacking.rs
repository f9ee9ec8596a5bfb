//! Built-in functions of WGSL that naga lacks.

use naga::SourceLocation;

/// One of them.
pub struct Lacking {
    name: &'static str,
    /// What to write in its place.
    instead: &'static str,
}

const LACKING: [Lacking; 1] = [Lacking {
    name: "subgroupElect",
    instead: "with `lane` as `@builtin(subgroup_invocation_id)` write `lane == subgroupBroadcastFirst(lane)`, which is true in the same lane",
}];

/// The one that the source names at the place of an error.
pub fn named_at(source: &str, at: SourceLocation) -> Option<&'static Lacking> {
    let rest = source.get(at.offset as usize..)?;
    let word = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    LACKING.iter().find(|lacking| lacking.name == word)
}

impl Lacking {
    /// A compiler's message that says so, with the place and the caret of its own.
    pub fn in_place_of_first_line(&self, message: &str) -> String {
        let rest = message.split_once('\n').map_or("", |(_, rest)| rest);
        let Self { name, instead } = self;
        format!("error: `{name}` is valid WGSL, but naga, which compiles kernels here, lacks it: {instead}\n{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Kernel, KernelError, Overrides};

    #[test]
    fn a_function_that_naga_lacks_is_named_with_a_way_out_and_its_place() {
        let kernel = |call: &str| {
            let source = format!(
                "enable subgroups;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(subgroup_invocation_id) lane: u32) {{
    if {call} {{ o[0] = 1u; }}
}}"
            );
            Kernel::parse("k.wgsl", &source, None, &Overrides::new())
        };
        let Err(KernelError::Compile(error)) = kernel("subgroupElect()") else { panic!("it is refused") };
        assert!(error.summary.contains("`subgroupElect` is valid WGSL, but naga"), "{error}");
        assert!(error.message.contains("k.wgsl:4:8"), "{error}");
        kernel("lane == subgroupBroadcastFirst(lane)").expect("the way out compiles");
        let Err(KernelError::Compile(error)) = kernel("subgroupElected()") else { panic!("it is refused") };
        assert!(!error.summary.contains("valid WGSL"), "{error}");
    }
}
