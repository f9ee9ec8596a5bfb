//! Robust access: an index out of bounds reads something of the same variable, or zero, and writes nothing else.

use super::run;

/// In every element of what is indexed.
const INSIDE: u32 = 7;
/// Around it.
const OUTSIDE: u32 = 0xBAD;

/// A declaration of `v` with guards on both sides, and what makes its elements `INSIDE`.
struct Memory {
    name: &'static str,
    global: &'static str,
    local: &'static str,
    writable: bool,
}

const MEMORIES: [Memory; 5] = [
    Memory {
        name: "storage",
        global: "@group(0) @binding(0) var<storage, read_write> g: Guarded;",
        local: "",
        writable: true,
    },
    Memory { name: "uniform", global: "@group(0) @binding(0) var<uniform> g: Guarded;", local: "", writable: false },
    Memory {
        name: "workgroup",
        global: "var<workgroup> g: Guarded; @group(0) @binding(0) var<storage> given: Guarded;",
        local: "g = given;",
        writable: true,
    },
    Memory {
        name: "private",
        global: "var<private> g: Guarded; @group(0) @binding(0) var<storage> given: Guarded;",
        local: "g = given;",
        writable: true,
    },
    Memory {
        name: "function",
        global: "@group(0) @binding(0) var<storage> given: Guarded;",
        local: "var g = given;",
        writable: true,
    },
];

/// A type of 8 words, and an element of it that `i` chooses.
const CONTAINERS: [(&str, &str, &str); 4] = [
    ("array<vec4<u32>, 2>", "g.v[i].x", "g.v[1].w"),
    ("array<vec4<u32>, 2>", "g.v[1][i]", "g.v[0].x"),
    ("mat2x4<f32>", "g.v[i].y", "g.v[1].w"),
    ("mat2x4<f32>", "g.v[1][i]", "g.v[0].x"),
];

const INDICES: [u32; 6] = [4, 5, 1000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

fn source(memory: &Memory, (container, chosen, last): (&str, &str, &str)) -> String {
    let (Memory { global, local, .. }, write) = (
        memory,
        if memory.writable {
            format!("{chosen} = {}(7);", if container.starts_with("mat") { "f32" } else { "u32" })
        } else {
            String::new()
        },
    );
    format!(
        "struct Guarded {{ before: vec4<u32>, v: {container}, after: vec4<u32> }}
{global}
@group(0) @binding(1) var<storage> indices: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn main() {{
  {local}
  for (var k = 0u; k < arrayLength(&indices); k++) {{
    let i = indices[k];
    out[k * 4u] = u32({chosen});
    {write}
    out[k * 4u + 1u] = g.before.w;
    out[k * 4u + 2u] = g.after.x;
    out[k * 4u + 3u] = u32({last});
  }}
}}"
    )
}

#[test]
fn an_index_out_of_bounds_stays_within_its_variable() {
    for memory in &MEMORIES {
        for (k, container) in CONTAINERS.into_iter().enumerate() {
            let inside = if container.0.starts_with("mat") { 7f32.to_bits() } else { INSIDE };
            let words = [[OUTSIDE; 4], [inside; 4], [inside; 4], [OUTSIDE; 4]].concat();
            let given: Vec<u8> = bytemuck::cast_slice(&words).to_vec();
            let indices = bytemuck::cast_slice(&INDICES).to_vec();
            let out = vec![0; INDICES.len() * 16];
            let text = source(memory, container);
            let name = format!("bounds-{}-{k}", memory.name);
            let buffers = run(&name, &text, 1, vec![given.clone(), indices, out], "out-of-bounds");
            assert_eq!(buffers[0], given, "{text}");
            let got: Vec<u32> = bytemuck::pod_collect_to_vec(&buffers[2]);
            for (at, got) in got.chunks(4).enumerate() {
                let index = INDICES[at];
                assert!(matches!(got[0], 0 | INSIDE), "[{index}] read {}\n{text}", got[0]);
                assert_eq!(got[1..], [OUTSIDE, OUTSIDE, INSIDE], "[{index}]\n{text}");
            }
        }
    }
}

#[test]
fn memory_that_nobody_initialised_is_zero() {
    // None of them has padding, which a store leaves as it is.
    let types = [("u32", 4), ("vec4<f32>", 16), ("mat3x2<f32>", 24), ("array<vec2<i32>, 5>", 40), ("Pair", 32)];
    for (k, (ty, size)) in types.into_iter().enumerate() {
        let source = format!(
            "struct Pair {{ a: array<u32, 4>, b: vec4<f32> }}
struct Whole {{ v: {ty} }}
var<private> p: Whole;
var<workgroup> s: Whole;
@group(0) @binding(0) var<storage, read_write> out: array<Whole>;
fn dirty() -> u32 {{ var x: array<u32, 64>; for (var i = 0u; i < 64u; i++) {{ x[i] = ~i; }} return x[63] + 64u; }}
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) w: vec3<u32>) {{
  let first = 3u * w.x + dirty();
  var f: Whole;
  out[first] = p;
  out[first + 1u] = s;
  out[first + 2u] = f;
}}"
        );
        let dirty = vec![vec![0xEE; 3 * 3 * size]];
        let out = run(&format!("zero-{k}"), &source, 3, dirty, "");
        assert!(out[0].iter().all(|byte| *byte == 0), "{source}");
    }
}
