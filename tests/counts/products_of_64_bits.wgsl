// What a sum and a product of 64 bits take more than one of 32 is no division. A sum, a product and the conversion of the index are counted.
// run: --buffer 0.0=zero:256
// counts: division_instructions=0 integer_instructions=3
@group(0) @binding(0) var<storage, read_write> y: array<u64>;

@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) { y[i] = (y[i] + u64(i)) * y[i]; }
