//! Cooperative matrices: every size, type, layout, memory and distance between rows, against products that are computed here; and what
//! is refused by name.

use super::harness::{Case, Ran};
use crate::Target;
use crate::machine::{Machine, Offers};
use half::f16;

/// One program: `d = a * b + c`.
#[derive(Debug, Clone, Copy)]
struct Multiply {
    side: usize,
    factors: &'static str,
    sum: &'static str,
    /// Whether each of a, b, and c and d lies row by row.
    by_rows: [bool; 3],
    in_workgroup: bool,
    /// Elements from one row to the next.
    stride: usize,
    /// Components of the vectors that pointers lead to.
    components: usize,
    width: u32,
}

/// All of them, for one width.
fn programs(width: u32) -> Vec<Multiply> {
    let types = [("f16", "f16"), ("f16", "f32"), ("f32", "f32")];
    let mut all = Vec::new();
    for (at, (side, (factors, sum))) in
        [8, 16].into_iter().flat_map(|side| types.map(|types| (side, types))).enumerate()
    {
        for layout in 0..8 {
            let by_rows = [0, 1, 2].map(|operand| layout >> operand & 1 == 1);
            for in_workgroup in [false, true] {
                // Rows that follow each other, and rows with a gap; scalars, and vectors of two and of four.
                let stride = side + 8 * ((at + layout) % 3);
                let components = 1 << ((at + layout / 2) % 3);
                all.push(Multiply { side, factors, sum, by_rows, in_workgroup, stride, components, width });
            }
        }
    }
    all
}

/// Values that f16 has, of both signs and some of many bits.
fn values(len: usize, seed: u32) -> Vec<f32> {
    let mut state = seed;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f16::from_f32((state >> 8) as f32 / 4_194_304.0 - 2.0).to_f32()
    };
    (0..len).map(next).collect()
}

fn bytes(kind: &str, values: &[f32]) -> Vec<u8> {
    match kind {
        "f16" => values.iter().flat_map(|value| f16::from_f32(*value).to_le_bytes()).collect(),
        _ => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
    }
}

fn floats(kind: &str, bytes: &[u8]) -> Vec<f32> {
    match kind {
        "f16" => bytes.chunks(2).map(|half| f16::from_le_bytes([half[0], half[1]]).to_f32()).collect(),
        _ => bytes.chunks(4).map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect(),
    }
}

impl Multiply {
    fn len(&self) -> usize {
        self.side * self.stride
    }

    /// The place of an element of operand 0, 1 or 2.
    fn at(&self, operand: usize, row: usize, column: usize) -> usize {
        if self.by_rows[operand] { row * self.stride + column } else { column * self.stride + row }
    }

    fn source(&self) -> String {
        let Self { side, factors, sum, width, components, .. } = *self;
        let (len, stride) = (self.len() / components, self.stride / components);
        let of = |kind: &str| if components == 1 { kind.to_owned() } else { format!("vec{components}<{kind}>") };
        let (elements, sums) = (of(factors), of(sum));
        let [t_a, t_b, t_c] = self.by_rows.map(|by_rows| if by_rows { "T" } else { "" });
        let memory = if self.in_workgroup { "shared_" } else { "" };
        let (copies_in, copies_out) = match self.in_workgroup {
            true => (
                format!(
                    "for (var i = lane; i < {len}u; i += {width}u) {{ shared_a[i] = a[i]; shared_b[i] = b[i]; shared_c[i] = c[i]; \
                     shared_d[i] = {sums}(); }} workgroupBarrier();"
                ),
                format!("workgroupBarrier(); for (var i = lane; i < {len}u; i += {width}u) {{ d[i] = shared_d[i]; }}"),
            ),
            false => (String::new(), String::new()),
        };
        let shared = match self.in_workgroup {
            true => format!(
                "var<workgroup> shared_a: array<{elements}, {len}>; var<workgroup> shared_b: array<{elements}, {len}>; \
                 var<workgroup> shared_c: array<{sums}, {len}>; var<workgroup> shared_d: array<{sums}, {len}>;"
            ),
            false => String::new(),
        };
        format!(
            "enable f16; enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read> a: array<{elements}>; @group(0) @binding(1) var<storage, read> b: array<{elements}>;
@group(0) @binding(2) var<storage, read> c: array<{sums}>; @group(0) @binding(3) var<storage, read_write> d: array<{sums}>;
{shared}
@compute @workgroup_size({width}) fn main(@builtin(local_invocation_index) lane: u32) {{
    {copies_in}
    let x = coopLoad{t_a}<coop_mat{side}x{side}<{factors}, A>>(&{memory}a[0], {stride}u);
    let y = coopLoad{t_b}<coop_mat{side}x{side}<{factors}, B>>(&{memory}b[0], {stride}u);
    let z = coopLoad{t_c}<coop_mat{side}x{side}<{sum}, C>>(&{memory}c[0], {stride}u);
    coopStore{t_c}(coopMultiplyAdd(x, y, z), &{memory}d[0], {stride}u);
    {copies_out}
}}"
        )
    }

