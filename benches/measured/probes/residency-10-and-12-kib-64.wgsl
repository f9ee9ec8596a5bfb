// name = "residency 10 and 12 KiB, 64"
// slow = [4224, 1, 1]
// fast = [4224, 1, 1]
// buffers = [2097152, 2097152]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> m_slow: array<f32, 2560>;
@compute @workgroup_size(64) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { m_slow[lane * 40u] = input[id.x]; workgroupBarrier(); var v = m_slow[(63u - lane) * 40u]; for (var i = 0u; i < 1024u; i++) { v = fma(v, 0.5, 1.0); } output[id.x] = v; }
var<workgroup> m_fast: array<f32, 3072>;
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { m_fast[lane * 48u] = input[id.x]; workgroupBarrier(); var v = m_fast[(63u - lane) * 48u]; for (var i = 0u; i < 1024u; i++) { v = fma(v, 0.5, 1.0); } output[id.x] = v; }
