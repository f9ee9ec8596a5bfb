// Sums of whole numbers in one launch: an invocation adds up a batch that lies together, a workgroup folds down to 32 and a
// subgroup adds these. The walk over the grid tests every index up to `elements`, though only the first is a batch.

override elements = 25165824u;
override batch = 6u;

const SIZE = 512u;

@group(0) @binding(0) var<storage, read_write> total: atomic<i32>;
@group(0) @binding(1) var<storage, read> data: array<i32>;
@group(0) @binding(1) var<storage, read> data_4: array<vec4i>;

var<workgroup> part: array<i32, SIZE>;

fn fold(value: i32, lane: u32) {
    part[lane] = value;
    workgroupBarrier();
    for (var s = SIZE / 2u; s >= 32u; s >>= 1u) {
        if lane < s {
            part[lane] += part[lane + s];
        }
        workgroupBarrier();
    }
}

fn finish(value: i32, lane: u32) {
    fold(value, lane);
    if lane < 32u {
        let sum = subgroupAdd(part[lane]);
        if lane == 0u {
            atomicAdd(&total, sum);
        }
    }
}

@compute @workgroup_size(SIZE)
fn single(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
    var sum = 0;
    for (var i = id.x; i < elements; i += SIZE * groups.x) {
        sum += data[i];
    }
    finish(sum, lane);
}

fn walk(start: u32, step: u32) -> i32 {
    var sum = 0;
    for (var i = start; i < elements; i += step) {
        for (var j = 0u; j < batch; j++) {
            let at = i * batch + j;
            if at < elements {
                sum += data[at];
            }
        }
    }
    return sum;
}

@compute @workgroup_size(SIZE)
fn batched(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
    finish(walk(id.x, SIZE * groups.x), lane);
}

@compute @workgroup_size(SIZE)
fn batched_shuffles(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    fold(walk(id.x, SIZE * groups.x), lane);
    if lane < 32u {
        var sum = part[lane];
        for (var s = 16u; s > 0u; s >>= 1u) {
            sum += subgroupShuffleDown(sum, s);
        }
        if lane == 0u {
            atomicAdd(&total, sum);
        }
    }
}

fn eight(at: u32) -> i32 {
    let low = data_4[at / 4u];
    let high = data_4[at / 4u + 1u];
    let both = low + high;
    return both.x + both.y + both.z + both.w;
}

// Eight words of a batch with two loads.
@compute @workgroup_size(SIZE)
fn wide(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
    var sum = 0;
    for (var i = id.x; i < elements; i += SIZE * groups.x) {
        for (var j = 0u; j < batch / 8u; j++) {
            let at = i * batch + j * 8u;
            if at < elements {
                sum += eight(at);
            }
        }
    }
    finish(sum, lane);
}
