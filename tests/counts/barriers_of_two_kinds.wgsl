// Eight subgroups at three barriers.
// run: --buffer 0.0=zero:1024
// counts: barriers=24 shared_requests=16 shared_wavefronts=16 global_requests=24 global_sectors=96
var<workgroup> t: array<u32, 256>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = i;
    workgroupBarrier();
    o[i] = t[255u - i];
    storageBarrier();
    let x = o[i ^ 255u];
    storageBarrier();
    o[i] = x;
}
