// Walks over two vectors: y = a x + y, and dot products of which each workgroup leaves a sum, folded in storage memory, in
// workgroup memory, there and by shuffles, or by subgroup sums.

override size = 1024u;
override elements = 134217728u;
override width = 32u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;
@group(0) @binding(3) var<storage, read_write> partial: array<f32>;

var<workgroup> part: array<f32, size>;

@compute @workgroup_size(size)
fn saxpy(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    for (var i = id.x; i < elements; i += groups.x * size) {
        y[i] = fma(x[i], 0.5, y[i]);
    }
}

fn walk(first: u32, groups: u32) -> f32 {
    var sum = 0.0;
    for (var i = first; i < elements; i += groups * size) {
        sum = fma(x[i], y[i], sum);
    }
    return sum;
}

@compute @workgroup_size(size)
fn in_storage(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    partial[id.x] = walk(id.x, groups.x);
    storageBarrier();
    for (var length = size / 2u; length > 0u; length /= 2u) {
        if lane < length {
            partial[id.x] += partial[id.x + length];
        }
        storageBarrier();
    }
    if lane == 0u {
        sums[group.x] = partial[id.x];
    }
}

fn fold(lane: u32, last: u32) {
    workgroupBarrier();
    for (var length = size / 2u; length >= last; length /= 2u) {
        if lane < length {
            part[lane] += part[lane + length];
        }
        workgroupBarrier();
    }
}

@compute @workgroup_size(size)
fn in_workgroup(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    part[lane] = walk(id.x, groups.x);
    fold(lane, 1u);
    if lane == 0u {
        sums[group.x] = part[0];
    }
}

@compute @workgroup_size(size)
fn shuffled(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    part[lane] = walk(id.x, groups.x);
    fold(lane, 32u);
    var sum = part[lane];
    for (var mask = 16u; mask > 0u; mask /= 2u) {
        sum += subgroupShuffleXor(sum, mask);
    }
    if lane == 0u {
        sums[group.x] = sum;
    }
}

@compute @workgroup_size(size)
fn by_subgroups(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let sum = walk(id.x, groups.x);
    if lane < width {
        part[lane] = 0.0;
    }
    workgroupBarrier();
    let own = subgroupAdd(sum);
    if lane % width == 0u {
        part[lane / width] = own;
    }
    workgroupBarrier();
    if lane < width {
        let whole = subgroupAdd(part[lane]);
        if lane == 0u {
            sums[group.x] = whole;
        }
    }
}
