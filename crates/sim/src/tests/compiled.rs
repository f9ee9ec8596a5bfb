//! What estimates take a compiler to make of a kernel.

use super::harness::Case;
use crate::compile::{Compiled, Cost};
use crate::machine::Machine;

fn compiled(machine: &str, body: &str) -> Compiled {
    let half = if body.contains("f16") { "enable f16;" } else { "" };
    let source = format!(
        "{half} @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {{ var x = out[i]; {body} out[i] = x; }}"
    );
    let target = Machine::builtin(machine).expect("it is built in").target();
    let case = Case { target, ..Case::new(&source) };
    case.compiled()
}

fn instructions(machine: &str, body: &str) -> u64 {
    sum(machine, body, |cost| cost.issued).into()
}

fn sum(machine: &str, body: &str, of: fn(&Cost) -> u32) -> u32 {
    compiled(machine, body).instructions.iter().map(|(_, cost)| of(cost)).sum()
}

/// The same of instructions that moved before the loop or the branch that they stood in.
fn moved(machine: &str, body: &str, of: fn(&Cost) -> u32) -> u32 {
    let compiled = compiled(machine, body);
    compiled.instructions.iter().filter(|(instruction, _)| instruction.moved.is_some()).map(|(_, cost)| of(cost)).sum()
}

fn special(cost: &Cost) -> u32 {
    cost.special
}

/// How many more instructions the first body has.
fn more(machine: &str, body: &str, than: &str) -> i64 {
    instructions(machine, body) as i64 - instructions(machine, than) as i64
}

#[test]
fn what_is_computed_already_is_not_computed_again() {
    let [twice, once] = ["x = exp(x) + 2.0 * exp(x);", "let e = exp(x); x = e + 2.0 * e;"];
    assert_eq!(more("ampere-8.6", twice, once), 0);
    assert_eq!(sum("ampere-8.6", twice, special), 1);
    // A value of its own, and one that only some lanes have.
    assert_eq!(sum("ampere-8.6", "x = exp(x); x = exp(x);", special), 2);
    assert_eq!(sum("ampere-8.6", "if i < 7u { x = exp(x) + 1.0; } x = exp(x);", special), 2);
}

#[test]
fn a_product_and_its_sum_in_f16_are_a_multiply_add_alone_and_two_at_a_time() {
    for machine in ["ampere-8.6", "rdna3", "apple-m2", "xe-hpg"] {
        for [start, end] in [["f16(x)", "f32(h)"], ["vec2<f16>(f16(x))", "f32(h.x) + f32(h.y)"]] {
            let of = |step: &str| {
                format!("var h = {start}; for (var k = 0u; k < group.x; k++) {{ h = {step}; }} x = {end};")
            };
            assert_eq!(more(machine, &of("h * h + h"), &of("fma(h, h, h)")), 0, "{machine}: {start}");
        }
    }
}

#[test]
fn a_product_and_its_sum_are_a_multiply_add() {
    for machine in ["ampere-8.6", "rdna3"] {
        assert_eq!(more(machine, "x = x * x + 1.0;", "x = fma(x, x, 1.0);"), 0);
        assert_eq!(more(machine, "x = 1.0 - x * x;", "x = fma(x, x, 1.0);"), 0);
        // The sign is part of the sum.
        assert_eq!(more(machine, "x = -x + 1.0;", "x = x + 1.0;"), 0);
        // A product that something else needs too stays.
        assert_eq!(more(machine, "let p = x * x; x = (p + 1.0) * p;", "x = fma(x, x, 1.0);"), 2);
        // Of integers: the address is as long with a sum as with a product alone.
        let [sum, product] = ["x = f32(i * group.x + group.y);", "x = f32(i * group.x);"];
        assert_eq!(more(machine, sum, product), 0);
        // Of four bytes at a time.
        let bytes = "dot4I8Packed(i * i, bitcast<u32>(x))";
        let [sum, product] = [format!("x = f32({bytes} + i32(i));"), format!("x = f32({bytes});")];
        assert_eq!(more(machine, &sum, &product), 0);
    }
}

