//! Kernels whose counters follow from their addresses and masks alone, each derived in the kernel's first lines.
//!
//! In a file of `tests/counts`, `// run:` has the arguments of `lockstep exec`, `// counts:` what the counters must be, and
//! `// width:` the lanes of a subgroup where they are not 32. The machine has NVIDIA's sectors and banks; what it lacks is counted on
//! the one that `// device:` names.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lockstep::sim::Counters;
use serde_json::Value;

use crate::common::{folder, json, lockstep, read, stderr, stdout};

/// A machine file of a user's own: what the counters need, and no more.
fn machine(folder: &Path, width: u32) -> String {
    let path = folder.join(format!("width-{width}.toml"));
    let text = format!(
        r#"
name = "width-{width}"
device = "a machine of {width} lanes"
architecture = "made up"
unit_name = "unit"

[subgroup]
source = "chosen by this test"
width = {width}

[shared]
source = "chosen by this test"
banks = 32
bank_bytes = 4

[cache]
source = "chosen by this test"
line_bytes = 128
sector_bytes = 32
"#
    );
    fs::write(&path, text).expect("it can be written");
    format!("sim:{}", path.display())
}

/// What the first line says that begins with `key`.
fn header<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(key)).map(str::trim)
}

/// The names and values of the counters that a kernel derives.
fn derived(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let pairs = header(text, "// counts: ").expect("counters").split_whitespace();
    pairs.map(|pair| pair.split_once('=').expect("name=value"))
}

/// Whether a counter has a value, of which a kernel's first lines have the text.
fn is(counter: &Value, wanted: &str) -> bool {
    match wanted.parse::<f64>() {
        Ok(wanted) => counter.as_f64() == Some(wanted),
        Err(_) => counter.as_str() == Some(wanted),
    }
}

/// Fails where a counter is not what the kernel's first lines derive, and names each that is not.
fn assert_counts(name: &str) {
    let text = read(&path(name));
    let file = path(name).display().to_string();
    let device = match header(&text, "// device: ") {
        Some(device) => device.to_owned(),
        None => machine(
            &folder(&format!("counts-{name}")),
            header(&text, "// width: ").map_or(32, |width| width.parse().expect("a width")),
        ),
    };
    let mut arguments = vec!["exec", &file, "--device", &device, "--json", "-"];
    arguments.extend(header(&text, "// run: ").expect("arguments").split_whitespace());
    let output = lockstep(&arguments);
    assert_eq!(output.status.code(), Some(0), "{file}: {}\n{}", stderr(&output), stdout(&output));
    let counters = &json(&output)["counters"];
    let wrong = derived(&text).filter(|(name, wanted)| !is(&counters[name], wanted));
    let wrong = wrong.map(|(name, wanted)| format!("\n{file}: {name} is {}, not {wanted}", counters[name]));
    let wrong: String = wrong.collect();
    assert!(wrong.is_empty(), "{wrong}");
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counts").join(format!("{name}.wgsl"))
}

/// A test for each kernel of `tests/counts`, so that one can be run by its name.
macro_rules! kernels {
    ($($name:ident,)*) => {
        const KERNELS: &[&str] = &[$(stringify!($name)),*];

        $(#[test]
        fn $name() {
            assert_counts(stringify!($name));
        })*
    };
}

kernels! {
    array_by_index,
    atomics_by_three,
    atomics_of_some_lanes,
    banks_128_bit_stride_1,
    banks_128_bit_stride_2,
    banks_128_bit_stride_3,
    banks_128_bit_stride_8,
    banks_64_bit_stride_1,
    banks_64_bit_stride_16,
    banks_64_bit_stride_2,
    banks_64_bit_stride_3,
    banks_64_bit_stride_4,
    banks_64_bit_stride_8,
    banks_f16,
    banks_f16_stride_32,
    banks_half_a_subgroup,
    banks_i64,
    banks_masked,
    banks_stride_12,
    banks_stride_15,
    banks_stride_20,
    banks_stride_24,
    banks_stride_36,
    banks_stride_40,
    banks_stride_48,
    banks_stride_64,
    banks_width_64,
    banks_width_8,
    barriers_of_two_kinds,
    branch_at_40,
    branch_by_workgroup,
    branch_width_8,
    broadcast_and_pairs,
    caches,
    caches_of_three_levels,
    calls_that_return_early,
    chain_of_products,
    continue_by_lane,
    divisions,
    edge_of_a_launch,
    else_if_chain,
    f16_stride_3,
    flop_in_f16,
    flop_of_built_ins,
    flop_of_half_the_lanes,
    flop_of_matrices,
    i64_offset,
    idle_barriers,
    instructions_by_kind,
    launch_of_few_workgroups,
    loads_in_a_row,
    loads_of_one_place,
    loop_of_a_constant,
    loop_of_ten,
    loop_with_break_if,
    mat2x2_columns,
    mat3x3_columns,
    mat4x4_columns,
    matmul_naive,
    matmul_tiled,
    matrix_products,
    nested_loops,
    occupancy_by_workgroup_memory,
    operations_on_integers,
    partial_workgroup,
    private_array,
    products_of_64_bits,
    reduction_tree,
    return_of_some_lanes,
    rows_of_100,
    short_circuit,
    stride_3,
    stride_5,
    stride_7,
    stride_9,
    struct_members,
    struct_whole,
    switch_by_lane,
    three_dimensions,
    transpose_16_pitch_16,
    transpose_16_pitch_17,
    uniform_table,
    vec3_odd_lanes,
    vec4_offset,
    while_by_lane,
    width_128_copy,
    width_16_copy,
    width_16_reversed,
    width_4_copy,
    width_64_copy,
    width_64_stride_2,
    width_8_copy,
}

#[test]
fn every_kernel_of_the_folder_has_its_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counts");
    let entries = fs::read_dir(folder).expect("there are kernels").map(|entry| entry.expect("an entry").path());
    let kernels = entries.filter(|path| path.extension().is_some_and(|end| end == "wgsl"));
    let there = kernels.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned());
    let unlisted: Vec<String> = there.filter(|name| !KERNELS.contains(&name.as_str())).collect();
    assert!(unlisted.is_empty(), "`kernels!` in {} lacks {unlisted:?}", file!());
}

/// What the estimate alone reads (`model` in the table) no output has; `Counters::TABLE` has all others.
#[test]
fn every_counter_has_a_kernel_that_derives_it() {
    let texts: Vec<String> = KERNELS.iter().map(|name| read(&path(name))).collect();
    let have: BTreeSet<&str> = texts.iter().flat_map(|text| derived(text)).map(|(name, _)| name).collect();
    let counters = Counters::TABLE.iter().map(|counter| counter.name);
    let without: Vec<&str> = counters.filter(|name| !have.contains(name)).collect();
    assert!(without.is_empty(), "no kernel in tests/counts derives {without:?} in a line `// counts: NAME=VALUE`");
}
