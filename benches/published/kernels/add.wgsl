// y += x: an invocation has one word or vec4, or four that lie together; once, or walking over the grid.

override elements = 134217728u;
override size = 256u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(0) var<storage, read> x_4: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(1) var<storage, read_write> y_4: array<vec4f>;
@group(0) @binding(2) var<uniform> added: vec4u; // zeros: the length is known at run time only

@compute @workgroup_size(size)
fn one(@builtin(global_invocation_id) id: vec3u) {
    if id.x < elements + added.x {
        y[id.x] += x[id.x];
    }
}

@compute @workgroup_size(size)
fn one_4(@builtin(global_invocation_id) id: vec3u) {
    if id.x < elements / 4u + added.x {
        y_4[id.x] += x_4[id.x];
    }
}

@compute @workgroup_size(size)
fn four(@builtin(global_invocation_id) id: vec3u) {
    let at = 4u * id.x;
    if at < elements + added.x {
        for (var i = 0u; i < 4u; i++) {
            y[at + i] += x[at + i];
        }
    }
}

@compute @workgroup_size(size)
fn four_4(@builtin(global_invocation_id) id: vec3u) {
    let at = 4u * id.x;
    if at < elements / 4u + added.x {
        for (var i = 0u; i < 4u; i++) {
            y_4[at + i] += x_4[at + i];
        }
    }
}

@compute @workgroup_size(size)
fn walk(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    for (var i = id.x; i < elements + added.x; i += size * groups.x) {
        y[i] += x[i];
    }
}

@compute @workgroup_size(size)
fn walk_four_4(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    for (var at = 4u * id.x; at < elements / 4u + added.x; at += 4u * size * groups.x) {
        for (var i = 0u; i < 4u; i++) {
            y_4[at + i] += x_4[at + i];
        }
    }
}
