//! Tests of the built-in machines, and of reading machine files.

use std::fs;
use std::path::Path;

use super::catalog::{bases, files};
use super::{Machine, read};

/// A whole machine, but for what a test leaves out or adds.
fn toml(subgroup: &str, rest: &str) -> String {
    format!(
        "name = \"mine\"\ndevice = \"My GPU\"\narchitecture = \"Mine\"\nunit_name = \"core\"\n\
         [subgroup]\n{subgroup}\n[cache]\nline_bytes = {{ value = 128, source = \"its manual\" }}\n{rest}"
    )
}

fn problem(text: &str) -> String {
    read::machine("mine.toml", text, None).expect_err("the file is wrong").to_string()
}

const WIDTH: &str = "width = { value = 32, source = \"its manual\" }";

#[test]
fn every_built_in_file_loads_under_its_own_name() {
    let mut names = Vec::new();
    for (file, text) in files() {
        let machine = read::machine(file, text, None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            file,
            format!("{}.toml", machine.name),
            "a file of crates/machine/machines has the name that stands in it"
        );
        names.push(machine.name);
    }
    names.sort();
    assert_eq!(names, Machine::names().collect::<Vec<_>>());
    for wanted in
        ["ampere-8.0", "ampere-8.6", "ada-8.9", "hopper-9.0", "rdna2", "rdna3", "xe-hpg", "apple-m1", "apple-m2"]
    {
        assert!(names.iter().any(|name| name == wanted), "{wanted} is missing");
    }
}

/// The files of a folder under `machines/`, by their paths there.
fn on_disk(folder: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("machines").join(folder);
    let entries = fs::read_dir(root).unwrap().map(|entry| entry.unwrap());
    let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
    files.map(|entry| format!("{folder}{}", entry.file_name().to_string_lossy())).collect()
}

#[test]
fn every_file_of_the_folder_is_built_in() {
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let there = sorted([on_disk(""), on_disk("common/")].concat());
    let embedded = sorted(bases().map(|(file, _)| file.replace('\\', "/")).collect());
    assert_eq!(embedded, there, "crates/machine/build.rs has the crate built again where a file is new");
}