#[test]
fn what_grows_by_a_literal_in_each_pass_is_a_distance_as_what_is_computed_from_the_counter() {
    let grows = "var at = i; for (var k = 0u; k < 64u; k++) { x += out[at]; at += 32u; }";
    let counted = "for (var k = 0u; k < 64u; k++) { x += out[i + k * 32u]; }";
    assert_eq!(more("ampere-8.6", grows, counted), 0);
    assert_eq!(waits("ampere-8.6", grows), waits("ampere-8.6", counted));
    // The next load's address is known before this one's value, but not beforehand; and a load that needs the last one's.
    let random = "var at = i; for (var k = 0u; k < 64u; k++) { x += out[at]; at = at * 5u + 1u; }";
    let chase = "var at = i; for (var k = 0u; k < 64u; k++) { at = bitcast<u32>(out[at]); x += f32(at); }";
    assert!(more("ampere-8.6", random, counted) > 0);
    assert_eq!([random, chase].map(|body| waits("ampere-8.6", body) > 0), [true, false]);
}

/// Waits of the loops that are laid out, in whose place those of their loads stand where none is.
fn waits(machine: &str, body: &str) -> u32 {
    compiled(machine, body).tables.segments.iter().map(|segment| segment.global_waits).sum()
}

#[test]
fn integers_of_64_bits_take_several_instructions() {
    let of = |operator: &str, kind: &str| format!("var v = {kind}(i); v = v {operator} {kind}(group.x); x = f32(v);");
    let [sums, products] = ["+", "*"].map(|op| more("ampere-8.6", &of(op, "u64"), &of(op, "u32")));
    assert!(sums >= 1 && products >= sums + 4, "{sums} {products}");
    let bits = more("ampere-8.6", &of("^", "u64"), &of("^", "u32"));
    assert_eq!(bits, sums);
}

#[test]
fn a_division_costs_what_its_divisor_and_sign_make_of_it() {
    let of = |op: &str, kind: &str| format!("x = bitcast<f32>({kind}(i) {op});");
    let cost = |op: &str, kind: &str| more("rdna3", &of(op, kind), &of("", kind));
    assert_eq!(["/ 4", "% 4", "/ 10", "% 10"].map(|op| cost(op, "u32")), [1, 1, 4, 6]);
    assert_eq!(["/ 4", "% 4", "/ 10", "% 10"].map(|op| cost(op, "i32")), [4, 5, 4, 6]);
    let slow = |body: &str| sum("rdna3", body, |cost| cost.multiplies);
    assert_eq!(["/ 4", "/ 10", "% 10", "* 10", "* 747796405"].map(|op| slow(&of(op, "u32"))), [0, 1, 2, 0, 1]);
}

/// Eight, and what has eight as its low word: the second is no shift. The third has a low word of zero, and is one.
#[test]
fn a_division_of_64_bits_looks_at_both_words_of_its_divisor() {
    let cost = |divisor: &str| {
        let of = |op: &str| format!("x = f32(u64(i) {op});");
        more("rdna3", &of(divisor), &of(""))
    };
    let [eight, low_word_of_eight, power] = ["/ 8lu", "/ 0x100000008lu", "/ 0x10000000000lu"].map(cost);
    assert_eq!(power, eight);
    assert!(low_word_of_eight > eight, "{low_word_of_eight} {eight}");
}

#[test]
fn subgroups_fold_in_steps_of_a_shuffle_and_an_operation_or_of_one_that_does_both() {
    let [fold, none] = ["x = subgroupAdd(x);", ""];
    // On rdna3 ten that take the lanes' time, and the turn at issue in which it is read.
    assert_eq!((more("ampere-8.6", fold, none), more("rdna3", fold, none)), (10, 11));
    let shuffles = |machine| sum(machine, fold, |cost| cost.shuffles);
    assert_eq!((shuffles("ampere-8.6"), shuffles("rdna3")), (5, 0));
}

#[test]
fn rounding_and_reversing_are_conversions() {
    let conversions = |body: &str| sum("ampere-8.6", body, |cost| cost.conversions);
    assert_eq!(
        ["x = floor(x);", "x = x % 3.0;", "x = f32(reverseBits(i));", "x = x + 3.0;"].map(conversions),
        [1, 1, 1, 0]
    );
    // Where the lanes of integers do not make floats of them.
    assert_eq!(sum("ampere-8.0", "x = f32(reverseBits(i));", |cost| cost.conversions), 2);
}

