//! The built-in inputs of a subgroup.

use super::context::Context;
use super::subgroup::Subgroup;
use naga::BuiltIn;

/// Fills in what is the same in every workgroup, and notes the form of every input.
pub fn prepare(context: &Context<'_>, sg: &mut Subgroup) {
    let program = context.program;
    let (index, width) = (sg.index, program.width);
    let [x, y, _] = program.workgroup_size;
    let subgroups = program.invocations().div_ceil(width);
    for &(builtin, reg) in &program.inputs {
        let planes = if is_vector(builtin) { 3 } else { 1 };
        for lane in 0..width {
            let at = index * width + lane;
            let local = [at % x, at / x % y, at / x / y];
            let values = match builtin {
                BuiltIn::LocalInvocationId | BuiltIn::GlobalInvocationId => local,
                BuiltIn::NumWorkGroups => context.workgroups,
                BuiltIn::WorkGroupSize => program.workgroup_size,
                BuiltIn::LocalInvocationIndex => [at, 0, 0],
                BuiltIn::NumSubgroups => [subgroups, 0, 0],
                BuiltIn::SubgroupId => [index, 0, 0],
                BuiltIn::SubgroupSize => [width, 0, 0],
                BuiltIn::WorkGroupId => [0; 3],
                _ => [lane, 0, 0],
            };
            for (plane, &value) in values.iter().enumerate().take(planes) {
                sg.file[reg as usize + plane * width as usize + lane as usize] = value;
            }
        }
        for plane in 0..planes as u32 {
            sg.forms.observe(&sg.file, reg + plane * width);
        }
    }
}

/// Fills in what differs from workgroup to workgroup; the forms stay as they are.
pub fn fill(context: &Context<'_>, sg: &mut Subgroup, id: [u32; 3]) {
    let program = context.program;
    let width = program.width as usize;
    let last = std::mem::replace(&mut sg.workgroup, id);
    for &(builtin, reg) in &program.inputs {
        let steps: [u32; 3] = match builtin {
            BuiltIn::WorkGroupId => std::array::from_fn(|axis| id[axis].wrapping_sub(last[axis])),
            BuiltIn::GlobalInvocationId => std::array::from_fn(|axis| {
                let groups = id[axis].wrapping_sub(last[axis]);
                groups.wrapping_mul(program.workgroup_size[axis])
            }),
            _ => continue,
        };
        for (plane, step) in steps.into_iter().enumerate() {
            for value in &mut sg.file[reg as usize + plane * width..][..width] {
                *value = value.wrapping_add(step);
            }
        }
    }
}

fn is_vector(builtin: BuiltIn) -> bool {
    matches!(
        builtin,
        BuiltIn::LocalInvocationId
            | BuiltIn::GlobalInvocationId
            | BuiltIn::WorkGroupId
            | BuiltIn::NumWorkGroups
            | BuiltIn::WorkGroupSize
    )
}
