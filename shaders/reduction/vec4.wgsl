// vec4: four elements a load.
//
// Builds on grid-stride.wgsl. A vector of 16 bytes is one memory instruction in place of four, and the loop has a quarter of the turns: more
// bytes are under way for each instruction that waits. Expect a little where loads or instructions are the limit, else nothing.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> total: atomic<u32>;

const WORKGROUP: u32 = 256u;
// Elements for which a workgroup is launched.
const COVER: u32 = 4096u;

var<workgroup> sums: array<u32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let workgroup = group.y * groups.x + group.x;
    let stride = groups.x * groups.y * WORKGROUP;
    var four = vec4(0u);
    for (var i = workgroup * WORKGROUP + local; i < params.n / 4u; i += stride) {
        four += x[i];
    }
    var own = four.x + four.y + four.z + four.w;
    // What fills no vector: three elements at most.
    if (workgroup == 0u && local < params.n % 4u) {
        own += x[params.n / 4u][local];
    }
    sums[local] = own;
    workgroupBarrier();
    for (var step = WORKGROUP / 2u; step > 0u; step /= 2u) {
        if (local < step) {
            sums[local] += sums[local + step];
        }
        workgroupBarrier();
    }
    if (local == 0u) {
        atomicAdd(&total, sums[0]);
    }
}
