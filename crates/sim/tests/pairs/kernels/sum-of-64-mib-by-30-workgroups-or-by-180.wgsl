// name = "a sum of 64 MiB by 30 workgroups, or by 180"
// source = "Little's law: eight subgroups a unit, with some loads each in flight where the compiler unrolls (NVIDIA: four passes), or 48; RADV unrolls no such loop"
// range = { "ampere-8.6" = [1.1, 3.5], "rdna3" = [2.5, 7] }
// missed."ampere-8.6" = "eight passes' loads are taken to be under way together, as LLVM lays such loops out; the range is that of four"
// long = true
// slow = [30, 1, 1]
// fast = [180, 1, 1]
// buffers = [67108864, 184320]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
fn total(first: u32, step: u32) -> f32 { var s = 0.0; for (var i = first; i < arrayLength(&x); i += step) { s += x[i]; } return s; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) n: vec3u) { y[id.x] = total(id.x, n.x * 256u); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) n: vec3u) { y[id.x] = total(id.x, n.x * 256u); }
