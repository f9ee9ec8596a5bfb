//! Counters with known closed forms.

use super::harness::{Case, Ran};

/// One subgroup (of 32, in a workgroup of 32) that accesses what `index` says.
fn global(element: &str, index: &str, elements: usize) -> Ran {
    let enable = if element.contains("f16") { "enable f16; " } else { "" };
    let source = format!(
        "{enable}@group(0) @binding(0) var<storage, read> data: array<{element}>;
        @group(0) @binding(1) var<storage, read_write> out: array<{element}>;
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
            let x = data[{index}];
            out[i] = x;
        }}"
    );
    let bytes = elements * 16;
    Case::new(&source).zeros(0, bytes).zeros(1, 32 * 16).run().clean()
}

#[test]
fn strided_reads_touch_one_sector_a_lane_from_32_bytes_on() {
    for (stride, sectors) in [(1, 4), (2, 8), (4, 16), (8, 32), (16, 32), (32, 32)] {
        let line = global("f32", &format!("i * {stride}u"), 1024).line(4);
        assert_eq!(line.global_sectors, sectors, "stride {stride}");
        assert_eq!((line.global_requests, line.global_sectors_ideal, line.global_bytes), (1, 4, 128));
    }
}

#[test]
fn offsets_touch_one_sector_more() {
    for (offset, sectors) in [(0, 4), (1, 5), (7, 5), (8, 4), (9, 5)] {
        assert_eq!(global("f32", &format!("i + {offset}u"), 1024).line(4).global_sectors, sectors, "offset {offset}");
    }
}

#[test]
fn broadcasts_permutations_and_reversals_touch_what_they_cover() {
    for (index, sectors, ideal) in [
        ("7u", 1, 1),
        ("31u - i", 4, 4),
        ("(i * 5u) % 32u", 4, 4),
        ("i / 4u", 1, 1),
        ("(i % 2u) * 64u", 2, 1),
        ("i % 16u", 2, 2),
    ] {
        let line = global("f32", index, 1024).line(4);
        assert_eq!((line.global_sectors, line.global_sectors_ideal), (sectors, ideal), "{index}");
    }
}

#[test]
fn wide_accesses_touch_eight_and_sixteen_sectors() {
    for (element, sectors, bytes) in
        [("vec2<f32>", 8, 256), ("vec4<f32>", 16, 512), ("u64", 8, 256), ("vec4<u32>", 16, 512)]
    {
        let line = global(element, "i", 1024).line(4);
        assert_eq!((line.global_requests, line.global_sectors, line.global_bytes), (1, sectors, bytes), "{element}");
    }
    // Three words of every sixteen bytes.
    let line = global("vec3<f32>", "i", 1024).line(4);
    assert_eq!((line.global_sectors, line.global_sectors_ideal, line.global_bytes), (16, 12, 384));
}

#[test]
fn half_precision_packs_two_lanes_a_word() {
    let line = global("f16", "i", 1024).line(4);
    assert_eq!((line.global_sectors, line.global_bytes), (2, 64));
    assert_eq!(global("vec4<f16>", "i", 1024).line(4).global_sectors, 8);
}

#[test]
fn structs_are_read_member_by_member() {
    let source = "struct P { x: f32, y: f32, z: f32, w: f32 }
@group(0) @binding(0) var<storage, read> data: array<P>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    let x = data[i].x;
    let p = data[i];
    out[i] = x + p.y;
}";
    let ran = Case::new(source).zeros(0, 512).zeros(1, 128).run().clean();
    let one = ran.line(5);
    assert_eq!((one.global_requests, one.global_sectors, one.global_sectors_ideal), (1, 16, 4));
    assert_eq!(ran.line(6).global_requests, 4);
}

/// One subgroup that reads workgroup memory at `index`, after filling it.
fn shared(element: &str, len: u32, index: &str, width: u32) -> (u64, u64) {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<{element}>;
        var<workgroup> tile: array<{element}, {len}>;
        @compute @workgroup_size({width}) fn main(@builtin(local_invocation_index) i: u32) {{
            out[i] = tile[{index}];
        }}"
    );
    let case = Case::new(&source).zeros(0, 64 * 16).width(width).option(|o| o.uninitialized = false);
    let line = case.run().clean().line(4);
    assert_eq!(line.shared_requests, 1);
    let known = line.shared_wavefronts.zip(line.shared_wavefronts_ideal);
    known.expect("the banks are known")
}

