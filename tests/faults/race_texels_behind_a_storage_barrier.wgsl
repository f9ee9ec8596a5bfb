// storageBarrier does not order textures.
// run: --buffer 0.0=unwritten:256 --texture 0.1=r32uint:64x1x1
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var t: texture_storage_2d<r32uint, read_write>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    textureStore(t, vec2u(i, 0u), vec4u(i)); //~ also wrong-barrier
    storageBarrier(); //-
    //+ textureBarrier();
    o[i] = textureLoad(t, vec2u(63u - i, 0u)).x; //~ wrong-barrier "textureBarrier()"
}
