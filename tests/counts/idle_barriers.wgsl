// Two subgroups at three barriers, of which the second orders nothing: between it and the first, no memory was touched.
// run: --buffer 0.0=zero:256
// counts: barriers=6 idle_barriers=2
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = i;
    workgroupBarrier();
    let twice = 2u * i;
    workgroupBarrier();
    let other = t[63u - i];
    workgroupBarrier();
    t[i] = other + twice;
    y[i] = t[i];
}
