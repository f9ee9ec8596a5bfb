// A histogram of bytes in 256 bins by a grid that walks over them: counted in storage memory, or in each workgroup's own memory
// first, by single bytes or by 16 at once. The buffer holds zeros: a hash of the place makes them random.

override size = 512u;
override elements = 1073741824u;

const BINS = 256u;

@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(0) var<storage, read> words_4: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, BINS>;

var<workgroup> own: array<atomic<u32>, BINS>;

fn random(word: u32, place: u32) -> u32 {
    var mixed = place * 2654435761u;
    mixed = (mixed ^ mixed >> 15u) * 2246822519u;
    return word ^ mixed ^ mixed >> 13u;
}

fn byte(i: u32) -> u32 {
    return random(words[i / 4u], i / 4u) >> i % 4u * 8u & 255u;
}

@compute @workgroup_size(size)
fn in_storage(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    for (var i = id.x; i < elements; i += groups.x * size) {
        atomicAdd(&bins[byte(i)], 1u);
    }
}

fn clear(lane: u32) {
    for (var bin = lane; bin < BINS; bin += size) {
        atomicStore(&own[bin], 0u);
    }
    workgroupBarrier();
}

fn flush(lane: u32) {
    workgroupBarrier();
    for (var bin = lane; bin < BINS; bin += size) {
        let count = atomicLoad(&own[bin]);
        if count > 0u {
            atomicAdd(&bins[bin], count);
        }
    }
}

@compute @workgroup_size(size)
fn in_workgroup(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    clear(lane);
    for (var i = id.x; i < elements; i += groups.x * size) {
        atomicAdd(&own[byte(i)], 1u);
    }
    flush(lane);
}

@compute @workgroup_size(size)
fn in_workgroup_by_16(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    clear(lane);
    for (var i = id.x; i < elements / 16u; i += groups.x * size) {
        let four = words_4[i];
        for (var w = 0u; w < 4u; w++) {
            let word = random(four[w], i * 4u + w);
            for (var shift = 0u; shift < 32u; shift += 8u) {
                atomicAdd(&own[word >> shift & 255u], 1u);
            }
        }
    }
    flush(lane);
}
