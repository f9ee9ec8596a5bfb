// Key and link are asked for together: a step waits once. The last link of each search is asked for in vain.
struct Params {
    // Searches.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read> links: array<u32>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
@group(0) @binding(4) var<storage, read> wanted: array<u32>;
@group(0) @binding(5) var<storage, read_write> found: array<u32>;

const WORKGROUP: u32 = 128u;
// Searches of a workgroup. The launch is computed from it.
const COVER: u32 = WORKGROUP;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * COVER + local;
    if (i >= params.n) {
        return;
    }
    let mine = wanted[i];
    var at = starts[i];
    loop {
        let key = keys[at];
        let next = links[at];
        if (key == mine) {
            break;
        }
        at = next;
    }
    found[i] = at;
}
