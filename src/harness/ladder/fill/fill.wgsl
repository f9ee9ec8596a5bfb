// Makes the words of an input from their places, as the host does (`Hashed`): whole numbers, and floats that are these times a power of
// two. No step rounds, so that no driver can make other bits of it.

struct Hashed {
    keys: vec2<u32>,
    first: i32,
    count: u32,
    step: f32,
    floats: u32, // 1: f32; 0: u32
    words: u32,  // behind them lies what is no input
}

@group(0) @binding(0) var<uniform> hashed: Hashed;
@group(0) @binding(1) var<storage, read_write> filled: array<vec4<u32>>;

override behind_0: u32 = 0u;
override behind_1: u32 = 0u;
override behind_2: u32 = 0u;

const WIDTH = 256u;
const TURNS = 16u; // vectors of an invocation

fn scatter(x: vec4<u32>) -> vec4<u32> {
    let a = (x ^ (x >> vec4(16u))) * 0x21f0aaadu;
    let b = (a ^ (a >> vec4(15u))) * 0xd35a2d97u;
    return b ^ (b >> vec4(15u));
}

// The upper half of the product.
fn high(a: vec4<u32>, b: u32) -> vec4<u32> {
    let half = vec4(0xffffu);
    let over = vec4(16u);
    let middle = (a >> over) * (b & 0xffffu) + (((a & half) * (b & 0xffffu)) >> over);
    let cross = (a & half) * (b >> 16u) + (middle & half);
    return (a >> over) * (b >> 16u) + (middle >> over) + (cross >> over);
}

@compute @workgroup_size(WIDTH)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    for (var turn = 0u; turn < TURNS; turn++) {
        let vector = (group.x * TURNS + turn) * WIDTH + lane;
        if (4u * vector < hashed.words) {
            let at = 4u * vector + vec4(0u, 1u, 2u, 3u);
            let hash = scatter(scatter(at ^ vec4(hashed.keys.x)) + vec4(hashed.keys.y));
            let whole = bitcast<vec4<i32>>(high(hash, hashed.count)) + vec4(hashed.first);
            let words = select(bitcast<vec4<u32>>(whole), bitcast<vec4<u32>>(vec4<f32>(whole) * hashed.step), hashed.floats == 1u);
            let third = at % vec4(3u);
            let behind = select(select(vec4(behind_2), vec4(behind_1), third == vec4(1u)), vec4(behind_0), third == vec4(0u));
            filled[vector] = select(behind, words, at < vec4(hashed.words));
        }
    }
}