    /// From the addend on, in the order of k, in f32; of f16, rounded once more.
    fn expected(&self, [a, b, c]: &[Vec<f32>; 3]) -> Vec<f32> {
        let mut expected = vec![0.0; self.len()];
        for row in 0..self.side {
            for column in 0..self.side {
                let place = self.at(2, row, column);
                let products = (0..self.side).map(|k| a[self.at(0, row, k)] * b[self.at(1, k, column)]);
                let sum = products.fold(c[place], |sum, product| sum + product);
                expected[place] = if self.sum == "f16" { f16::from_f32(sum).to_f32() } else { sum };
            }
        }
        expected
    }

    fn run(&self) -> (Ran, Vec<f32>) {
        let operands = [1, 2, 3].map(|seed| values(self.len(), seed));
        let mut case = Case::new(&self.source()).width(self.width);
        let kinds = [self.factors, self.factors, self.sum];
        for (binding, (kind, operand)) in kinds.into_iter().zip(&operands).enumerate() {
            case.bindings.insert((0, binding as u32), bytes(kind, operand));
        }
        case.bindings.insert((0, 3), bytes(self.sum, &vec![0.0; self.len()]));
        (case.run().clean(), self.expected(&operands))
    }
}

#[test]
fn every_size_type_layout_and_memory_gives_the_product() {
    for width in [4, 32, 64, 128] {
        for program in programs(width) {
            let (ran, expected) = program.run();
            assert_eq!(floats(program.sum, &ran.bindings[&(0, 3)]), expected, "{program:?}");
            let counters = ran.counters();
            assert_eq!((counters.matrix_flop, counters.flop), (2 * (program.side as u64).pow(3), 0), "{program:?}");
            let requests = (counters.global_requests, counters.shared_requests);
            if !program.in_workgroup {
                assert_eq!(requests, (4, 0), "a tile is one request: {program:?}");
            }
        }
    }
}

/// A kernel on `a` and `b` of f16, and `d` of f32, of 16 x 16, whose body is `text`.
fn kernel(text: &str, width: u32) -> Case {
    let source = format!(
        "enable f16; enable wgpu_cooperative_matrix;
alias Left = coop_mat16x16<f16, A>; alias Right = coop_mat16x16<f16, B>; alias Sum = coop_mat16x16<f32, C>;
@group(0) @binding(0) var<storage, read> a: array<f16>; @group(0) @binding(1) var<storage, read> b: array<f16>;
@group(0) @binding(2) var<storage, read_write> d: array<f32>;
fn product(x: Left, y: Right, sum: Sum) -> Sum {{ return coopMultiplyAdd(x, y, sum); }}
@compute @workgroup_size({width}) fn main(@builtin(local_invocation_index) lane: u32) {{ {text} }}"
    );
    let mut case = Case::new(&source).width(width);
    for (binding, seed) in [(0, 5), (1, 6)] {
        case.bindings.insert((0, binding), bytes("f16", &values(256, seed)));
    }
    case.zeros(2, 1024)
}

