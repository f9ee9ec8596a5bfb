// Sums of a workgroup's elements by folding in workgroup memory, an output for each workgroup: by multiples of the step, by
// the first invocations on elements a step apart, by halves, and by halves with two elements an invocation.

override size = 512u;

@group(0) @binding(0) var<storage, read> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> part: array<u32, size>;

// The source's `blockDim.x`: its compiler does not know it. One row of workgroups is launched.
fn block(groups: vec3u) -> u32 {
    return size * groups.y;
}

@compute @workgroup_size(size)
fn multiples(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    part[lane] = data[id.x];
    workgroupBarrier();
    for (var s = 1u; s < block(groups); s *= 2u) {
        if lane % (2u * s) == 0u {
            part[lane] += part[lane + s];
        }
        workgroupBarrier();
    }
    if lane == 0u {
        sums[group.x] = part[0];
    }
}

@compute @workgroup_size(size)
fn strided(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    part[lane] = data[id.x];
    workgroupBarrier();
    for (var s = 1u; s < block(groups); s *= 2u) {
        let at = 2u * s * lane;
        if at < block(groups) {
            part[at] += part[at + s];
        }
        workgroupBarrier();
    }
    if lane == 0u {
        sums[group.x] = part[0];
    }
}

fn halve(group: u32, lane: u32, all: u32) {
    workgroupBarrier();
    for (var s = all / 2u; s > 0u; s /= 2u) {
        if lane < s {
            part[lane] += part[lane + s];
        }
        workgroupBarrier();
    }
    if lane == 0u {
        sums[group] = part[0];
    }
}

@compute @workgroup_size(size)
fn halves(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    part[lane] = data[id.x];
    halve(group.x, lane, block(groups));
}

@compute @workgroup_size(size)
fn two_each(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let at = group.x * size * 2u + lane;
    part[lane] = data[at] + data[at + size];
    halve(group.x, lane, block(groups));
}