#[test]
fn bits_are_counted_from_the_lowest_by_reversing_them_where_no_instruction_does_so() {
    let of = |machine: &str, count: &str| {
        let body = format!("x = bitcast<f32>({count}(i ^ bitcast<u32>(x)));");
        sum(machine, &body, |cost| cost.conversions)
    };
    let counts = ["countTrailingZeros", "firstTrailingBit", "countLeadingZeros", "countOneBits"];
    assert_eq!(counts.map(|count| of("ampere-8.6", count)), [2, 2, 1, 1]);
    assert_eq!(counts.map(|count| of("rdna3", count)), [1; 4]);
    let [last, first] = ["countTrailingZeros", "countLeadingZeros"].map(|count| format!("x = f32({count}(i));"));
    assert_eq!(["ampere-8.6", "rdna3"].map(|machine| more(machine, &last, &first)), [1, 0]);
}

#[test]
fn loops_of_many_passes_are_not_laid_out_by_compilers_with_a_limit() {
    // The branch stays: the scalar unit counts and compares.
    let cost = |machine: &str, passes: u32| {
        more(
            machine,
            &format!("for (var k = 0u; k < {passes}u; k++) {{ x = fma(x, 0.5, 1.0); }}"),
            "x = fma(x, 0.5, 1.0);",
        )
    };
    assert_eq!([16, 32, 33, 1000].map(|passes| cost("rdna3", passes)), [0, 0, 1, 1]);
    assert_eq!([32, 1000].map(|passes| cost("ampere-8.6", passes)), [0, 0]);
    // Loads whose addresses are known then are under way together.
    let loads = |passes: u32| {
        let body = format!("for (var k = 0u; k < {passes}u; k++) {{ x += out[k * 64u + i]; }}");
        waits("rdna3", &body)
    };
    assert_eq!([128, 129].map(|passes| loads(passes) > 0), [true, false]);
}

#[test]
fn what_is_alike_in_all_lanes_is_for_the_scalar_unit() {
    let cost = |machine: &str, body: &str| more(machine, body, "x = bitcast<f32>(i);");
    let [alike, by_lane] = ["x = bitcast<f32>(i + ((group.x ^ 5u) >> 3u));", "x = bitcast<f32>(i + ((i ^ 5u) >> 3u));"];
    assert_eq!((cost("rdna3", alike), cost("rdna3", by_lane)), (1, 3));
    assert_eq!(cost("ampere-8.6", alike), 3);
    let scalars = |machine: &str, body: &str| sum(machine, body, |cost| cost.scalars);
    assert_eq!([scalars("rdna3", alike), scalars("rdna3", by_lane), scalars("ampere-8.6", alike)], [2, 0, 0]);
    // A variable that some lanes changed.
    let some = "var v = group.x; if i < 7u { v = 1u; } x = bitcast<f32>(v ^ 5u);";
    let all = "var v = group.x; if group.y < 7u { v = 1u; } x = bitcast<f32>(v ^ 5u);";
    assert_eq!(more("rdna3", some, all), 2);
}

#[test]
fn what_inner_passes_load_again_is_loaded_once() {
    let repeats = |stores: &str| {
        let body = format!(
            "for (var a = 0u; a < 4u; a++) {{ for (var b = 0u; b < 8u; b++) {{ x += out[a * 64u] * out[b * 64u + i] * out[i + 9u]; {stores} }} }}"
        );
        let sites = compiled("rdna3", &body).tables.sites;
        sites.iter().map(|site| site.copies / site.kept).filter(|&n| n > 1).collect::<Vec<_>>()
    };
    assert_eq!(repeats(""), [8, 4, 32]);
    assert_eq!(repeats("out[i] = x;"), [0; 0]);
}

#[test]
fn what_passes_of_inner_loops_share_of_an_index_costs_nothing_in_each() {
    let cost = |index: &str| {
        let body =
            format!("for (var a = 0u; a < 4u; a++) {{ for (var b = 0u; b < 4u; b++) {{ x += out[{index}]; }} }}");
        // Nothing is computed before the loop in place of it.
        instructions("apple-m2", &body)
    };
    let plain = cost("a * 64u + b * 16u + i");
    assert_eq!(cost("(i + 4u * a) * 16u + b"), plain);
    assert_eq!(cost("(group.y * 64u + i + 16u * a) * 256u + (group.x * 64u + i) / 4u + b * 16u"), plain);
    // A remainder is another in each pass; the counter that is added to it is a literal, which the load takes in its offset.
    assert_eq!(cost("(i + 4u * a) % 48u + b") - plain, 6);
    assert_eq!(cost("(i + 4u * a) % 48u * b") - plain, 7);
}

