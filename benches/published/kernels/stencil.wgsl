// Second derivatives of 2 * radius + 1 points along x, y or z, on a grid with a margin of `radius` on each side. Rows lie `line`
// words apart, planes `line * lines`, and `first` words stand before all. Along x also two or four points an invocation, along y
// so too, and through workgroup memory; both at once; along z with a window that slides through `deep` planes.

override n = 512u;
override depth = 512u;
override deep = 128u;
override radius = 4u;
override line = 520u;
override lines = 520u;
override first = 0u;

@group(0) @binding(0) var<storage, read> u: array<f32>;
@group(0) @binding(0) var<storage, read> u_2: array<vec2f>;
@group(0) @binding(0) var<storage, read> u_4: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> f: array<f32>;
@group(0) @binding(1) var<storage, read_write> f_2: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> f_4: array<vec4f>;
@group(0) @binding(2) var<uniform> weights: array<vec4f, 9>;

fn w(r: u32) -> f32 {
    return weights[r].x;
}

fn place(i: u32, j: u32, k: u32) -> u32 {
    return first + radius + i + line * (radius + j) + line * lines * (radius + k);
}

fn along(at: u32, stride: u32) -> f32 {
    var sum = 0.0;
    for (var r = 0u; r <= 2u * radius; r++) {
        sum += u[at - radius * stride + r * stride] * w(r);
    }
    return sum;
}

@compute @workgroup_size(256)
fn by_x(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= n || id.y >= n || id.z >= depth {
        return;
    }
    let at = place(id.x, id.y, id.z);
    f[at] = along(at, 1u);
}

@compute @workgroup_size(64, 4)
fn by_y(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= n || id.y >= n || id.z >= depth {
        return;
    }
    let at = place(id.x, id.y, id.z);
    f[at] = along(at, line);
}

@compute @workgroup_size(64, 8)
fn by_z(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= n || id.y >= n || id.z >= depth {
        return;
    }
    let at = place(id.x, id.y, id.z);
    f[at] = along(at, line * lines);
}

@compute @workgroup_size(64, 4)
fn by_x_1(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= n || id.y >= n || id.z >= depth {
        return;
    }
    let at = place(id.x, id.y, id.z);
    f[at] = along(at, 1u);
}

@compute @workgroup_size(64, 4)
fn by_x_2(@builtin(global_invocation_id) id: vec3u) {
    if 2u * id.x >= n || id.y >= n || id.z >= depth {
        return;
    }
    let at = place(2u * id.x, id.y, id.z) / 2u;
    let a = u_2[at - 2u];
    let b = u_2[at - 1u];
    let c = u_2[at];
    let d = u_2[at + 1u];
    let e = u_2[at + 2u];
    f_2[at] = a * w(0u) + vec2f(a.y, b.x) * w(1u) + b * w(2u) + vec2f(b.y, c.x) * w(3u) + c * w(4u) + vec2f(c.y, d.x) * w(5u)
        + d * w(6u) + vec2f(d.y, e.x) * w(7u) + e * w(8u);
}

// Four points along x, of the twelve values around them.
fn four(a: vec4f, b: vec4f, c: vec4f) -> vec4f {
    return a * w(0u) + vec4f(a.yzw, b.x) * w(1u) + vec4f(a.zw, b.xy) * w(2u) + vec4f(a.w, b.xyz) * w(3u) + b * w(4u)
        + vec4f(b.yzw, c.x) * w(5u) + vec4f(b.zw, c.xy) * w(6u) + vec4f(b.w, c.xyz) * w(7u) + c * w(8u);
}

@compute @workgroup_size(64, 4)
fn by_x_4(@builtin(global_invocation_id) id: vec3u) {
    if 4u * id.x >= n || id.y >= n || id.z >= depth {
        return;
    }
    let at = place(4u * id.x, id.y, id.z) / 4u;
    f_4[at] = four(u_4[at - 1u], u_4[at], u_4[at + 1u]);
}

@compute @workgroup_size(64, 4)
fn by_y_2(@builtin(global_invocation_id) id: vec3u) {
    if 2u * id.x >= n || id.y >= n || id.z >= depth {
        return;
    }
    let at = place(2u * id.x, id.y, id.z) / 2u;
    var sum = vec2f();
    for (var r = 0u; r < 9u; r++) {
        sum += u_2[at - 2u * line + r * (line / 2u)] * w(r);
    }
    f_2[at] = sum;
}

@compute @workgroup_size(64, 4)
fn by_y_4(@builtin(global_invocation_id) id: vec3u) {
    if 4u * id.x >= n || id.y >= n || id.z >= depth {
        return;
    }
    let at = place(4u * id.x, id.y, id.z) / 4u;
    var sum = vec4f();
    for (var r = 0u; r < 9u; r++) {
        sum += u_4[at - line + r * (line / 4u)] * w(r);
    }
    f_4[at] = sum;
}

