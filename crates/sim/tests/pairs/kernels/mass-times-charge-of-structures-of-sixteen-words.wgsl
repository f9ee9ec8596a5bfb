// name = "mass times charge of structures of sixteen words, or of two arrays"
// source = "count of bytes: two sectors of 32 an element and 4 stored against 12, 226 us of DRAM against 40 to 45 on 8.6; rdna3 reads whole structures, 71 us against 10 to 16 with rounds and start (CUDA C++ Best Practices Guide, strided accesses)"
// range = { "ampere-8.6" = [3.8, 6], "rdna3" = [3.8, 8] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [67108864, 4194304]

struct Particle { position: vec3f, mass: f32, velocity: vec3f, age: f32, force: vec3f, kind: u32, charge: f32, spin: f32, rest: vec2f }
@group(0) @binding(0) var<storage, read> particles: array<Particle>;
@group(0) @binding(0) var<storage, read> words: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = particles[id.x].mass * particles[id.x].charge; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = words[id.x] * words[id.x + 1048576u]; }
