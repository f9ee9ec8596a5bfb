// Half of the lanes add, half multiply twice; f16 counts as f32 does.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: flop=48 branches=1 divergent_branches=1
enable f16;
@group(0) @binding(0) var<storage, read> a: array<f16>;
@group(0) @binding(1) var<storage, read_write> o: array<f16>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    var x = a[i];
    if (i < 16u) { x = x + 1.0h; } else { x = x * x * 2.0h; }
    o[i] = x;
}
