// run: --buffer 0.0=zero:400 --dispatch 2
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    if (g.x > arrayLength(&o)) { return; } //-
    //+ if (g.x >= arrayLength(&o)) { return; }
    o[g.x] = g.x; //~ out-of-bounds "index 100" "100 elements"
}
