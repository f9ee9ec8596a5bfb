//! Kernels that are compiled side by side.

use lockstep::device::{Device, DeviceError, RuntimeChecks, Selector, open};
use lockstep::host::Native;
use lockstep::kernel::{Kernel, Overrides};
use pollster::block_on;

use crate::common::has_device;

#[test]
fn of_kernels_compiled_side_by_side_the_refused_one_alone_is_refused_in_the_words_that_it_has_alone() {
    if !has_device() {
        return;
    }
    let source = "@group(0) @binding(0) var<storage, read_write> a: array<u32>;\n\
                  @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { a[id.x] = id.x; }";
    let kernel = Kernel::parse("iota.wgsl", source, None, &Overrides::new()).expect("it compiles");
    let refused = Kernel { entry: "elsewhere".to_owned(), ..kernel.clone() };
    let mut device = block_on(open(&Selector::Auto, &Native)).expect("it opens");
    let alone = block_on(device.compile(&refused, RuntimeChecks::All)).expect_err("there is no such entry point");
    let mut kernels = vec![(&kernel, RuntimeChecks::All); 12];
    kernels[5].0 = &refused;
    let mut awaited = Vec::new();
    let compiled = block_on(device.compile_all(&kernels, &mut |index| awaited.push(index)));
    assert_eq!(awaited, (0..12).collect::<Vec<usize>>());
    let errors: Vec<(usize, DeviceError)> =
        compiled.into_iter().enumerate().filter_map(|(at, one)| Some((at, one.err()?))).collect();
    assert_eq!(errors, [(5, alone)]);
}
