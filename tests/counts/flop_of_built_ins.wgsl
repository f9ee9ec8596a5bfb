// dot of 4: 7; dot of 3: 5; cross: 9; fma: 2; matrix times vector: 28; sqrt, exp, sin, division: 1 each.
// Comparisons, min, max, abs, floor, conversions and negation: none.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: flop=992 global_requests=2
@group(0) @binding(0) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    let v = a[i];
    var x = dot(v, v);
    x = x + dot(v.xyz, v.xyz);
    x = x + cross(v.xyz, v.yzw).x;
    x = fma(x, v.x, v.y);
    x = sqrt(x) / exp(v.z) - sin(v.w);
    o[i] = max(abs(x), floor(-x)) + f32(i);
}
