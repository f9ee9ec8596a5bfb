//! Named constants, also those without a type.

use super::Kernel;
use super::comment::without_comments;

/// A name that no kernel has.
const ASKED: &str = "lockstep_asked_constant";

impl Kernel {
    /// The value of the module's constant of that name as u32; `None` where there is none, or it is no such number.
    ///
    /// naga drops constants without a type (`const TILE = 16;`) once it has used them. A typed constant at the end of the
    /// source reveals the value.
    pub fn constant(&self, name: &str) -> Option<u32> {
        if let Some(value) = self.constants.get(name) {
            return Some(*value);
        }
        // This costs as much as compiling the source.
        if !without_comments(&self.source).contains(name) {
            return None;
        }
        let source = format!("{}\nconst {ASKED}: u32 = {name};\n", self.source);
        let asked = Self::parse(&self.path, &source, Some(&self.entry), &self.overrides).ok()?;
        asked.constants.get(ASKED).copied()
    }
}

#[cfg(test)]
mod tests {
    use crate::kernel::{Kernel, Overrides};

    #[test]
    fn a_constant_without_a_type_has_a_value_and_one_that_is_not_there_has_none() {
        let source = "
            const TYPED: u32 = 3u;
            const UNTYPED = 2 * 8;
            const NEGATIVE = -1;
            const FRACTION = 0.5;
            @compute @workgroup_size(UNTYPED) fn main() {}";
        let kernel = Kernel::parse("k.wgsl", source, None, &Overrides::new()).expect("it is WGSL");
        assert_eq!(kernel.constant("TYPED"), Some(3));
        assert_eq!(kernel.constant("UNTYPED"), Some(16));
        for name in ["NEGATIVE", "FRACTION", "ABSENT", "main"] {
            assert_eq!(kernel.constant(name), None, "{name}");
        }
    }
}
