// 256 loads an invocation out of 16 KiB at most, which level 1 keeps: from one address, in order, or from one of 16 places
// that begin each lane's walk; of 4, 8 and 16 bytes, and of 16 from a uniform buffer. A launch is 2^20 invocations.

override uniform_at = 0u; // 1: all lanes at one address
override linear = 0u; // 1: neighbouring lanes at neighbouring elements

const SIZE = 256u;
const LOADS = 256u;

struct Settings { mask: u32, write: u32, first: u32 }
struct Table { mask: u32, write: u32, first: u32, values: array<vec4f, 1024> }

@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(1) var<storage, read> data_1: array<f32>;
@group(0) @binding(1) var<storage, read> data_2: array<vec2f>;
@group(0) @binding(1) var<storage, read> data_4: array<vec4f>;
@group(0) @binding(2) var<uniform> settings: Settings;
@group(0) @binding(2) var<uniform> table: Table;

var<workgroup> sums: array<f32, SIZE>;

fn start(lane: u32) -> u32 {
    return select(select(lane * 3u % 16u, lane, linear == 1u), 0u, uniform_at == 1u);
}

// Keeps the sum alive: what `write` says, which is never, is stored.
fn finish(id: u32, lane: u32, value: vec4f, write: u32) {
    sums[lane] = value.x + value.y + value.z + value.w;
    workgroupBarrier();
    if write != 0u {
        out[id] = sums[write];
    }
}

@compute @workgroup_size(SIZE)
fn words(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    let at = start(lane) + settings.first;
    var value = vec4f();
    for (var i = 0u; i < LOADS; i++) {
        value += vec4f(data_1[(at + i) | settings.mask]);
    }
    finish(id.x, lane, value, settings.write);
}

@compute @workgroup_size(SIZE)
fn pairs(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    let at = start(lane) + settings.first;
    var value = vec4f();
    for (var i = 0u; i < LOADS; i++) {
        value += data_2[(at + i) | settings.mask].xyxy;
    }
    finish(id.x, lane, value, settings.write);
}

@compute @workgroup_size(SIZE)
fn quads(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    let at = start(lane) + settings.first;
    var value = vec4f();
    for (var i = 0u; i < LOADS; i++) {
        value += data_4[(at + i) | settings.mask];
    }
    finish(id.x, lane, value, settings.write);
}

@compute @workgroup_size(SIZE)
fn constants(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    let at = start(lane) + table.first;
    var value = vec4f();
    for (var i = 0u; i < LOADS; i++) {
        value += table.values[(at + i) | table.mask];
    }
    finish(id.x, lane, value, table.write);
}
