// A step of n bodies that attract each other: an invocation has one and walks over all.

override n = 32768u;

const SIZE = 1024u;

struct Body {
    now: vec3f,
    next: vec3f,
    velocity: vec3f,
    pull: vec4f, // the acceleration, and the mass
}

@group(0) @binding(0) var<storage, read_write> bodies: array<Body>;
@group(0) @binding(1) var<uniform> settings: vec2f; // G and the step

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= n {
        return;
    }
    let here = bodies[id.x].now;
    var sum = vec3f();
    for (var j = 0u; j < n; j++) {
        let d = bodies[j].now - here;
        let inverse = inverseSqrt(dot(d, d) + 1.0e-5);
        let scale = bodies[j].pull.w * (inverse * inverse * inverse);
        if id.x != j {
            sum += d * scale;
        }
    }
    let mass = bodies[id.x].pull.w;
    bodies[id.x].pull = vec4f(sum, mass);
    bodies[id.x].velocity += sum * (mass * settings.x * settings.y);
    bodies[id.x].next = here + bodies[id.x].velocity * settings.y;
}
