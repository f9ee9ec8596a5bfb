//! A plain interpreter of naga's IR: what WGSL says, one lane after the other, with no thought for speed.
//!
//! All lanes of a workgroup make a statement before any makes the next one, under a mask; lanes that parted meet again
//! where the construct ends. Programs must be free of races.

mod eval;
mod exec;
mod memory;
mod scalar;
mod subgroup;
mod tiles;
mod value;

use naga::{AddressSpace, Module};
use std::collections::BTreeMap;
use value::{Value, lay_out, zero};

pub use exec::Endless;

/// The bytes of each binding, by group and binding.
pub type Bindings = BTreeMap<(u32, u32), Vec<u8>>;

/// Runs an entry point, with subgroups of `width`; writable bindings are changed in place.
pub fn run(module: &Module, entry: &str, workgroups: u32, width: u32, bindings: &mut Bindings) -> Result<(), Endless> {
    let mut storage = vec![None; module.global_variables.len()];
    for (handle, variable) in module.global_variables.iter() {
        let Some(bytes) = variable.binding.and_then(|at| bindings.get(&(at.group, at.binding))) else {
            continue;
        };
        let mut value = zero(module, variable.ty, bytes.len());
        lay_out(module, variable.ty, 0, &mut value, &mut |scalar, offset| {
            let mut word = [0; 8];
            let width = usize::from(scalar.ty().width);
            word[..width].copy_from_slice(&bytes[offset..][..width]);
            *scalar = value::Scalar::of_bits(scalar.ty(), u64::from_le_bytes(word));
        });
        storage[handle.index()] = Some(value);
    }
    let entry = module.entry_points.iter().find(|point| point.name == entry).expect("the entry point is there");
    for group in 0..workgroups {
        exec::workgroup(module, entry, [group, workgroups], width as usize, &mut storage)?;
    }
    for (handle, variable) in module.global_variables.iter() {
        let writable = matches!(variable.space, AddressSpace::Storage { .. });
        let (Some(value), Some(at), true) = (&mut storage[handle.index()], variable.binding, writable) else {
            continue;
        };
        let bytes = bindings.get_mut(&(at.group, at.binding)).expect("it was read");
        write(module, variable.ty, value, bytes);
    }
    Ok(())
}

fn write(module: &Module, ty: naga::Handle<naga::Type>, value: &mut Value, bytes: &mut [u8]) {
    lay_out(module, ty, 0, value, &mut |scalar, offset| {
        let width = usize::from(scalar.ty().width);
        bytes[offset..][..width].copy_from_slice(&scalar.bits().to_le_bytes()[..width]);
    });
}
