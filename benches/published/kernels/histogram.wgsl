// A histogram of 512 bins: counted in storage memory, or in each workgroup's own memory first. One element an invocation.

override size = 512u;

const BINS = 512u;

@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, BINS>;

var<workgroup> own: array<atomic<u32>, BINS>;

@compute @workgroup_size(size)
fn in_storage(@builtin(global_invocation_id) id: vec3u) {
    atomicAdd(&bins[values[id.x]], 1u);
}

@compute @workgroup_size(size)
fn in_workgroup(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    for (var bin = lane; bin < BINS; bin += size) {
        atomicStore(&own[bin], 0u);
    }
    workgroupBarrier();
    atomicAdd(&own[values[id.x]], 1u);
    workgroupBarrier();
    for (var bin = lane; bin < BINS; bin += size) {
        atomicAdd(&bins[bin], atomicLoad(&own[bin]));
    }
}
