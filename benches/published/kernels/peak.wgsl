// What a device can do at best: multiply-adds in one dependent chain an invocation, also of integers and halves, and 16 reads or writes an
// invocation, side by side or one invocation after the other.

enable f16;

override size = 64u;
override elements = 1048576u;
override trips = 512u;

const EACH = 16u;

@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@group(0) @binding(0) var<storage, read> data_4: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(size)
fn multiply_add(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    var x = f32(id.x);
    var y = f32(lane);
    for (var i = 0u; i < trips; i++) {
        x = fma(y, x, y);
        y = fma(x, y, x);
    }
    data[id.x] = y;
}

@compute @workgroup_size(size)
fn square_add(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    let c = f32(lane);
    var x = 0.5;
    for (var i = 0u; i < trips; i++) {
        for (var j = 0u; j < EACH; j++) {
            x = fma(x, x, c);
        }
    }
    data[id.x] = x;
}

@compute @workgroup_size(size)
fn square_add_4(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    let c = vec4f(f32(lane));
    var x = vec4f(0.5, 1.5, 2.5, 3.5);
    for (var i = 0u; i < trips; i++) {
        for (var j = 0u; j < EACH; j++) {
            x = fma(x, x, c);
        }
    }
    data[id.x] = x.x + x.y + x.z + x.w;
}

@compute @workgroup_size(size)
fn square_add_integer(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    let c = i32(lane);
    var x = 3;
    for (var i = 0u; i < trips; i++) {
        for (var j = 0u; j < EACH; j++) {
            x = x * x + c;
        }
    }
    data[id.x] = f32(x);
}

@compute @workgroup_size(size)
fn square_add_half_2(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    let c = vec2h(f16(lane));
    var x = vec2h(0.5h, 1.5h);
    for (var i = 0u; i < trips; i++) {
        for (var j = 0u; j < EACH; j++) {
            x = fma(x, x, c);
        }
    }
    data[id.x] = f32(x.x + x.y);
}

@compute @workgroup_size(size)
fn coalesced_read(@builtin(global_invocation_id) id: vec3u) {
    var sum = 0.0;
    for (var i = 0u; i < EACH; i++) {
        sum += data[i * elements + id.x];
    }
    data[id.x] = sum;
}

// The same, with the 16 values of an invocation a workgroup apart.
@compute @workgroup_size(size)
fn grouped_read(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    var sum = 0.0;
    for (var i = 0u; i < EACH; i++) {
        sum += data[(group.x * EACH + i) * size + lane];
    }
    out[id.x] = sum;
}

@compute @workgroup_size(size)
fn grouped_read_4(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    var sum = vec4f();
    for (var i = 0u; i < EACH; i++) {
        sum += data_4[(group.x * EACH + i) * size + lane];
    }
    out[id.x] = sum.x + sum.y + sum.z + sum.w;
}

@compute @workgroup_size(size)
fn coalesced_write(@builtin(global_invocation_id) id: vec3u) {
    for (var i = 0u; i < EACH; i++) {
        data[i * elements + id.x] = f32(id.x);
    }
}

@compute @workgroup_size(size)
fn misaligned_read(@builtin(global_invocation_id) id: vec3u) {
    var sum = 0.0;
    for (var i = 0u; i < EACH; i++) {
        sum += data[id.x * EACH + i];
    }
    data[id.x] = sum;
}

@compute @workgroup_size(size)
fn misaligned_write(@builtin(global_invocation_id) id: vec3u) {
    for (var i = 0u; i < EACH; i++) {
        data[id.x * EACH + i] = f32(id.x);
    }
}
