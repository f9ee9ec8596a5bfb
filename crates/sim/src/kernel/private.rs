//! Bytes of an invocation's own variables.

use naga::{AddressSpace, Module};

use super::Kernel;

impl Kernel {
    /// Bytes of the `var`s of all functions and of `var<private>`: what a driver keeps in registers where it can.
    ///
    /// An upper bound of what is alive at once, as if every function were called, and a lower one of the registers that a
    /// driver takes, which needs some for temporary values.
    pub fn private_bytes(&self) -> u32 {
        private_bytes(&self.module)
    }
}

fn private_bytes(module: &Module) -> u32 {
    let size = |ty| module.types[ty].inner.size(module.to_ctx());
    let entries = module.entry_points.iter().map(|entry| &entry.function);
    let functions = entries.chain(module.functions.iter().map(|(_, function)| function));
    let locals = functions.flat_map(|function| function.local_variables.iter()).map(|(_, variable)| size(variable.ty));
    let globals = module
        .global_variables
        .iter()
        .filter(|(_, variable)| variable.space == AddressSpace::Private)
        .map(|(_, variable)| size(variable.ty));
    locals.chain(globals).fold(0, u32::saturating_add)
}

#[cfg(test)]
mod tests {
    use crate::kernel::{Kernel, Overrides};

    #[test]
    fn variables_of_all_functions_and_private_ones_are_counted_and_lets_are_not() {
        let source = "
            var<private> mine: vec4<f32>;
            fn helper() -> f32 { var sums: array<f32, 10>; sums[1] = 2.0; return sums[1]; }
            @group(0) @binding(0) var<storage, read_write> out: array<f32>;
            @compute @workgroup_size(1) fn main() {
                let a = 3.0;
                var tile: array<array<f32, 8>, 8>;
                tile[1][2] = a;
                mine.x = helper();
                out[0] = tile[1][2] + mine.x;
            }";
        let kernel = Kernel::parse("k.wgsl", source, None, &Overrides::new()).expect("it is WGSL");
        assert_eq!(kernel.private_bytes(), 16 + 40 + 256);
    }
}
