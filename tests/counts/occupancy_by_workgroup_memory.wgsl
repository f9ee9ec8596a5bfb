// Each workgroup takes 32 KiB of workgroup memory, and 1 KiB that the driver reserves: 3 of them fit into a unit's 100 KiB, of 8 subgroups
// each: 24 of 48. The machine has 30 units, so 90 workgroups at a time: 180 take two waves, both full.
// device: sim:ampere-8.6
// run: --dispatch 180 --buffer 0.0=zero:184320
// counts: occupancy=0.5 occupancy_limit=shared-memory waves=2 achieved_occupancy=0.5 unit_share=1 workgroups=180 sampled_workgroups=180
var<workgroup> t: array<u32, 8192>;
@group(0) @binding(0) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32, @builtin(global_invocation_id) id: vec3u) {
    t[i * 32u] = i;
    workgroupBarrier();
    y[id.x] = t[(255u - i) * 32u];
}
