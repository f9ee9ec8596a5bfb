// run: --buffer 0.0=rand:u32:256:17 --buffer 0.1=zero:64 --dispatch 4
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    let k = a[g.x]; //-
    //+ let k = min(a[g.x], 15u);
    atomicAdd(&bins[k], 1u); //~ out-of-bounds "index 16" "16 elements"
}
