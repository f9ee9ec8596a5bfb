// Exercise 1: springs of eight kinds. The even kinds swing for ever, the odd ones are damped; each has a rate.
//
// The kinds are mixed at random, so that the 32 invocations of a subgroup meet nearly all of them. A subgroup has one
// instruction stream: it runs the cases one after the other, each with the invocations of the other kinds
// switched off.
//
// The kernel is right, and slow. Do the cases differ in what they do, or only in the numbers that they do it with?
struct Params {
    // Elements.
    n: u32,
    // Steps of every element.
    steps: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> starts: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> rates: array<f32>; // one for each kind
@group(0) @binding(3) var<storage, read> kinds: array<u32>; // 0 to 7, one for each element
@group(0) @binding(4) var<storage, read_write> ends: array<vec4<f32>>;

// What a damped spring keeps of its speed in each step.
const KEEP: f32 = 0.99;

const WORKGROUP: u32 = 128u;
// Elements of a workgroup. The launch is computed from it.
const COVER: u32 = WORKGROUP;

fn swing(start: vec4<f32>, rate: f32) -> vec4<f32> {
    var place = start;
    var speed = start.yzwx;
    for (var step = 0u; step < params.steps; step++) {
        speed = fma(vec4(-rate), place, speed);
        place = fma(vec4(rate), speed, place);
    }
    return place;
}

fn damped(start: vec4<f32>, rate: f32) -> vec4<f32> {
    var place = start;
    var speed = start.yzwx;
    for (var step = 0u; step < params.steps; step++) {
        speed = fma(vec4(-rate), place, KEEP * speed);
        place = fma(vec4(rate), speed, place);
    }
    return place;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * COVER + local; // A launch may have rows: global_invocation_id.x begins anew in each.
    if (i >= params.n) {
        return;
    }
    // TODO: eight ways through this switch. Make it one.
    switch (kinds[i]) {
        case 0u: { ends[i] = swing(starts[i], rates[0]); }
        case 1u: { ends[i] = damped(starts[i], rates[1]); }
        case 2u: { ends[i] = swing(starts[i], rates[2]); }
        case 3u: { ends[i] = damped(starts[i], rates[3]); }
        case 4u: { ends[i] = swing(starts[i], rates[4]); }
        case 5u: { ends[i] = damped(starts[i], rates[5]); }
        case 6u: { ends[i] = swing(starts[i], rates[6]); }
        default: { ends[i] = damped(starts[i], rates[7]); }
    }
}
