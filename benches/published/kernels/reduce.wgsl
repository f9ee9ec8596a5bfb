// Sums of whole numbers: folds in workgroup memory that grow more even, then subgroup sums and a walk over the grid.

override size = 256u;
override elements = 16777216u;

@group(0) @binding(0) var<storage, read_write> total: atomic<u32>;
@group(0) @binding(1) var<storage, read> data: array<u32>;
@group(0) @binding(1) var<storage, read> data_2: array<vec2u>;
@group(0) @binding(1) var<storage, read> data_4: array<vec4u>;

var<workgroup> part: array<u32, size>;

// The sources' `blockDim.x`: their compiler does not know it. One row of workgroups is launched.
fn block(groups: vec3u) -> u32 {
    return size * groups.y;
}

// One element an invocation; in step s, each invocation whose index is a multiple of 2 s adds its neighbour's.
@compute @workgroup_size(size)
fn interleaved(
    @builtin(global_invocation_id) id: vec3u,
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
        atomicAdd(&total, part[0]);
    }
}

// Two elements an invocation; the first half adds the second half, and so on.
@compute @workgroup_size(size)
fn sequential(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let at = group.x * size * 2u + lane;
    part[lane] = data[at] + data[at + size];
    workgroupBarrier();
    for (var s = block(groups) / 2u; s > 0u; s /= 2u) {
        if lane < s {
            part[lane] += part[lane + s];
        }
        workgroupBarrier();
    }
    if lane == 0u {
        atomicAdd(&total, part[0]);
    }
}

fn finish(value: u32, lane: u32, width: u32) {
    let sum = subgroupAdd(value);
    if lane % width == 0u {
        part[lane / width] = sum;
    }
    workgroupBarrier();
    if lane < width {
        let whole = subgroupAdd(select(0u, part[lane], lane < size / width));
        if lane == 0u {
            atomicAdd(&total, whole);
        }
    }
}

// Two elements an invocation; subgroups add, then one subgroup adds their sums.
@compute @workgroup_size(size)
fn shuffled(
    @builtin(workgroup_id) group: vec3u,
    @builtin(local_invocation_index) lane: u32,
    @builtin(subgroup_size) width: u32,
) {
    let at = group.x * size * 2u + lane;
    finish(data[at] + data[at + size], lane, width);
}

@compute @workgroup_size(size)
fn walked(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
    @builtin(subgroup_size) width: u32,
) {
    var sum = 0u;
    for (var i = id.x; i < elements; i += groups.x * size) {
        sum += data[i];
    }
    finish(sum, lane, width);
}

@compute @workgroup_size(size)
fn walked_2(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
    @builtin(subgroup_size) width: u32,
) {
    var sum = 0u;
    for (var i = id.x; i < elements / 2u; i += groups.x * size) {
        let value = data_2[i];
        sum += value.x + value.y;
    }
    finish(sum, lane, width);
}

@compute @workgroup_size(size)
fn walked_4(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
    @builtin(subgroup_size) width: u32,
) {
    var sum = 0u;
    for (var i = id.x; i < elements / 4u; i += groups.x * size) {
        let value = data_4[i];
        sum += value.x + value.y + value.z + value.w;
    }
    finish(sum, lane, width);
}

// Each invocation adds up four elements and adds them to the total itself. An exchange stands for the sum of floats, which compilers do
// not combine as they combine sums of whole numbers.
@compute @workgroup_size(size)
fn all_atomic(@builtin(global_invocation_id) id: vec3u) {
    let value = data_4[id.x];
    atomicExchange(&total, value.x + value.y + value.z + value.w);
}

// One element an invocation; in step s, the first invocations add elements that are s apart.
@compute @workgroup_size(size)
fn strided(
    @builtin(global_invocation_id) id: vec3u,
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
        atomicAdd(&total, part[0]);
    }
}

// As `sequential`, with one element an invocation.
@compute @workgroup_size(size)
fn sequential_1(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    part[lane] = data[id.x];
    workgroupBarrier();
    for (var s = block(groups) / 2u; s > 0u; s /= 2u) {
        if lane < s {
            part[lane] += part[lane + s];
        }
        workgroupBarrier();
    }
    if lane == 0u {
        atomicAdd(&total, part[0]);
    }
}

// As `sequential`, but the last 64 elements are added by one warp of 32 in lockstep, without barriers. WGSL does not allow that: it
// is what the source ran.
@compute @workgroup_size(size)
fn unrolled(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let at = group.x * size * 2u + lane;
    part[lane] = data[at] + data[at + size];
    workgroupBarrier();
    for (var s = block(groups) / 2u; s > 32u; s /= 2u) {
        if lane < s {
            part[lane] += part[lane + s];
        }
        workgroupBarrier();
    }
    if lane < 32u {
        for (var s = 32u; s > 0u; s /= 2u) {
            part[lane] += part[lane + s];
        }
    }
    if lane == 0u {
        atomicAdd(&total, part[0]);
    }
}
