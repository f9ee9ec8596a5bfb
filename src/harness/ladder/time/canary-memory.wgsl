// The canary for memory: each element is read and written once, of an array that no level of the caches near a core holds.
@group(0) @binding(0) var<storage, read_write> words: array<vec4<u32>>;

const WORKGROUP = 256u;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    words[id.x] = words[id.x] + vec4<u32>(1u);
}
