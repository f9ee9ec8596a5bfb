// A copy by words of 4, 8 and 16 bytes, one an invocation.

override size = 1024u;

@group(0) @binding(0) var<storage, read> from_4: array<u32>;
@group(0) @binding(1) var<storage, read_write> to_4: array<u32>;
@group(0) @binding(0) var<storage, read> from_8: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> to_8: array<vec2u>;
@group(0) @binding(0) var<storage, read> from_16: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> to_16: array<vec4u>;

@compute @workgroup_size(size)
fn copy_4(@builtin(global_invocation_id) id: vec3u) {
    to_4[id.x] = from_4[id.x];
}

@compute @workgroup_size(size)
fn copy_8(@builtin(global_invocation_id) id: vec3u) {
    to_8[id.x] = from_8[id.x];
}

@compute @workgroup_size(size)
fn copy_16(@builtin(global_invocation_id) id: vec3u) {
    to_16[id.x] = from_16[id.x];
}
