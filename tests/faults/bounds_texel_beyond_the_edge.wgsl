// A picture is written one texel too far to the left: the first column is lost.
// run: --texture 0.0=r32uint:8x8x1
// status: 0
@group(0) @binding(0) var t: texture_storage_2d<r32uint, write>;
@compute @workgroup_size(8, 8) fn main(@builtin(local_invocation_id) at: vec3u) {
    let texel = vec2i(at.xy) - vec2i(1, 0); //-
    //+ let texel = vec2i(at.xy);
    textureStore(t, texel, vec4u(at.x)); //~ out-of-bounds "index -1" "a store outside of a texture does nothing"
}
