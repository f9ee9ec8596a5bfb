// Two loads of one place in a straight line are one in the compiled kernel; after the store it must be loaded again. A request of a
// subgroup is 4 sectors: of three loads and two stores, two loads and two stores are left.
// run: --buffer 0.0=zero:128
// counts: global_requests=5 global_sectors=20 global_sectors_left=16
@group(0) @binding(0) var<storage, read_write> a: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    a[i] = a[i] * a[i] + 1.0;
    a[i] = a[i] + 2.0;
}
