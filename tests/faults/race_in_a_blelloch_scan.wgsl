// A work-efficient scan in two sweeps; one barrier of the second is missing.
// run: --buffer 0.0=rand:u32:128:50 --buffer 0.1=unwritten:512
const N = 128u;
var<workgroup> t: array<u32, N>;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    t[2u * i] = a[2u * i];
    t[2u * i + 1u] = a[2u * i + 1u];
    var offset = 1u;
    for (var d = N / 2u; d > 0u; d >>= 1u) {
        workgroupBarrier();
        if (i < d) {
            let x = offset * (2u * i + 1u) - 1u;
            let y = offset * (2u * i + 2u) - 1u;
            t[y] += t[x];
        }
        offset *= 2u;
    }
    if (i == 0u) { t[N - 1u] = 0u; }
    for (var d = 1u; d < N; d *= 2u) {
        offset /= 2u;
        //+ workgroupBarrier();
        if (i < d) {
            let x = offset * (2u * i + 1u) - 1u;
            let y = offset * (2u * i + 2u) - 1u;
            let held = t[x];
            t[x] = t[y]; //~ race
            t[y] += held; //~ race
        }
    }
    workgroupBarrier();
    o[2u * i] = t[2u * i];
    o[2u * i + 1u] = t[2u * i + 1u];
}
