// Each of two subgroups: a multiply-add, a square root and a sum of floats, of which the root takes the special function
// unit; an exclusive or and a difference of integers. Without a known level 1, all of 2 x 2 loads and stores of 128 bytes go
// to level 2.
// run: --dispatch 2 --buffer 0.0=rand:f32:64 --buffer 0.1=rand:u32:64 --buffer 0.2=unwritten:256 --buffer 0.3=unwritten:256
// counts: float_instructions=6 special_instructions=2 integer_instructions=4 l2_read_bytes=512 l2_write_bytes=512 global_requests=8
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> x: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3u) {
    x[id.x] = sqrt(fma(a[id.x], 2.0, 1.0)) + 1.0;
    y[id.x] = (b[id.x] ^ 5u) - 7u;
}