#[test]
fn every_part_of_an_architecture_with_a_machine_has_one() {
    let modelled = |gpu: &&lockstep_gpus::Gpu| Machine::of_architecture(gpu.architecture).is_some();
    let without = |gpu: &&'static lockstep_gpus::Gpu| Machine::of_part(gpu).is_none();
    let without = lockstep_gpus::gpus().iter().filter(modelled).filter(without).map(lockstep_gpus::Gpu::title);
    assert_eq!(without.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn every_figure_of_every_built_in_machine_has_a_source() {
    for name in Machine::names() {
        let machine = Machine::builtin(name).unwrap();
        assert!(machine.source("subgroup.width").is_some());
        for (figure, source) in &machine.sources {
            assert!(source.split_whitespace().count() >= 2, "{name}: {figure} has the source `{source}`");
        }
    }
}

/// A file laid over a built-in one.
fn laid(base: &str, rest: &str) -> String {
    format!("base = \"{base}\"\nname = \"mine\"\n{rest}")
}

#[test]
fn a_file_has_of_its_base_what_it_does_not_state_itself() {
    let rest = "part = \"NVIDIA A40\"\nunknown = [\"dram.copy_byte_per_s\", \"link\"]\n[cache]\nl1_latency_clocks = { value = 33, source = \"measured\" }";
    let mine = read::machine("mine.toml", &laid("ampere-8.6", rest), None).unwrap();
    let base = Machine::builtin("ampere-8.6").unwrap();
    assert_eq!(
        (&mine.name, &mine.unit_name, &mine.architecture),
        (&"mine".to_owned(), &base.unit_name, &base.architecture)
    );
    assert_eq!((mine.unit.count, &mine.aliases), (Some(84), &Vec::new()), "its own part's, and no other name");
    assert_eq!((mine.cache.l1_latency_clocks, mine.source("cache.l1_latency_clocks")), (Some(33.0), Some("measured")));
    assert_eq!((&mine.shared, mine.source("shared.banks")), (&base.shared, base.source("shared.banks")));
    assert_eq!((mine.dram.copy_byte_per_s, mine.link.latency_s, mine.source("link.latency_s")), (None, None, None));
}

#[test]
fn a_base_that_is_not_there_and_what_it_does_not_state_are_told_with_their_line() {
    let message = problem(&laid("ampere-86", ""));
    assert!(
        message.starts_with("mine.toml:1: `base` is `ampere-86`, which is not built in; did you mean `ampere-8.6`?"),
        "{message}"
    );
    let message = problem(&laid("common/nvidia", "unknown = [\"dram.latency_clocks\"]"));
    assert!(
        message.starts_with("mine.toml:3: `unknown` has `dram.latency_clocks`, which the base does not"),
        "{message}"
    );
}

#[test]
fn a_figure_without_a_source_is_refused_with_its_line() {
    let message = problem(&toml("width = 32", ""));
    assert!(message.starts_with("mine.toml:6: `subgroup.width` has no source"), "{message}");
    let message = problem(&toml(WIDTH, "[dram]\nbyte_per_s = 1e9"));
    assert!(message.starts_with("mine.toml:10: `dram.byte_per_s` has no source"), "{message}");
    let message = problem(&toml(WIDTH, "[dram]\nsource = \" \"\nbyte_per_s = 1e9"));
    assert!(message.contains("needs a source in words"), "{message}");
}

#[test]
fn a_groups_source_serves_its_figures_and_a_figures_own_goes_before_it() {
    let text = toml(
        WIDTH,
        "[dram]\nsource = \"data sheet\"\nbyte_per_s = 1e9\nlatency_clocks = { value = 500, source = \"measured\" }",
    );
    let machine = read::machine("mine.toml", &text, None).unwrap();
    assert_eq!(machine.source("dram.byte_per_s"), Some("data sheet"));
    assert_eq!(machine.source("dram.latency_clocks"), Some("measured"));
    assert_eq!((machine.dram.byte_per_s, machine.dram.latency_clocks), (Some(1e9), Some(500.0)));
}

#[test]
fn what_a_file_does_not_say_is_not_modelled() {
    let machine = read::machine("mine.toml", &toml(WIDTH, ""), None).unwrap();
    assert_eq!(machine.unit, Default::default());
    assert_eq!(machine.shared.banks, None);
    assert_eq!(machine.sector_bytes(), 128, "a cache without sectors fetches lines");
}

#[test]
fn numbers_may_have_underscores_and_bases() {
    let text = toml(WIDTH, "[residency]\nsource = \"its manual\"\nregisters = 65_536\nsubgroups = 0x30");
    let machine = read::machine("mine.toml", &text, None).unwrap();
    assert_eq!((machine.residency.registers, machine.residency.subgroups), (Some(65536), Some(48)));
}

#[test]
fn wrong_fields_are_named_with_their_line_and_what_to_write() {
    let cases = [
        ("[cache2]", "mine.toml:9: `cache2` is not a field of a machine; did you mean `cache`?"),
        ("[dram]\nbandwidth = 3", "mine.toml:10: `dram.bandwidth` is not a field of a machine"),
        (
            "[dram]\nbyte_per_s = { value = \"fast\", source = \"a friend\" }",
            "mine.toml:10: `dram.byte_per_s` must be a number",
        ),
        (
            "[dram]\nbyte_per_s = { value = -1, source = \"a friend\" }",
            "mine.toml:10: `dram.byte_per_s` must be a number above zero",
        ),
        ("[dram]\nbyte_per_s = { source = \"a friend\" }", "mine.toml:10: `dram.byte_per_s` has no `value`"),
        (
            "[shared]\nbanks = { value = 0, source = \"a friend\" }",
            "mine.toml:10: `shared.banks` must be a whole number from 1",
        ),
        (
            "l1_tag_banks = { value = 65, source = \"a friend\" }",
            "mine.toml:9: `cache.l1_tag_banks` must be at most 64",
        ),
        (
            "l1_banks = { value = 33, source = \"a friend\" }",
            "mine.toml:9: `cache.l1_banks` must be a power of two of at most 256",
        ),
        (
            "l1_bank_bytes = { value = 2, source = \"a friend\" }",
            "mine.toml:9: `cache.l1_bank_bytes` must be 4, 8 or 16",
        ),
        ("[dram\n", "mine.toml:9: not valid TOML"),
        ("dram = 3", "mine.toml:9: `cache.dram` is not a field"),
    ];
    for (rest, expected) in cases {
        let message = problem(&toml(WIDTH, rest));
        assert!(message.starts_with(expected), "expected `{expected}`, got `{message}`");
    }
    assert!(problem("device = \"x\"").contains("`name` is missing"));
    assert!(
        problem(&toml("width = { value = 3, source = \"its manual\" }", "")).contains("power of two from 4 to 128")
    );
    assert!(problem(&toml("", "")).contains("`subgroup.width` is missing"));
}

#[test]
fn an_unknown_machine_is_answered_with_the_known_ones() {
    let error = Machine::builtin("amper-8.6").expect_err("no such machine").to_string();
    assert!(error.contains("did you mean `ampere-8.6`?") && error.contains("rdna3"), "{error}");
    assert!(!Machine::builtin("quantum").expect_err("no such machine").to_string().contains("did you mean"));
}

#[test]
fn machines_are_found_by_name_and_alias_and_no_name_is_the_default() {
    assert_eq!(Machine::builtin("").unwrap().name, Machine::DEFAULT);
    assert_eq!(Machine::builtin("A100").unwrap().name, "ampere-8.0");
    assert_eq!(Machine::builtin(" RDNA2 ").unwrap().name, "rdna2");
}

#[test]
fn the_default_machine_is_a_laptop_gpu_of_ten_teraflops() {
    let machine = Machine::builtin(Machine::DEFAULT).unwrap();
    assert!(machine.device.contains("Laptop"));
    assert_eq!(machine.f32_flop_per_s(), Some(30.0 * 256.0 * 1.425e9));
    assert_eq!((machine.subgroup_width(), machine.line_bytes(), machine.sector_bytes()), (32, 128, 32));
}

#[test]
fn an_adapter_finds_the_machine_of_its_architecture() {
    let cases = [
        ("NVIDIA GeForce RTX 3060 Laptop GPU", Some("ampere-8.6")),
        ("NVIDIA RTX A2000", Some("ampere-8.6")),
        ("NVIDIA A100-SXM4-80GB", Some("ampere-8.0")),
        ("NVIDIA GeForce RTX 4070 Ti SUPER", Some("ada-8.9")),
        ("NVIDIA RTX 2000 Ada Generation Laptop GPU", Some("ada-8.9")),
        ("NVIDIA L40S", Some("ada-8.9")),
        ("NVIDIA H100 80GB HBM3", Some("hopper-9.0")),
        ("AMD Radeon RX 6800 XT (RADV NAVI21)", Some("rdna2")),
        ("AMD Radeon RX 7900 XTX", Some("rdna3")),
        ("Intel(R) Arc(TM) A770 Graphics", Some("xe-hpg")),
        ("Intel(R) Arc(tm) A750 Graphics (DG2)", Some("xe-hpg")),
        ("Apple M1", Some("apple-m1")),
        ("Apple M2 Max", Some("apple-m2")),
        ("llvmpipe (LLVM 15.0.6, 256 bits)", Some("lavapipe")),
        ("AMD Radeon 780M (RADV GFX1103_R1)", Some("rdna3")),
        ("Tesla V100-SXM2-32GB", Some("volta-7.0")),
        ("NVIDIA RTX A6000", Some("rtx-a6000")),
        ("NVIDIA GeForce RTX 4070 Laptop GPU", Some("ada-8.9")),
        ("NVIDIA GeForce RTX 5090", Some("blackwell-12.0")),
        ("NVIDIA GeForce RTX 5060 Laptop GPU", Some("blackwell-12.0")),
        ("AMD Radeon RX 9070 XT", Some("rdna4")),
        ("Intel(R) Arc(TM) B580 Graphics", Some("xe2")),
        ("Apple M3 Pro", Some("apple-m3")),
        ("Apple M4", Some("apple-m4")),
        ("Adreno X1-85", Some("adreno-x1")),
        ("Mali-G715-Immortalis MC11", Some("mali-g715")),
        ("NVIDIA GeForce GTX 1080", None),
        ("AMD Radeon RX 580", None),
        ("Intel(R) UHD Graphics 630", None),
        ("", None),
    ];
    for (adapter, expected) in cases {
        assert_eq!(Machine::for_adapter(adapter).map(|machine| machine.name), expected.map(str::to_owned), "{adapter}");
    }
}

#[test]
fn subgroups_can_be_as_wide_as_the_drivers_choose() {
    let rdna = Machine::builtin("rdna2").unwrap().clone();
    assert_eq!(rdna.clone().with_subgroup_width(32).unwrap().subgroup_width(), 32);
    let error = rdna.with_subgroup_width(16).expect_err("RDNA has no wave16").to_string();
    assert!(error.contains("32 to 64"), "{error}");
}

/// What the roofs say of a part, the simulator estimates with.
#[test]
fn a_machine_has_its_part_s_figures_and_states_none_of_them_again() {
    for name in Machine::names() {
        let machine = Machine::builtin(name).unwrap();
        let Some(gpu) = machine.part.as_deref().map(|part| lockstep_gpus::part(part).unwrap()) else {
            continue;
        };
        let close = |a: Option<f64>, b: f64| (a.unwrap() / b - 1.0).abs() < 1e-9;
        assert!(close(machine.f32_flop_per_s(), gpu.f32().unwrap()), "{name}");
        assert!(close(machine.dram.byte_per_s, gpu.bandwidth.unwrap()), "{name}");
        assert_eq!((&machine.device, machine.unit.clock_hz), (&gpu.title(), gpu.clock));
        for figure in ["unit.count", "unit.clock_hz", "dram.byte_per_s"] {
            let source = machine.source(figure).unwrap();
            assert!(source.starts_with(&gpu.title()), "{name}: {figure}: {source}");
        }
    }
}

#[test]
fn another_part_of_an_architecture_has_its_own_figures() {
    let h200 = Machine::for_adapter("NVIDIA H200").unwrap();
    assert_eq!((h200.unit.count, h200.dram.byte_per_s), (Some(132), Some(4800e9)));
    let copy = h200.dram.copy_byte_per_s.unwrap();
    assert!((copy / (1704e9 * 4800.0 / 2039.04) - 1.0).abs() < 1e-9, "{copy}");
    assert!(h200.source("dram.copy_byte_per_s").unwrap().starts_with("derived: that of NVIDIA H100 PCIe"));
    let laptop = Machine::named("rtx-4060-laptop").unwrap();
    assert_eq!((laptop.name.as_str(), laptop.unit.count), ("ada-8.9", Some(24)));
    assert_eq!(laptop.cache.l2_bytes, Some(32 << 20));
    let rx6600 = Machine::named("RX 6600").unwrap();
    assert_eq!((rx6600.unit.count, rx6600.cache.l2_bytes), (Some(14), Some(2 << 20)));
}

#[test]
fn what_a_base_says_of_another_part_goes_along_in_proportion() {
    let file = |more: &str| {
        let text = format!("base = \"apple-m1\"\nname = \"mine\"\npart = \"Apple M1 Pro (16 cores)\"\n{more}");
        read::machine("mine.toml", &text, None).unwrap()
    };
    let pro = file("");
    assert_eq!((pro.cache.l2_byte_per_clock, pro.cache.l2_bytes), (Some(512.0), None));
    assert!(pro.source("cache.l2_byte_per_clock").unwrap().starts_with("derived: that of Apple M1 (8 cores)"));
    let stated = file("[cache]\nl2_byte_per_clock = { value = 300, source = \"mine\" }\n");
    assert_eq!(stated.cache.l2_byte_per_clock, Some(300.0));
    // A name of several parts: the one with the most cores takes the least time.
    let adapter = Machine::for_adapter("Apple M2 Max").unwrap();
    assert_eq!((adapter.unit.count, adapter.cache.l2_byte_per_clock), (Some(38), Some(38.0 * 32.0)));
}

#[test]
fn a_level_2_that_the_file_states_takes_the_place_of_the_data_sheets_cache() {
    let file = |part: &str, more: &str| {
        let of_part = toml(WIDTH, more).replace("device = \"My GPU\"", &format!("part = \"{part}\""));
        let cache = read::machine("mine.toml", &of_part, None).unwrap().cache;
        (cache.l2_bytes, cache.last_bytes)
    };
    let (laptop, stated) =
        ("NVIDIA GeForce RTX 3060 Laptop GPU 80 W", "l2_bytes = { value = 786432, source = \"mine\" }\n");
    assert_eq!(file(laptop, ""), (Some(3 << 20), None));
    assert_eq!(file(laptop, stated), (Some(768 << 10), None));
    // Behind it lies a cache of the whole chip, or one of which the file says more.
    assert_eq!(Machine::builtin("apple-m1").unwrap().cache.last_bytes, Some(8 << 20));
    let more = format!("{stated}last_latency_clocks = {{ value = 400, source = \"mine\" }}\n");
    assert_eq!(file(laptop, &more), (Some(768 << 10), Some(3 << 20)));
}

#[test]
fn a_part_that_is_not_in_the_database_is_answered_with_those_that_come_near() {
    let text = toml(WIDTH, "").replace("device = \"My GPU\"", "part = \"RTX 4095\"");
    let message = problem(&text);
    assert!(message.starts_with("mine.toml:2: `part` is `RTX 4095`"), "{message}");
    assert!(message.contains("NVIDIA GeForce RTX 4090"), "{message}");
    let both = toml(WIDTH, "").replace("device", "part = \"NVIDIA L40\"\ndevice");
    assert!(problem(&both).contains("leave it out"));
}