const ACROSS = 64u;
var<workgroup> tile: array<vec4f, ACROSS * 12>;

// The rows above, at and below the workgroup's four.
fn fill(at: u32, here: vec4f, spot: u32) {
    tile[spot - 4u * ACROSS] = u_4[at - line];
    tile[spot] = here;
    tile[spot + 4u * ACROSS] = u_4[at + line];
}

fn down(spot: u32) -> vec4f {
    var sum = vec4f();
    for (var r = 0u; r < 9u; r++) {
        sum += tile[spot + r * ACROSS - 4u * ACROSS] * w(r);
    }
    return sum;
}

@compute @workgroup_size(64, 4)
fn by_y_tile(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
    let at = place(4u * id.x, id.y, id.z) / 4u;
    let spot = local.x + (4u + local.y) * ACROSS;
    fill(at, u_4[at], spot);
    workgroupBarrier();
    if 4u * id.x >= n || id.y >= n || id.z >= depth {
        return;
    }
    f_4[at] = down(spot);
}

@compute @workgroup_size(64, 4)
fn by_xy_tile(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
    let at = place(4u * id.x, id.y, id.z) / 4u;
    let spot = local.x + (4u + local.y) * ACROSS;
    let here = u_4[at];
    let sum = four(u_4[at - 1u], here, u_4[at + 1u]);
    fill(at, here, spot);
    workgroupBarrier();
    if 4u * id.x >= n || id.y >= n || id.z >= depth {
        return;
    }
    f_4[at] = sum + down(spot);
}

@compute @workgroup_size(64, 4)
fn by_z_window(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= n || id.y >= n {
        return;
    }
    let plane = line * lines;
    let begin = id.z * deep;
    let end = min(begin + deep, depth);
    var at = place(id.x, id.y, begin);
    var window: array<f32, 9>;
    for (var r = 0u; r < 8u; r++) {
        window[r] = u[at - 4u * plane + r * plane];
    }
    for (var k = begin; k < end; k++) {
        window[8] = u[at + 4u * plane];
        var sum = 0.0;
        for (var r = 0u; r < 9u; r++) {
            sum += window[r] * w(r);
        }
        f[at] = sum;
        for (var r = 0u; r < 8u; r++) {
            window[r] = window[r + 1u];
        }
        at += plane;
    }
}

@compute @workgroup_size(64, 4)
fn by_z_window_4(@builtin(global_invocation_id) id: vec3u) {
    if 4u * id.x >= n || id.y >= n {
        return;
    }
    let plane = line * lines / 4u;
    let begin = id.z * deep;
    let end = min(begin + deep, depth);
    var at = place(4u * id.x, id.y, begin) / 4u;
    var window: array<vec4f, 9>;
    for (var r = 0u; r < 8u; r++) {
        window[r] = u_4[at - 4u * plane + r * plane];
    }
    for (var k = begin; k < end; k++) {
        window[8] = u_4[at + 4u * plane];
        var sum = vec4f();
        for (var r = 0u; r < 9u; r++) {
            sum += window[r] * w(r);
        }
        f_4[at] = sum;
        for (var r = 0u; r < 8u; r++) {
            window[r] = window[r + 1u];
        }
        at += plane;
    }
}

// All three: the sums along x and y of a plane wait until the window has reached it.
@compute @workgroup_size(64, 4)
fn all_window(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
    let plane = line * lines / 4u;
    let spot = local.x + (4u + local.y) * ACROSS;
    let begin = id.z * deep;
    let end = min(begin + deep, depth);
    var to = place(4u * id.x, id.y, begin) / 4u;
    var at = to - 4u * plane;
    var window: array<vec4f, 9>;
    var sums: array<vec4f, 5>;
    for (var r = 0u; r < 4u; r++) {
        window[r] = u_4[at];
        at += plane;
    }
    for (var r = 0u; r < 4u; r++) {
        let here = u_4[at];
        sums[r] = four(u_4[at - 1u], here, u_4[at + 1u]);
        workgroupBarrier();
        fill(at, here, spot);
        workgroupBarrier();
        sums[r] += down(spot);
        window[r + 4u] = here;
        at += plane;
    }
    for (var k = begin; k < end; k++) {
        let here = u_4[at];
        sums[4] = four(u_4[at - 1u], here, u_4[at + 1u]);
        workgroupBarrier();
        fill(at, here, spot);
        workgroupBarrier();
        window[8] = here;
        for (var r = 0u; r < 9u; r++) {
            sums[0] += window[r] * w(r);
        }
        sums[4] += down(spot);
        if id.y < n {
            f_4[to] = sums[0];
        }
        for (var r = 0u; r < 4u; r++) {
            sums[r] = sums[r + 1u];
        }
        for (var r = 0u; r < 8u; r++) {
            window[r] = window[r + 1u];
        }
        at += plane;
        to += plane;
    }
}
