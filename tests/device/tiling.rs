//! Every variant of the tiling lab on shapes that a size cannot say: M, N and K all different.

use pollster::block_on;

use crate::common::has_device;
use lockstep::device::{Device, DeviceError, Launch, PipelineId, RuntimeChecks, Selector, open};
use lockstep::host::Native;
use lockstep::kernel::{Kernel, Scalar};
use lockstep::lab::{Problem, Role, Shaders, Variant};
use lockstep::labs::tiling::LAB;
use lockstep::labs::tiling::problem::{Shape, matmul};

const SHAPES: [(u32, u32, u32); 5] = [
    (1, 9, 4),     // a row
    (33, 36, 67),  // K ragged
    (40, 43, 81),  // s, s + 3, 2 s + 1
    (130, 67, 36), // N ragged
    (132, 68, 20), // all multiples of 4, none of a tile
];

#[test]
fn every_tiling_variant_is_right_where_no_two_sizes_are_equal() {
    if !has_device() {
        return;
    }
    let mut device = block_on(open(&Selector::Auto, &Native)).expect("there is a device");
    for (part, variant) in LAB.variants() {
        let factors = match part.name {
            "matmul-f16" => Scalar::F16,
            _ => Scalar::F32,
        };
        let problems = SHAPES.map(|(m, n, k)| matmul(Shape { m, n, k }, factors));
        let wrong = block_on(wrong(&mut device, variant, &problems)).expect("it runs");
        assert!(wrong.is_none(), "{}: {wrong:?}", variant.name);
    }
}

/// The first element that `variant` gets wrong, or `None` where all are right or the device lacks what it needs.
async fn wrong(
    device: &mut impl Device,
    variant: &Variant,
    problems: &[Problem],
) -> Result<Option<String>, DeviceError> {
    let pass = &variant.passes[0];
    let shaders = Shaders::usual(&Native);
    let (path, source, _) = shaders.read(LAB.name, pass.shader).expect("it is there");
    let (source, _) = variant.fitted(&source, device.facts());
    let kernel = Kernel::parse(&path, &source, None, &Default::default()).expect("it is valid");
    let unmet = variant.needs.iter().find_map(|need| need.unmet(device.facts()));
    if unmet.is_some() || device.facts().lacks(kernel.needs).is_some() {
        return Ok(None);
    }
    let pipeline = device.compile(&kernel, RuntimeChecks::All).await?;
    let allowed = device.facts().limits.max_workgroups;
    for problem in problems {
        let workgroups = pass.grid.workgroups(problem, &kernel, allowed).expect("it fits");
        if let Some(wrong) = wrong_at(device, pipeline, workgroups, problem).await? {
            return Ok(Some(format!("{wrong} at {}", problem.label)));
        }
    }
    Ok(None)
}

/// The first element of `problem` that is wrong.
async fn wrong_at(
    device: &mut impl Device,
    pipeline: PipelineId,
    workgroups: [u32; 3],
    problem: &Problem,
) -> Result<Option<String>, DeviceError> {
    let inputs = problem.inputs(5);
    let expected = (problem.reference)(&inputs).remove(0);
    let mut buffers = Vec::new();
    for buffer in &problem.buffers {
        let id = device.allocate(buffer.name, buffer.bytes())?;
        let words = match &buffer.role {
            Role::Params(words) => words.clone(),
            Role::Input(_) => inputs.u32(buffer.binding).to_vec(),
            _ => vec![f32::NAN.to_bits(); buffer.len],
        };
        device.write(id, bytemuck::cast_slice(&words)).await?;
        buffers.push(((0, buffer.binding), id));
    }
    let launch = Launch { clears: Vec::new(), pipeline, buffers: buffers.clone(), workgroups };
    device.run(&[launch], 1).await?;
    let output = problem.outputs().next().expect("there is an output");
    let (_, id) = buffers[output.binding as usize];
    let found = device.read(id, output.bytes()).await?;
    for (_, id) in buffers {
        device.free(id);
    }
    Ok(found.chunks_exact(4).enumerate().find_map(|(i, bytes)| {
        let got = f32::from_le_bytes(bytes.try_into().expect("4 bytes"));
        let error = (f64::from(got) - (expected.value)(i)).abs();
        let right = error <= (expected.tolerance)(i);
        (!right).then(|| format!("[{i}] got {got}, expected {}", (expected.value)(i)))
    }))
}
