// The counter is set back while others still read it.
// run: --buffer 0.0=rand:u32:256:2 --buffer 0.1=unwritten:16
var<workgroup> hits: atomic<u32>;
var<workgroup> limit: u32;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    for (var p = 0u; p < 4u; p++) {
        if (i == 0u) {
            atomicStore(&hits, 0u);
            limit = p; //~ also race
        }
        workgroupBarrier();
        if (a[p * 64u + i] == 1u) { atomicAdd(&hits, 1u); }
        workgroupBarrier();
        if (i == 9u) { o[p] = atomicLoad(&hits) + limit; } //~ race //~ order-dependent-atomic
        //+ workgroupBarrier();
    }
}