#[test]
fn bank_conflicts_have_the_degree_of_the_stride() {
    for (stride, degree) in [(1, 1), (2, 2), (3, 1), (4, 4), (8, 8), (16, 16), (32, 32), (33, 1), (31, 1), (6, 2)] {
        assert_eq!(shared("f32", 1100, &format!("i * {stride}u"), 32), (degree, 1), "stride {stride}");
    }
}

#[test]
fn the_same_word_broadcasts() {
    for index in ["0u", "i / 32u", "i % 2u", "i / 2u", "i & 16u", "(i % 4u) * 33u"] {
        assert_eq!(shared("f32", 1100, index, 32), (1, 1), "{index}");
    }
    // Two words of one bank.
    assert_eq!(shared("f32", 1100, "(i % 2u) * 32u", 32), (2, 1));
}

#[test]
fn wide_shared_accesses_take_two_and_four_passes() {
    assert_eq!(shared("vec2<f32>", 64, "i", 32), (2, 2));
    assert_eq!(shared("vec4<f32>", 64, "i", 32), (4, 4));
    assert_eq!(shared("vec2<f32>", 1100, "i * 16u", 32), (32, 2));
    assert_eq!(shared("vec4<f32>", 64, "0u", 32), (4, 4));
}

#[test]
fn sixty_four_lanes_need_two_wavefronts_of_32_banks() {
    assert_eq!(shared("f32", 64, "i", 64), (2, 2));
}

/// A 32 x 32 transpose through a tile whose rows are `pitch` long, by 32 x 8 invocations.
fn transpose(pitch: u32) -> Ran {
    let source = format!(
        "@group(0) @binding(0) var<storage, read> a: array<f32>;
        @group(0) @binding(1) var<storage, read_write> out: array<f32>;
        var<workgroup> tile: array<f32, {}>;
        @compute @workgroup_size(32, 8) fn main(@builtin(local_invocation_id) l: vec3<u32>, @builtin(workgroup_id) w: vec3<u32>) {{
            for (var r = l.y; r < 32u; r += 8u) {{
                tile[r * {pitch}u + l.x] = a[(w.y * 32u + r) * 64u + w.x * 32u + l.x];
            }}
            workgroupBarrier();
            for (var r = l.y; r < 32u; r += 8u) {{
                out[(w.x * 32u + r) * 64u + w.y * 32u + l.x] = tile[l.x * {pitch}u + r];
            }}
        }}",
        32 * pitch
    );
    let a: Vec<f32> = (0..4096).map(|i| i as f32).collect();
    let ran = Case::new(&source).groups([2, 2, 1]).f32s(0, &a).zeros(1, 4096 * 4).run().clean();
    let expected: Vec<f32> = (0..4096).map(|i| a[i % 64 * 64 + i / 64]).collect();
    assert_eq!(ran.f32s(1), expected);
    ran
}

#[test]
fn padding_removes_the_conflicts_of_a_transpose() {
    // 4 workgroups of 32 rows: one request a row and direction.
    let (plain, padded) = (transpose(32), transpose(33));
    assert_eq!(plain.counters().shared_requests, 2 * 128);
    assert_eq!(plain.counters().shared_wavefronts, Some(128 + 128 * 32));
    assert_eq!(padded.counters().shared_wavefronts, Some(2 * 128));
    for ran in [plain, padded] {
        let c = ran.counters();
        assert_eq!((c.global_requests, c.global_sectors, c.global_sectors_ideal), (256, 1024, 1024));
        assert_eq!(c.shared_wavefronts_ideal, Some(256));
        assert_eq!(c.barriers, 4 * 8);
    }
}

#[test]
fn a_naive_transpose_writes_a_sector_a_lane() {
    let source = "@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(32, 8) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    out[g.x * 64u + g.y] = a[g.y * 64u + g.x];
}";
    let ran = Case::new(source).groups([2, 8, 1]).zeros(0, 4096 * 4).zeros(1, 4096 * 4).run().clean();
    let c = ran.counters();
    assert_eq!(c.global_requests, 2 * 128);
    assert_eq!(c.global_sectors, 128 * (4 + 32));
    assert_eq!(c.global_sectors_ideal, 128 * 8);
}
