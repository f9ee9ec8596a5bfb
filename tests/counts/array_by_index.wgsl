// An array that is indexed by what is known at run time only cannot lie in registers: 4 stores and 1 load of each lane are requests.
// Two subgroups, of 5 requests of 32 lanes, 4 bytes each.
// run: --dispatch 2 --buffer 0.0=zero:256 --buffer 0.1=u32:7
// counts: local_requests=10 local_bytes=1280 global_requests=4
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@group(0) @binding(1) var<storage, read> seed: array<u32>;

@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
    var t: array<u32, 4>;
    let at = seed[0] + i;
    t[at % 4u] = i;
    t[(at + 1u) % 4u] = i + 1u;
    t[(at + 2u) % 4u] = i + 2u;
    t[(at + 3u) % 4u] = i + 3u;
    y[group.x * 32u + i] = t[i % 4u];
}
