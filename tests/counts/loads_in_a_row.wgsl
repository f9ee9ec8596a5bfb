// Each of two workgroups follows three indices: each load waits for the one before. The fourth needs none of them, and waits with the first.
// device: sim:ampere-8.6
// run: --dispatch 2 --buffer 0.0=zero:256 --buffer 0.1=zero:256
// counts: global_waits=6 chain_loads=8
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
    let apart = x[i + 32u];
    y[group.x * 32u + i] = x[x[x[i]]] + apart;
}