#[test]
fn what_no_pass_of_a_loop_changes_is_computed_before_it_where_compilers_do_so() {
    let before = |machine: &str, index: &str| {
        let body = format!("let n = u32(x); for (var k = 0u; k < n; k++) {{ x += out[{index}]; workgroupBarrier(); }}");
        moved(machine, &body, |cost| cost.issued)
    };
    assert_eq!(before("ampere-8.6", "(i * 7u + group.y) * 3u + k"), 1);
    assert_eq!(before("ampere-8.6", "(i * 7u + k) * 3u"), 0);
    // Mesa moves nothing out of a loop's body, which may have no pass.
    assert_eq!(before("rdna3", "(i * 7u + group.y) * 3u + k"), 0);
}

#[test]
fn floats_that_no_pass_changes_are_computed_before_the_loop_with_their_special_functions() {
    let of = |machine: &str, argument: &str| {
        let body =
            format!("let n = u32(x); let y = x; for (var k = 0u; k < n; k++) {{ x += exp({argument}) * out[k]; }}");
        [moved(machine, &body, special), sum(machine, &body, special)]
    };
    assert_eq!(of("ampere-8.6", "y * 0.5"), [1, 1]);
    assert_eq!(of("ampere-8.6", "x * 0.5"), [0, 1]);
    assert_eq!(of("rdna3", "y * 0.5"), [0, 1]);
    // A product stays part of the multiply-add whose sum each pass changes.
    let pass = |sum: &str| format!("let n = u32(x); let y = x; for (var k = 0u; k < n; k++) {{ x = {sum}; }}");
    assert_eq!(more("ampere-8.6", &pass("x + y * y"), &pass("x + y")), 0);
}

#[test]
fn a_division_of_integers_by_what_is_read_has_four_products() {
    let products = |body: &str| sum("rdna3", body, |cost| cost.multiplies);
    assert_eq!(products("x = f32(i % group.x);"), 4);
    assert_eq!(products("x = f32(i / group.x);"), 4);
    assert_eq!(["x = f32(i / 8u);", "x = f32(i / 7u);", "x = f32(i % 7u);"].map(products), [0, 1, 2]);
}

#[test]
fn one_address_for_all_lanes_is_loaded_by_the_scalar_unit_where_nothing_is_stored() {
    let source = |index: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
            @group(0) @binding(1) var<storage, read> table: array<f32>;
            @compute @workgroup_size(64)
            fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {{ out[i] = {index}; }}"
        )
    };
    let loads = |machine: &str, index: &str| {
        let target = Machine::builtin(machine).expect("it is built in").target();
        let compiled = Case { target, ..Case::new(&source(index)) }.compiled();
        compiled.tables.sites.iter().filter(|site| site.scalar).count()
    };
    assert_eq!(["table[group.x]", "table[i]", "out[group.x]"].map(|index| loads("rdna3", index)), [1, 0, 0]);
    assert_eq!(loads("ampere-8.6", "table[group.x]"), 0);
}

#[test]
fn loops_whose_counter_doubles_or_halves_are_laid_out() {
    let more_than_sums = |machine, by_factors: &str| {
        let sums = by_factors.replace("COUNTS", "var s = 0u; s < 5u; s++");
        let factors = by_factors.replace("COUNTS", "var s = 16u; s > 0u; s /= 2u");
        more(machine, &factors, &sums)
    };
    for machine in ["ampere-8.6", "rdna3"] {
        // One that branches, and a straight one, whose loads are under way together.
        assert_eq!(more_than_sums(machine, "for (COUNTS) { if i < s { x += f32(i); } }"), 0);
        let straight = "for (COUNTS) { x += out[i + s * 4u]; }";
        assert_eq!(more_than_sums(machine, straight), 0);
        let counted = |counts: &str| waits(machine, &straight.replace("COUNTS", counts));
        assert_eq!(counted("var s = 1u; s < 32u; s <<= 1u"), counted("var s = 0u; s < 5u; s++"));
        // However it is written.
        let written = [
            "var s = 16u; while s > 0u { if i < s { x += 1.0; } s >>= 1u; }",
            "var s = 16u; loop { if s == 0u { break; } if i < s { x += 1.0; } s = s / 2u; }",
            "var s = 1u; loop { if i < s { x += 1.0; } continuing { s = 2u * s; break if s >= 32u; } }",
        ];
        for body in written {
            assert_eq!(more(machine, body, "for (var s = 0u; s < 5u; s++) { if i < s { x += 1.0; } }"), 0, "{body}");
        }
        // Where the launch decides, the test, the step and the branch stay.
        let launched = "for (var s = group.x; s > 0u; s /= 2u) { if i < s { x += 1.0; } }";
        assert!(more(machine, launched, written[0]) > 0);
    }
}

