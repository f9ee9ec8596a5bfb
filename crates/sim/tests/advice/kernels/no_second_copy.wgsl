// suggests: combine-first
// figure: estimated
// said: with a second copy of the elements, a unit would hold only 3 of the 4 workgroups that run on it now
// unsaid: N copies
// words: u32
// before: 120
// after: 120
// buffers: 4096
@group(0) @binding(0) var<storage, read_write> bins: array<atomic<u32>, 4096>;
var<workgroup> mine: array<atomic<u32>, 4096>;

fn bin(run: u32) -> u32 { return run * 37u % 4096u; }

fn hand_in(lane: u32) {
    workgroupBarrier();
    for (var k = lane; k < 4096u; k += 256u) { atomicAdd(&bins[k], atomicLoad(&mine[k])); }
}

// Eight inputs in a row belong to one element.
@compute @workgroup_size(256)
fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) lane: vec3u) {
    for (var k = lane.x; k < 65536u; k += 256u) { atomicAdd(&mine[bin((group.x * 65536u + k) / 8u)], 1u); }
    hand_in(lane.x);
}

@compute @workgroup_size(256)
fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) lane: vec3u) {
    for (var k = lane.x; k < 8192u; k += 256u) { atomicAdd(&mine[bin(group.x * 8192u + k)], 8u); }
    hand_in(lane.x);
}
