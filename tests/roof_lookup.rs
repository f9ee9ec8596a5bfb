//! Names and PCI ids as real drivers report them, and the vendor's own figures.
use lockstep::device::{Identity, Queried, Reading};
use lockstep::gpus::{Lookup, lookup};
use lockstep::roof::theory::{GivenPeaks, theory};

const NVIDIA: u16 = 0x10de;
const AMD: u16 = 0x1002;
const INTEL: u16 = 0x8086;

/// name, PCI id, the vendor's f32 peak in TFLOP/s and bandwidth in GB/s.
type Case = (&'static str, Option<(u16, u16)>, f64, f64);

fn hold(cases: &[Case]) {
    for (name, pci, tflops, gbs) in cases {
        match lookup(name, *pci) {
            Lookup::Found { gpu, .. } => {
                let f32 = gpu.f32() / 1e12;
                assert!((f32 / tflops - 1.0).abs() < 0.03, "{name}: {f32} instead of {tflops} TFLOP/s");
                let bandwidth = gpu.bandwidth.unwrap_or_default() / 1e9;
                assert!((bandwidth / gbs - 1.0).abs() < 0.03, "{name}: {bandwidth} instead of {gbs} GB/s");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

fn ambiguous(name: &str, pci: Option<(u16, u16)>) -> usize {
    match lookup(name, pci) {
        Lookup::Ambiguous { candidates, .. } => candidates.len(),
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn geforce_rtx_desktop() {
    hold(&[
        ("NVIDIA GeForce RTX 5090", Some((NVIDIA, 0x2b85)), 104.8, 1792.0),
        ("NVIDIA GeForce RTX 4090", Some((NVIDIA, 0x2684)), 82.6, 1008.0),
        ("NVIDIA GeForce RTX 4070 Ti SUPER", None, 44.1, 672.0),
        ("NVIDIA GeForce RTX 3060 (NVK GA106)", Some((NVIDIA, 0x2504)), 12.7, 360.0),
        ("NVIDIA GeForce RTX 3080", Some((NVIDIA, 0x2206)), 29.8, 760.0),
        ("NVIDIA GeForce RTX 3080", Some((NVIDIA, 0x220a)), 30.6, 912.0),
        ("NVIDIA GeForce RTX 2060 SUPER", Some((NVIDIA, 0x1f06)), 7.2, 448.0),
        ("NVIDIA GeForce GTX 1660 SUPER", None, 5.0, 336.0),
    ]);
    assert_eq!(ambiguous("NVIDIA GeForce RTX 3080", None), 2);
}

#[test]
fn geforce_laptop() {
    hold(&[
        ("NVIDIA GeForce RTX 4090 Laptop GPU", Some((NVIDIA, 0x2757)), 39.7, 576.0),
        ("NVIDIA GeForce RTX 3060 Laptop GPU", None, 13.1, 336.0),
        ("NVIDIA GeForce RTX 2070 with Max-Q Design", Some((NVIDIA, 0x1f10)), 5.46, 384.0),
        ("NVIDIA GeForce RTX 2070", Some((NVIDIA, 0x1f10)), 6.64, 448.0),
    ]);
}

#[test]
fn nvidia_data_centre() {
    hold(&[
        ("NVIDIA H100 80GB HBM3", Some((NVIDIA, 0x2330)), 67.0, 3350.0),
        ("NVIDIA H100 PCIe", Some((NVIDIA, 0x2331)), 51.0, 2000.0),
        ("NVIDIA H200", Some((NVIDIA, 0x2335)), 67.0, 4800.0),
        ("NVIDIA A100-SXM4-40GB", Some((NVIDIA, 0x20b0)), 19.5, 1555.0),
        ("NVIDIA A100-SXM4-80GB", None, 19.5, 2039.0),
        ("NVIDIA A10", None, 31.2, 600.0),
        ("NVIDIA L4", None, 30.3, 300.0),
        ("NVIDIA L40S", None, 91.6, 864.0),
        ("Tesla T4", Some((NVIDIA, 0x1eb8)), 8.1, 320.0),
        ("NVIDIA T4", None, 8.1, 320.0),
        ("NVIDIA B200", None, 75.0, 8000.0),
        ("Tesla V100-SXM2-16GB", None, 15.7, 900.0),
    ]);
}

#[test]
fn radeon_rx() {
    hold(&[
        ("AMD Radeon RX 6800 (RADV NAVI21)", Some((AMD, 0x73bf)), 16.17, 512.0),
        ("AMD Radeon RX 6800 XT", Some((AMD, 0x73bf)), 20.74, 512.0),
        ("AMD Radeon RX 7900 XTX (RADV NAVI31)", Some((AMD, 0x744c)), 61.4, 960.0),
        ("AMD Radeon RX 7900 XTX (RADV GFX1100)", None, 61.4, 960.0),
        ("AMD Radeon RX 9070 XT", None, 48.7, 640.0),
        ("AMD Radeon RX 5700 XT (RADV NAVI10)", Some((AMD, 0x731f)), 9.75, 448.0),
    ]);
}

#[test]
fn arc() {
    hold(&[
        ("Intel(R) Arc(tm) A750 Graphics (DG2)", Some((INTEL, 0x56a1)), 17.2, 512.0),
        ("Intel(R) Arc(TM) B580 Graphics", Some((INTEL, 0xe20b)), 13.7, 456.0),
    ]);
}

#[test]
fn apple_core_counts_are_told_apart_by_the_queried_count() {
    assert_eq!(ambiguous("Apple M2 Pro", None), 2);
    let identity = Identity { name: "Apple M2 Pro".to_owned(), ..Identity::default() };
    let unknown = theory(&identity, &Queried::default(), &GivenPeaks::default());
    assert_eq!(unknown.f32.value, None);
    assert!(unknown.f32.range.is_some() && unknown.f32.detail.contains("ambiguous"), "{:?}", unknown.f32);
    assert_eq!(unknown.memory.value, Some(204.8e9), "both have the same memory");
    let queried = Queried { units: Reading::new(19.0, "IORegistry gpu-core-count"), ..Queried::default() };
    let known = theory(&identity, &queried, &GivenPeaks::default());
    assert!((known.f32.value.unwrap_or_default() / 6.8e12 - 1.0).abs() < 0.03, "{:?}", known.f32);
}

#[test]
fn what_is_not_in_the_table_is_not_found() {
    for name in [
        "NVIDIA GeForce RTX 9090",
        "Radeon RX 6800 SUPER",
        "GPU",
        "",
        "Voodoo 2",
        "NVIDIA GeForce RTX 3080 (NVK GA106)",
    ] {
        assert!(matches!(lookup(name, None), Lookup::NotFound { .. }), "{name}: {:?}", lookup(name, None));
    }
    let Lookup::NotFound { near } = lookup("NVIDIA GeForce RTX 3065", None) else { panic!("found") };
    assert!(near.iter().any(|g| g.name.contains("RTX 3060")), "{near:?}");
}

/// PCI ids that several parts share never turn one part into another.
#[test]
fn an_unlisted_name_is_not_taken_for_a_part_that_shares_its_id() {
    let cases = [
        ("NVIDIA DGX Display", (NVIDIA, 0x1fb0)),
        ("Quadro T2000 with Max-Q Design", (NVIDIA, 0x1fb8)),
        ("NVIDIA RTX 2000E Ada Generation", (NVIDIA, 0x28b0)),
        ("AMD Radeon RX 6600 LE", (AMD, 0x73ff)),
        ("AMD Radeon RX 5600 OEM", (AMD, 0x731f)),
        ("Intel(R) UHD Graphics (EHL)", (INTEL, 0x4571)),
        // The notebook parts of these names have other units and clocks.
        ("Quadro P5000", (NVIDIA, 0x1bb6)),
        ("Quadro P2000", (NVIDIA, 0x1cba)),
        ("NVIDIA GeForce GTX 980", (NVIDIA, 0x13da)),
        ("NVIDIA GeForce MX150", (NVIDIA, 0x1c90)),
    ];
    for (name, pci) in cases {
        assert!(matches!(lookup(name, Some(pci)), Lookup::NotFound { .. }), "{name}: {:?}", lookup(name, Some(pci)));
    }
}

/// Generic names are told apart by id, or said to be ambiguous.
#[test]
fn generic_names() {
    hold(&[
        ("AMD Radeon(TM) Graphics", Some((AMD, 0x164e)), 0.563, 83.2),
        ("Intel(R) Graphics (BMG G21)", Some((INTEL, 0xe20b)), 13.67, 456.0),
        ("Intel(R) Graphics (RPL-S)", Some((INTEL, 0xa780)), 0.845, 89.6),
        ("Intel(R) Arc(TM) 140V GPU (16GB)", Some((INTEL, 0x64a0)), 4.2, 136.5),
        ("NVIDIA Graphics Device", Some((NVIDIA, 0x2684)), 82.6, 1008.0),
    ]);
    assert_eq!(ambiguous("AMD Radeon(TM) Graphics", Some((AMD, 0x1681))), 2);
    assert_eq!(ambiguous("AMD Radeon Graphics (RADV RENOIR)", Some((AMD, 0x1638))), 3);
    assert_eq!(ambiguous("Intel(R) Iris(R) Xe Graphics (TGL GT2)", Some((INTEL, 0x9a49))), 2);
}

/// The same name, desktop and laptop: the PCI id decides.
#[test]
fn notebook_parts_that_bear_the_desktop_name() {
    hold(&[
        ("NVIDIA GeForce GTX 1060", Some((NVIDIA, 0x1c20)), 4.28, 192.0),
        ("NVIDIA GeForce GTX 1060 3GB", Some((NVIDIA, 0x1c02)), 3.9, 192.0),
        ("NVIDIA GeForce GTX 1660 Ti", Some((NVIDIA, 0x2182)), 5.4, 288.0),
        ("NVIDIA GeForce GTX 1660 Ti", Some((NVIDIA, 0x2191)), 4.9, 288.0),
        ("NVIDIA GeForce GTX 1660 Ti with Max-Q Design", Some((NVIDIA, 0x2191)), 4.1, 288.0),
        ("NVIDIA GeForce RTX 2060", Some((NVIDIA, 0x1f08)), 6.45, 336.0),
        ("NVIDIA GeForce RTX 2060", Some((NVIDIA, 0x1f15)), 6.0, 336.0),
        ("Quadro RTX 5000", Some((NVIDIA, 0x1eb0)), 11.15, 448.0),
        ("Quadro RTX 5000 with Max-Q Design", Some((NVIDIA, 0x1eb5)), 8.29, 384.0),
    ]);
    assert!(ambiguous("GeForce GTX 1060", None) >= 2);
    assert!(ambiguous("RTX 2070 Super", None) >= 2);
}

#[test]
fn mobile_soc_names() {
    hold(&[("Adreno (TM) 660", None, 1.72, 51.2), ("Adreno (TM) 630", None, 0.727, 29.9)]);
    assert_eq!(ambiguous("Adreno (TM) 740", None), 2);
    assert_eq!(ambiguous("Mali-G715", None), 4);
    assert_eq!(ambiguous("Mali-G715-Immortalis MC11", None), 2);
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
        let identity = Identity { name: name.to_owned(), ..Identity::default() };
        let matrix = theory(&identity, &Queried::default(), &GivenPeaks::default()).matrix_f16;
        let value = matrix.value.unwrap_or_default() / 1e12;
        assert!((value / tflops - 1.0).abs() < 0.01, "{name}: {value}");
    }
}
