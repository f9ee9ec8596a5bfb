// A loop loads ahead; what its last pass loads is used by nobody, and in the broken one by the sum.
// run: --buffer 0.0=rand:u32:100:9 --buffer 0.1=unwritten:256
// notes: out-of-bounds
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    var k = i;
    var next = a[k];
    var sum = 0u;
    while (k < 100u) {
        //+ sum += next;
        k++;
        next = a[k]; //~ out-of-bounds "index 100" "is used on line 16"
        sum += next; //-
    }
    o[i] = sum;
}