/// What the bodies below use, on one line.
const HELPERS: &str = "struct Both { sum: Sum, left: Left } var<private> one: u32 = 1u; var<private> own: Sum; \
fn add_to(p: ptr<function, Sum>, x: Left, y: Right) { *p = coopMultiplyAdd(x, y, *p); } \
fn two(x: Left, y: Right) -> array<Sum, 2> { let p = product(x, y, Sum()); return array(p, p + p); }\n";

#[test]
fn fragments_are_values_like_any_other() {
    let factors = [5, 6].map(|seed| values(256, seed));
    let product = |row: usize, column: usize| {
        (0..16).fold(0.0, |sum: f32, k| sum + factors[0][row * 16 + k] * factors[1][k * 16 + column])
    };
    let load = "let x = coopLoadT<Left>(&a[0]); let y = coopLoadT<Right>(&b[0]);";
    let bodies = [
        ("sums, differences and products with scalars", "let p = product(x, y, Sum()); let q = (p + p) * 0.25 - 2.0 * p;", -1.5),
        ("a function, and a variable in a loop", "var q = Sum(); for (var i = 0u; i < 3u; i++) { q += product(x, y, Sum()); }", 3.0),
        (
            "an array of them, by a constant and by a variable",
            "var all = array<Sum, 3>(); all[1] = product(x, y, all[0]); for (var i = 0u; i < 2u; i++) { all[2] += all[i]; }
             let q = all[2] + all[1];",
            2.0,
        ),
        (
            "what a variable held before it changed",
            "var s = Sum(); let before = s; s = product(x, y, s); let after = s; s = s + s; let q = after - before;",
            1.0,
        ),
        (
            "two that change places",
            "var p = product(x, y, Sum()); var q = Sum(); for (var i = 0u; i < 3u; i++) { let t = p; p = q; q = t; }",
            1.0,
        ),
        ("sums of sums", "let q = product(x, y, product(x, y, product(x, y, Sum())));", 3.0),
        ("a pointer", "var q = Sum(); add_to(&q, x, y); add_to(&q, x, y);", 2.0),
        ("a private variable", "own = product(x, y, own); own = own * 2.0; let q = own;", 2.0),
        ("an array that a function returns", "let q = two(x, y)[1];", 2.0),
        (
            "an array of arrays",
            "var all: array<array<Sum, 2>, 2>; for (var i = 0u; i < 4u; i++) { all[i / 2u][i % 2u] = product(x, y, Sum()) * f32(i); }
             let q = all[1][one] - all[0][one];",
            2.0,
        ),
        (
            "branches and loops that are left",
            "var q = Sum(); var i = 0u; loop { if i >= 4u { break; } if i == one { continue; }
             switch i { case 0u, 2u: { q = product(x, y, q); } default: { q = q + Sum(); } } continuing { i++; } }",
            2.0,
        ),
        ("a struct", "var s = Both(Sum(), x); s.sum = product(s.left, y, s.sum); let q = s.sum;", 1.0),
    ];
    for width in [32, 64] {
        for (name, body, times) in bodies {
            let mut case = kernel(&format!("{load} {body} coopStoreT(q, &d[0]);"), width);
            case.source.insert_str(case.source.find("fn product").unwrap(), HELPERS);
            let ran = case.run().clean();
            for (at, value) in ran.f32s(2).into_iter().enumerate() {
                let expected = times * product(at / 16, at % 16);
                assert!((value - expected).abs() <= 1e-5 * 40.0, "{name}: {at}: {value} {expected}");
            }
        }
    }
}

