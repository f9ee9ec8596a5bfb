// run: --buffer 0.0=unwritten:128
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
const primes = array(2u, 3u, 5u, 7u, 11u);
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    o[i] = primes[i % 6u]; //~ out-of-bounds "index 5" "5 elements" //-
    //+ o[i] = primes[i % 5u];
}