#[test]
fn a_division_by_what_each_pass_knows_is_one_by_a_literal() {
    let loops = |step: &str, bound: &str| {
        format!("for (var s = 1u; s < {bound}; s {step}) {{ if i % (2u * s) == 0u {{ x += 1.0; }} }}")
    };
    let divided = |body: &str| sum("ampere-8.6", body, |cost| cost.division);
    // Shifts and masks; products; whatever comes, in a loop that ends where the launch says.
    assert_eq!([divided(&loops("*= 2u", "32u")), divided(&loops("+= 3u", "14u"))], [0; 2]);
    assert!(divided(&loops("*= 2u", "group.x")) > 0);
    let expanded = |body: &str| sum("ampere-8.6", body, |cost| cost.added);
    assert!(expanded(&loops("*= 2u", "32u")) < expanded(&loops("+= 3u", "14u")));
}

#[test]
fn divisions_by_one_value_share_its_reciprocal() {
    let [divided, multiplied] =
        ["/ x", "* (1.0 / x)"].map(|by| format!("let v = vec3f(x, 1.5, 2.5) {by}; x = v.x * v.y * v.z;"));
    for machine in ["ampere-8.6", "rdna3"] {
        assert_eq!(more(machine, &divided, &multiplied), 0);
        assert_eq!(sum(machine, &divided, special), 1);
        // By a value each.
        let apart = "x = (x / (x + 1.0)) * (2.5 / (x + 2.0));";
        assert_eq!(sum(machine, apart, special), 2);
    }
}

#[test]
fn bytes_take_as_long_however_they_become_fractions() {
    let by_hand = "let w = bitcast<u32>(x); x = f32(w & 255u) / 255.0 + f32(w >> 24u) / 255.0 + f32((w >> 8u) & 255u) / 255.0 + f32((w >> 16u) & 255u) / 255.0;";
    let unpacked = "let v = unpack4x8unorm(bitcast<u32>(x)); x = v.x + v.w + v.y + v.z;";
    for (machine, conversions) in [("ampere-8.0", 4), ("ampere-8.6", 0), ("rdna3", 4)] {
        assert_eq!([by_hand, unpacked].map(|body| sum(machine, body, |cost| cost.conversions)), [conversions; 2]);
    }
    assert_eq!(more("rdna3", by_hand, unpacked), 0);
}

#[test]
fn what_a_loop_that_is_laid_out_computes_of_its_counter_alone_is_known() {
    let of = |weight: &str| {
        format!(
            "let y = x; for (var k = 0u; k < 5u; k++) {{ let d = f32(k) - 2.0; x = fma({weight}, out[i + k], x); }}"
        )
    };
    for machine in ["ampere-8.6", "rdna3"] {
        let [known, unknown, literal] = ["exp2(-0.5 * d * d)", "exp2(-0.5 * d * y)", "0.25"].map(of);
        assert_eq!([&known, &unknown].map(|body| sum(machine, body, special)), [0, 1]);
        assert_eq!(more(machine, &known, &literal), 0);
        assert!(more(machine, &unknown, &literal) > 0);
        let flop = |body: &str| sum(machine, body, |cost| cost.flop);
        assert_eq!(flop(&known), flop(&literal));
    }
    // A counter may be a float.
    let [by_float, by_number] = ["var t = 0.0; t < 1.0; t += 0.25", "var k = 0u; k < 4u; k++"]
        .map(|counts| format!("for ({counts}) {{ if x < 3.0 {{ x = sqrt(x); }} }}"));
    assert_eq!(more("ampere-8.6", &by_float, &by_number), 0);
}

#[test]
fn counting_of_passes_that_are_laid_out_together_reads_no_registers() {
    let reads = |body: &str| sum("ampere-8.6", body, |cost| cost.registers_read);
    let work = "x = x * 0.5 + 0.25;";
    let counted = |step: &str| reads(&format!("for (var k = 0u; k < group.x; k += {step}) {{ {work} }}"));
    assert_eq!(counted("1u"), reads(work));
    // The counter and what it is compared with, and both that are added: compilers cannot tell how many passes there are.
    assert_eq!(counted("group.y"), reads(work) + 4);
}
