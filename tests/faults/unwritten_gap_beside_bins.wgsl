// Bins are counted from the zero that workgroup memory has at first; a tile that is filled in part is not meant to be.
// run: --buffer 0.0=rand:u32:64:9 --buffer 0.1=unwritten:256
// status: 0
var<workgroup> bins: array<atomic<u32>, 64>;
var<workgroup> own: array<u32, 128>;
var<workgroup> tile: array<u32, 64>;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    if (i < 32u) { tile[i] = a[i]; } //-
    //+ tile[i] = a[i];
    atomicAdd(&bins[a[i] % 64u], 1u);
    own[2u * i + a[i] % 2u] += 1u;
    workgroupBarrier();
    let others = own[126u - 2u * i] + own[127u - 2u * i];
    o[i] = atomicLoad(&bins[i]) + others + tile[63u - i]; //~ uninitialized-read "`tile` is read at byte 252"
}
