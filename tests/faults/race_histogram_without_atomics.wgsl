// Bins are added to without atomics.
// run: --buffer 0.0=rand:u32:512:16 --buffer 0.1=zero:64 --dispatch 8
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<u32>; //-
//+ @group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    bins[a[g.x] & 15u] += 1u; //~ race "is lost" "atomicAdd" //-
    //+ atomicAdd(&bins[a[g.x] & 15u], 1u);
}
