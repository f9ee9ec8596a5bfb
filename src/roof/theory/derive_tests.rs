use super::*;
use crate::device::Reading;

fn identity(name: &str) -> Identity {
    Identity { name: name.to_owned(), ..Identity::default() }
}

fn of(name: &str, queried: &Queried) -> Theory {
    theory(&identity(name), queried, &GivenPeaks::default())
}

fn reading(value: f64, from: &str) -> Option<Reading> {
    Reading::new(value, from)
}

/// What NVML and Vulkan report on an H100 SXM.
fn h100() -> Queried {
    Queried {
        units: reading(132.0, "VK_NV_shader_sm_builtins"),
        clock: reading(1.98e9, "NVML"),
        architecture: Some("hopper".to_owned()),
        bus_bits: reading(5120.0, "NVML"),
        transfer_rate: reading(2.0 * 2.619e9, "NVML"),
        ..Queried::default()
    }
}

#[test]
fn an_h100_with_queried_units_and_clocks_is_derived_within_one_percent_of_the_data_sheet() {
    let theory = of("NVIDIA H100 80GB HBM3", &h100());
    assert_eq!(theory.f32.source, Source::Derived);
    assert!((theory.f32.value.unwrap_or_default() / 66.9e12 - 1.0).abs() < 0.01, "{:?}", theory.f32);
    assert_eq!(theory.memory.source, Source::Derived);
    assert!((theory.memory.value.unwrap_or_default() / 3.35e12 - 1.0).abs() < 0.01, "{:?}", theory.memory);
    assert!(theory.f32.detail.contains("VK_NV_shader_sm_builtins"), "{}", theory.f32.detail);
}

#[test]
fn queried_inputs_are_enough_for_a_gpu_that_the_table_lacks() {
    let theory = of("NVIDIA Something New", &h100());
    assert_eq!((theory.part.as_deref(), theory.f32.source), (None, Source::Derived));
    assert!(theory.f32.is_known() && theory.f16.is_known() && theory.memory.is_known());
    assert!(theory.notes.iter().any(|n| n.contains("not in the table")));
}

#[test]
fn a_clock_far_above_the_boost_clock_is_told_and_not_counted() {
    let queried = Queried { clock: reading(3.105e9, "NVML"), ..Queried::default() };
    let theory = of("NVIDIA GeForce RTX 4090", &queried);
    assert!((theory.f32.value.unwrap_or_default() / 82.6e12 - 1.0).abs() < 0.01);
    assert!(theory.notes.iter().any(|n| n.contains("3105 MHz") && n.contains("2520 MHz")), "{:?}", theory.notes);
}

#[test]
fn a_different_number_of_units_is_told_and_counted() {
    let queried = Queried { units: reading(64.0, "driver"), ..Queried::default() };
    let theory = of("NVIDIA GeForce RTX 4090", &queried);
    assert_eq!(theory.f32.source, Source::Table, "the clock is from the table");
    assert!((theory.f32.value.unwrap_or_default() / 41.3e12 - 1.0).abs() < 0.01);
    assert!(theory.notes.iter().any(|n| n.contains("reports 64 SM, the table has 128")), "{:?}", theory.notes);
}

#[test]
fn the_size_of_the_memory_tells_variants_apart() {
    let of_size = |bytes| {
        of("NVIDIA GeForce RTX 3080", &Queried { memory_bytes: reading(bytes, "Vulkan"), ..Queried::default() })
    };
    assert_eq!(of_size(10.0 * 1.0737e9).part.as_deref(), Some("NVIDIA GeForce RTX 3080 (10 GB)"));
    assert_eq!(of_size(12.0 * 1.0737e9).part.as_deref(), Some("NVIDIA GeForce RTX 3080 (12 GB)"));
}

#[test]
fn arm_s_own_rate_replaces_the_table_s() {
    let queried = Queried {
        units: reading(10.0, "VK_ARM_shader_core_builtins"),
        flop_per_clock: reading(128.0, "VK_ARM_shader_core_properties"),
        clock: reading(848e6, "sysfs"),
        ..Queried::default()
    };
    let theory = of("Mali-X999", &queried);
    assert_eq!(theory.f32.source, Source::Derived);
    assert!((theory.f32.value.unwrap_or_default() - 1.08544e12).abs() < 1e6, "{:?}", theory.f32);
}

#[test]
fn nothing_known_is_unknown_everywhere() {
    let theory = of("GPU of tomorrow", &Queried::default());
    for figure in [&theory.f32, &theory.f16, &theory.int8_dot, &theory.memory, &theory.cache, &theory.clock] {
        assert_eq!((figure.value, figure.source), (None, Source::Unknown));
        assert!(!figure.detail.is_empty());
    }
    assert_eq!(theory.ridge(), None);
}

#[test]
fn the_user_wins_and_a_disagreement_is_told() {
    let given = GivenPeaks { flop_per_s: Some(100e12), ..GivenPeaks::default() };
    let theory = theory(&identity("NVIDIA GeForce RTX 4090"), &Queried::default(), &given);
    assert_eq!((theory.f32.value, theory.f32.source), (Some(100e12), Source::User));
    assert!(theory.notes.iter().any(|n| n.contains("you say 100") && n.contains("82.")), "{:?}", theory.notes);
}

#[test]
fn apple_core_counts_are_told_apart_by_the_queried_count() {
    let unknown = of("Apple M2 Pro", &Queried::default());
    assert_eq!(unknown.f32.value, None);
    assert!(unknown.f32.range.is_some() && unknown.f32.detail.contains("ambiguous"), "{:?}", unknown.f32);
    assert_eq!(unknown.memory.value, Some(204.8e9), "both have the same memory");
    let queried = Queried { units: reading(19.0, "IORegistry gpu-core-count"), ..Queried::default() };
    let known = of("Apple M2 Pro", &queried);
    assert!((known.f32.value.unwrap_or_default() / 6.8e12 - 1.0).abs() < 0.03, "{:?}", known.f32);
}

/// Tensor cores have a clock of their own: the data sheets' dense f16 figures are below units x rate x boost.
#[test]
fn matrix_rates_agree_with_the_data_sheets() {
    for (name, tflops) in [
        ("NVIDIA H100 80GB HBM3", 989.4),
        ("NVIDIA H200", 989.4),
        ("NVIDIA B200", 2250.0),
        ("NVIDIA A100-SXM4-80GB", 312.0),
        ("AMD Instinct MI300X", 1307.4),
    ] {
        let value = of(name, &Queried::default()).matrix_f16.value.unwrap_or_default() / 1e12;
        assert!((value / tflops - 1.0).abs() < 0.01, "{name}: {value}");
    }
}
