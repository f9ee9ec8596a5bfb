// name = "a particle's position moved in a structure of eight words, or in arrays"
// source = "a sector read and written for 8 and 4 bytes: 64 against 12"
// range = { "ampere-8.6" = [3.5, 6.5], "rdna3" = [3, 7] }
// long = true
// slow = [8192, 1, 1]
// fast = [8192, 1, 1]
// buffers = [8388608, 67108864]

struct Particle { place: vec3f, mass: f32, speed: vec3f, age: f32 }
@group(0) @binding(1) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(0) var<storage, read> speeds: array<f32>;
@group(0) @binding(1) var<storage, read_write> places: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { particles[id.x].place.x += 0.01 * particles[id.x].speed.x; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { places[id.x] += 0.01 * speeds[id.x]; }