#[test]
fn a_tile_counts_its_sectors_and_its_wavefronts_as_a_whole() {
    // 16 rows of 32 bytes: of whole sectors, and 4 bytes apart from one bank to the next.
    let ran = kernel("let x = coopLoadT<Left>(&a[0]); let y = coopLoadT<Right>(&b[0]); coopStoreT(coopMultiplyAdd(x, y, Sum()), &d[0]);", 32).run();
    let counters = ran.counters();
    assert_eq!(
        (counters.global_requests, counters.global_sectors, counters.global_sectors_ideal),
        (3, 16 + 16 + 32, 64)
    );
    assert_eq!(counters.global_bytes, 512 + 512 + 1024);
    let shared = |stride: usize| {
        let text = format!(
            "for (var i = lane; i < {}u; i += 32u) {{ tile[i] = a[i % 256u]; }} workgroupBarrier();
             let x = coopLoadT<Left>(&tile[0], {stride}u); let y = coopLoadT<Right>(&b[0]);
             coopStoreT(coopMultiplyAdd(x, y, Sum()), &d[0]);",
            stride * 16
        );
        let mut case = kernel(&text, 32);
        case.source += &format!("var<workgroup> tile: array<f16, {}>;", stride * 16);
        let line = case.source.lines().position(|line| line.contains("&tile[0]")).unwrap() as u32 + 1;
        let line = case.run().clean().line(line);
        (line.shared_requests, line.shared_wavefronts, line.shared_wavefronts_ideal)
    };
    // 128 words: rows without a gap lie in 4 x 32 banks; rows of 64 bytes in two of four groups of banks; a pad spreads them.
    assert_eq!(shared(16), (1, Some(4), Some(4)));
    assert_eq!(shared(32), (1, Some(8), Some(4)));
    assert_eq!(shared(40), (1, Some(4), Some(4)));
}

#[test]
fn what_is_not_there_is_refused_by_name() {
    let refused = |text: &str, offers: Offers| {
        let case = kernel(text, 32);
        let module = naga::front::wgsl::parse_str(&case.source)
            .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&case.source)));
        let flags = naga::valid::ValidationFlags::all();
        let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::all());
        let info = validator.validate(&module).unwrap_or_else(|error| panic!("{}", error.emit_to_string(&case.source)));
        let target = Target { offers, ..case.target };
        crate::lower::lower(&module, &info, &case.source, "main", &target).expect_err(text)
    };
    let load = "let x = coopLoadT<Left>(&a[0]); let y = coopLoadT<Right>(&b[0]);";
    let small = "let small = coopLoadT<coop_mat8x8<f16, B>>(&b[0]);";
    for (text, what) in [
        (
            format!("{load} {small} coopStoreT(coopMultiplyAdd(x, small, Sum()), &d[0]);"),
            "16x16 f16 and 8x8 f16 with sums of 16x16 f32",
        ),
        (
            format!(
                "{load} let z = coopLoadT<coop_mat16x16<f32, B>>(&d[0]); coopStoreT(coopMultiplyAdd(x, z, Sum()), &d[0]);"
            ),
            "16x16 f16 and 16x16 f32",
        ),
        (
            "var own: array<f16, 256>; let x = coopLoadT<Left>(&own[0]); coopStoreT(Sum(), &d[0]);".to_owned(),
            "private variables",
        ),
        ("let q = Sum(); coopStoreT(q, &d[0], arrayLength(&d) / 16u);".to_owned(), "naga computes only behind it"),
        ("let q = coopLoadT<Sum>(&d[0], vec2(16u)); coopStoreT(q, &d[0]);".to_owned(), "that is no 32-bit integer"),
    ] {
        let refused = refused(&text, Offers::ALL);
        assert!(refused.what.contains(what) && refused.line == 6, "{refused}");
    }
    let product = format!("{load} coopStoreT(coopMultiplyAdd(x, y, Sum()), &d[0]);");
    let singles = "let x = coopLoadT<coop_mat16x16<f32, A>>(&d[0]);";
    for (machine, text, what) in [
        (
            "xe-hpg",
            &*product,
            "16x16 f16 as A, which this machine does not offer: it offers none of as many rows as columns",
        ),
        (
            "apple-m2",
            &product,
            "it offers 8x8 f16 with sums in f16, 8x8 f16 with sums in f32, 8x8 f32 with sums in f32",
        ),
        ("mali-g715", &product, "which ones this machine offers is not known"),
        (
            "hopper-9.0",
            singles,
            "16x16 f32 as A, which this machine does not offer: it offers 16x16 f16 with sums in f16, 16x16",
        ),
    ] {
        let refused = refused(text, Machine::builtin(machine).expect("built in").target().offers);
        assert!(refused.what.contains(what), "{refused}");
    }
}
