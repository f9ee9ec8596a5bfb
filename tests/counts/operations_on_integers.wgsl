// Of each of 32 lanes: a packed dot product of four (8) and its sum (1); a product and a difference (2), a shift and an exclusive or (2), a
// remainder (1), a maximum (1). The comparison, the selection and the conversion are none; neither are the addresses.
// run: --buffer 0.0=zero:128 --buffer 0.1=zero:128
// counts: integer_operations=480 flop=0
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<i32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    let x = a[i];
    let dot = dot4I8Packed(x, 0x01020304u) + 5;
    let y = ((x * 3u - 7u) >> 2u ^ 9u) % 11u;
    o[i] = select(max(dot, 2), i32(y), x < 100u);
}
