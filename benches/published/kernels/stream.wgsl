// Streams of 8-byte elements, one an invocation: what a kernel in f64 moves. The spoiler is workgroup memory that
// nobody touches: it decides how many workgroups fit on a unit.

override size = 256u;
override spoiler_words = 1u;

@group(0) @binding(0) var<storage, read_write> a: array<vec2f>;
@group(0) @binding(1) var<storage, read> b: array<vec2f>;
@group(0) @binding(2) var<storage, read> c: array<vec2f>;
@group(0) @binding(3) var<storage, read> d: array<vec2f>;
@group(0) @binding(4) var<uniform> never: u32;

var<workgroup> spoiler: array<u32, spoiler_words>;

fn spoil(lane: u32) {
    if never != 0u {
        spoiler[lane] = lane;
        a[lane].x = f32(spoiler[never]);
    }
}

@compute @workgroup_size(size)
fn init(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    spoil(lane);
    a[id.x] = vec2f(0.25);
}

@compute @workgroup_size(size)
fn load(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    spoil(lane);
    let value = b[id.x];
    if value.x == 123.0 {
        a[id.x] = value;
    }
}

@compute @workgroup_size(size)
fn copy(@builtin(global_invocation_id) id: vec3u) {
    a[id.x] = b[id.x];
}

@compute @workgroup_size(size)
fn scale(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    spoil(lane);
    a[id.x] = 1.2 * b[id.x];
}

@compute @workgroup_size(size)
fn add(@builtin(global_invocation_id) id: vec3u) {
    a[id.x] = b[id.x] + c[id.x];
}

// a = b + scalar * c, as STREAM has it: three streams.
@compute @workgroup_size(size)
fn triad(@builtin(global_invocation_id) id: vec3u) {
    a[id.x] = fma(vec2f(0.4), c[id.x], b[id.x]);
}

// a = b * d + c: four streams.
@compute @workgroup_size(size)
fn triad4(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    spoil(lane);
    a[id.x] = fma(b[id.x], d[id.x], c[id.x]);
}
