// Two workgroups of a row write the same column.
// run: --buffer 0.0=unwritten:1024 --dispatch 2,2
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) g: vec3<u32>, @builtin(workgroup_id) w: vec3<u32>) {
    let x = max(g.x, 1u) - w.x; //-
    //+ let x = g.x;
    o[g.y * 16u + x] = f32(g.x); //~ race
}
