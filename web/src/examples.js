// Kernels to begin with, each with one thing to see.
const copy = (index) => `@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    b[id.x] = a[${index}];
}
`;

const LOOP = `@group(0) @binding(0) var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lane: u32) {
    var sum = 0u;
    for (var k = 0u; k < lane; k++) {
        sum += k;
    }
    sums[lane] = sum;
}
`;

const BANKS = `@group(0) @binding(0) var<storage, read_write> out: array<f32>;
var<workgroup> tile: array<f32, 128>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lane: u32) {
    tile[lane * 4u] = f32(lane); // four words in each bank that is used
    workgroupBarrier();
    out[lane] = tile[(31u - lane) * 4u];
}
`;

const buffer = (binding, fill) => ({ group: 0, binding, fill });

export const EXAMPLES = [
  { name: 'lanes that leave a loop one by one', state: { source: LOOP, workgroups: [1, 1, 1], traced: [0, 0, 0], buffers: [buffer(0, { zeros: 32 })] } },
  { name: 'a load that is not coalesced', state: { source: copy('id.x * 8u'), workgroups: [2, 1, 1], traced: [0, 0, 0], buffers: [buffer(0, { counting: 1024 }), buffer(1, { zeros: 128 })] } },
  { name: 'a load that is', state: { source: copy('id.x'), workgroups: [2, 1, 1], traced: [0, 0, 0], buffers: [buffer(0, { counting: 1024 }), buffer(1, { zeros: 128 })] } },
  { name: 'a bank conflict of 4', state: { source: BANKS, workgroups: [1, 1, 1], traced: [0, 0, 0], buffers: [buffer(0, { zeros: 32 })] } },
];
