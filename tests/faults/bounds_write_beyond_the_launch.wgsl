// The grid is rounded up and nobody checks.
// run: --buffer 0.0=rand:f32:1000 --buffer 0.1=unwritten:4000 --dispatch 8
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(128) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    //+ if (g.x >= arrayLength(&o)) { return; }
    let x = a[g.x]; //~ out-of-bounds "index 1000" "1000 elements"
    o[g.x] = x * x; //~ out-of-bounds "index 1000" "1000 elements"
}
