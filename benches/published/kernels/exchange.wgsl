// Workgroup memory's rate: 64 times each of 256 invocations stores an element, waits, and loads its neighbour's; a word, a pair
// or a vec4.

override elements = 1048576u;

const SIZE = 256u;
const TIMES = 64u;

@group(0) @binding(0) var<storage, read_write> out: array<f32>;

var<workgroup> words: array<f32, SIZE>;
var<workgroup> pairs: array<vec2f, SIZE>;
var<workgroup> quads: array<vec4f, SIZE>;

@compute @workgroup_size(SIZE)
fn by_word(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    var value = f32(id.x);
    for (var i = 0u; i < TIMES; i++) {
        words[lane] = value;
        workgroupBarrier();
        value = words[(lane + 1u) % SIZE];
        workgroupBarrier();
    }
    out[id.x] = value;
}

@compute @workgroup_size(SIZE)
fn by_pair(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    var value = vec2f(f32(id.x));
    for (var i = 0u; i < TIMES; i++) {
        pairs[lane] = value;
        workgroupBarrier();
        value = pairs[(lane + 1u) % SIZE];
        workgroupBarrier();
    }
    out[id.x] = value.x + value.y;
}

@compute @workgroup_size(SIZE)
fn by_quad(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    var value = vec4f(f32(id.x));
    for (var i = 0u; i < TIMES; i++) {
        quads[lane] = value;
        workgroupBarrier();
        value = quads[(lane + 1u) % SIZE];
        workgroupBarrier();
    }
    out[id.x] = value.x + value.y + value.z + value.w;
}
