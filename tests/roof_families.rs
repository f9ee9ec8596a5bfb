//! One hand-checked part for each family of the table: the vendor's own f32 peak and memory bandwidth.
//!
//! The figures are those that the vendors print (data sheets, product pages, press material), not products of the
//! table's units and clocks, so that a wrong unit count, clock, rate or bus width shows.
use std::collections::BTreeSet;

use lockstep::gpus::{Gpu, gpus};

/// The family, the part's title, TFLOP/s, GB/s.
#[rustfmt::skip]
const CHECKED: &[(&str, &str, f64, f64)] = &[
    ("GeForce RTX 50", "NVIDIA GeForce RTX 5080", 56.3, 960.0),
    ("GeForce RTX 50 Laptop", "NVIDIA GeForce RTX 5090 Laptop GPU", 45.3, 896.0),
    ("GeForce RTX 40", "NVIDIA GeForce RTX 4080", 48.7, 716.8),
    ("GeForce RTX 40 Laptop", "NVIDIA GeForce RTX 4080 Laptop GPU", 33.9, 432.0),
    ("GeForce RTX 30", "NVIDIA GeForce RTX 3090", 35.6, 936.0),
    ("GeForce RTX 30 Laptop", "NVIDIA GeForce RTX 3080 Laptop GPU", 21.0, 448.0),
    ("GeForce RTX 20 and TITAN RTX", "NVIDIA GeForce RTX 2080 Ti", 13.4, 616.0),
    ("GeForce RTX 20 Laptop", "NVIDIA GeForce RTX 2080 (laptop)", 9.4, 448.0),
    ("GeForce GTX 16", "NVIDIA GeForce GTX 1660 Ti (desktop)", 5.4, 288.0),
    ("GeForce GTX 16 Laptop and MX", "NVIDIA GeForce GTX 1660 Ti (laptop)", 4.9, 288.0),
    ("GeForce GTX 10 and TITAN, Pascal", "NVIDIA GeForce GTX 1080 Ti", 11.3, 484.0),
    ("GeForce GTX 10 notebook and MX, Pascal", "NVIDIA GeForce GTX 1070 (notebook)", 6.7, 256.0),
    ("GeForce GTX 900 and TITAN X, Maxwell", "NVIDIA GeForce GTX 980 (desktop)", 5.0, 224.0),
    ("GeForce 900M, MX130 and MX110, Maxwell", "NVIDIA GeForce GTX 960M", 1.5, 80.0),
    ("GeForce GTX 700 and TITAN, Kepler", "NVIDIA GeForce GTX 780 Ti", 5.35, 336.0),
    ("Blackwell data centre", "NVIDIA GB200", 80.0, 8000.0),
    ("Hopper data centre", "NVIDIA H100 80GB HBM3", 67.0, 3350.0),
    ("Ampere data centre, GA100", "NVIDIA A100-SXM4-80GB", 19.5, 2039.0),
    ("Ampere data centre, GA10x", "NVIDIA A40", 37.4, 696.0),
    ("Ada data centre", "NVIDIA L40S", 91.6, 864.0),
    ("Turing data centre", "Tesla T4", 8.1, 320.0),
    ("Volta", "Tesla V100-PCIE-32GB", 14.0, 900.0),
    ("Volta, further Tesla", "Tesla V100-DGXS-32GB", 15.7, 900.0),
    ("Pascal GP100", "Tesla P100-SXM2-16GB", 10.6, 732.0),
    ("Pascal data centre and Quadro", "Tesla P40", 11.8, 346.0),
    ("Maxwell data centre and Quadro", "Tesla M40", 6.8, 288.0),
    ("Maxwell Quadro mobile", "Quadro M2200", 2.1, 88.0),
    ("Kepler data centre", "Tesla K80", 4.37, 240.0),
    ("Quadro RTX desktop", "Quadro RTX 6000", 16.3, 672.0),
    ("Quadro RTX mobile", "Quadro RTX 5000 (mobile)", 9.4, 448.0),
    ("T-series, Turing", "NVIDIA T1000", 2.5, 160.0),
    ("RTX A-series desktop, Ampere", "NVIDIA RTX A6000", 38.7, 768.0),
    ("RTX A-series laptop, Ampere", "NVIDIA RTX A5500 Laptop GPU", 24.7, 512.0),
    ("RTX Ada Generation desktop", "NVIDIA RTX 6000 Ada Generation", 91.1, 960.0),
    ("RTX Ada Generation laptop", "NVIDIA RTX 4000 Ada Generation Laptop GPU", 33.6, 432.0),
    ("RTX PRO Blackwell", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition", 125.0, 1792.0),
    ("RTX PRO Blackwell laptop", "NVIDIA RTX PRO 5000 Blackwell Generation Laptop GPU", 49.8, 896.0),
    ("GB10", "NVIDIA GB10", 31.0, 273.0),
    ("Jetson", "NVIDIA Tegra Orin (nvgpu) (AGX Orin 64 GB)", 5.3, 204.8),
    ("Radeon RX 9000", "AMD Radeon RX 9070 XT", 48.7, 640.0),
    ("Radeon RX 7000", "AMD Radeon RX 7900 XTX", 61.4, 960.0),
    ("Radeon RX 7000 mobile", "AMD Radeon RX 7600M XT", 21.4, 288.0),
    ("Radeon RX 6000", "AMD Radeon RX 6800 XT", 20.74, 512.0),
    ("Radeon RX 6000 mobile", "AMD Radeon RX 6800M", 11.8, 384.0),
    ("Radeon RX 5000", "AMD Radeon RX 5700 XT", 9.75, 448.0),
    ("Radeon RX 5000 mobile", "AMD Radeon RX 5500M", 4.63, 224.0),
    ("Radeon VII and RX Vega", "AMD Radeon RX Vega 64 (64 compute units)", 12.66, 483.8),
    ("Radeon RX 400 and 500", "AMD Radeon RX 580", 6.17, 256.0),
    ("Radeon R9 Fury and 300, GCN 3", "AMD Radeon R9 Fury X (64 compute units, 1050 MHz)", 8.6, 512.0),
    ("Radeon R9 390 and 290, GCN 2", "AMD Radeon R9 390X (44 compute units)", 5.91, 384.0),
    ("Radeon Pro W7000", "AMD Radeon Pro W7900", 61.3, 864.0),
    ("Radeon AI Pro R9000", "AMD Radeon AI PRO R9700", 47.8, 640.0),
    ("Radeon Pro W6000 and V620", "AMD Radeon Pro W6800", 17.83, 512.0),
    ("Radeon Pro, RDNA", "AMD Radeon Pro W5700", 8.89, 448.0),
    ("Radeon Pro, Vega", "AMD Radeon Pro VII", 13.1, 1024.0),
    ("Radeon Pro WX and 500, Polaris", "AMD Radeon Pro WX 7100", 5.73, 224.0),
    ("FirePro, GCN 2", "AMD FirePro W9100", 5.24, 320.0),
    ("Instinct MI100", "AMD Instinct MI100", 23.1, 1228.8),
    ("Instinct MI200", "AMD Instinct MI250X (both dies)", 47.9, 3276.8),
    ("Instinct MI300", "AMD Instinct MI300X", 163.4, 5300.0),
    ("Instinct MI350", "AMD Instinct MI355X", 157.3, 8000.0),
    ("Instinct, Vega", "AMD Radeon Instinct MI25", 12.3, 484.0),
    ("Ryzen AI Max, RDNA 3.5", "AMD Radeon 8060S Graphics", 29.7, 256.0),
    ("Ryzen AI 300, RDNA 3.5", "AMD Radeon 890M Graphics", 11.88, 128.0),
    ("Ryzen 7040, 8040 and 8000G, RDNA 3", "AMD Radeon 780M Graphics (Ryzen 7040 and 8040)", 8.29, 120.0),
    ("Ryzen 6000 and 7035, RDNA 2", "AMD Radeon 680M", 3.69, 102.4),
    ("Ryzen 7000 and 9000 desktop, 7020, RDNA 2", "AMD Radeon Graphics (Ryzen 7000 and 9000)", 0.563, 83.2),
    ("Steam Deck, RDNA 2", "AMD Custom GPU 0405", 1.6, 88.0),
    ("Ryzen 4000 to 5000 graphics, Vega", "AMD Radeon Graphics (Renoir or Cezanne, 8 compute units)", 2.15, 68.3),
    ("Ryzen 2000 and 3000 graphics, Vega", "AMD Radeon Vega 11 Graphics", 1.97, 46.9),
    ("Kaby Lake-G, Polaris", "AMD Radeon RX Vega M GH Graphics", 3.7, 204.8),
    ("Arc A", "Intel(R) Arc(TM) A770 Graphics (16 GB)", 19.66, 560.0),
    ("Arc A mobile and Arc Pro A", "Intel(R) Data Center GPU Flex 170", 16.8, 576.0),
    ("Arc B", "Intel(R) Arc(TM) B580 Graphics", 13.67, 456.0),
    ("Arc Pro B", "Intel(R) Arc(TM) Pro B60 Graphics", 12.28, 456.0),
    ("Data Center GPU Max", "Intel(R) Data Center GPU Max 1550 (both tiles)", 52.4, 3276.8),
    ("Core Ultra 300 graphics, Panther Lake", "Intel(R) Arc(TM) B390 GPU", 7.68, 153.6),
    ("Core Ultra 200V graphics, Lunar Lake", "Intel(R) Arc(TM) 140V GPU (140V)", 4.2, 136.5),
    ("Core Ultra 200H graphics, Arrow Lake-H", "Intel(R) Arc(TM) 140T GPU (140T)", 4.81, 134.4),
    ("Core Ultra 100 and 200U/S/HX graphics, Meteor Lake and Arrow Lake", "Intel(R) Arc(TM) Graphics (Core Ultra 7 and 9 100H, 8 Xe cores)", 4.81, 119.5),
    ("Iris Xe Max, DG1", "Intel(R) Iris(R) Xe MAX Graphics", 2.53, 68.0),
    ("Core 11th generation mobile graphics, Tiger Lake", "Intel(R) Iris(R) Xe Graphics (Tiger Lake, 96 EUs)", 2.07, 68.3),
    ("Core 12th to 14th generation mobile graphics, Alder Lake and Raptor Lake", "Intel(R) Iris(R) Xe Graphics (Raptor Lake, 96 EUs)", 2.3, 102.4),
    ("Core 11th to 14th generation desktop graphics, Xe-LP", "Intel(R) UHD Graphics 770", 0.845, 89.6),
    ("Core 10th generation graphics, Ice Lake", "Intel(R) Iris(R) Plus Graphics (64 EUs)", 1.13, 59.7),
    ("Core 6th to 10th generation graphics, Gen9", "Intel(R) HD Graphics 530", 0.4416, 34.1),
    ("Core 5th generation graphics, Gen8", "Intel(R) Iris(R) Pro Graphics 6200", 0.883, 29.9),
    ("M1", "Apple M1 Max (32 cores)", 10.4, 400.0),
    ("M2", "Apple M2 Ultra (76 cores)", 27.2, 800.0),
    ("M3", "Apple M3 (10 cores)", 3.53, 100.0),
    ("M4", "Apple M4 Max (40 cores)", 16.2, 546.0),
    ("M5", "Apple M5 (10 cores)", 4.04, 153.0),
    ("Adreno X", "Qualcomm(R) Adreno(TM) X1-85 GPU (4.6 TFLOP/s)", 4.6, 135.0),
    ("Adreno 6xx to 8xx", "Adreno (TM) 660", 1.72, 51.2),
    ("Mali, 5th generation", "Mali-G720-Immortalis MC12 (Dimensity 9300)", 3.99, 76.8),
    ("Mali, Valhall, G715", "Mali-G715-Immortalis MC11 (Dimensity 9200)", 2.76, 68.3),
    ("Mali, Valhall, G710 and G610", "Mali-G710 MC10 (Dimensity 9000)", 1.085, 60.0),
    ("Mali, Valhall, G77 and G78", "Mali-G78 MP24 (Kirin 9000)", 1.166, 44.0),
    ("Mali, Bifrost", "Mali-G76 MP12 (Exynos 9820)", 0.404, 34.1),
    ("VideoCore", "V3D 7.1 (Raspberry Pi 5)", 0.0768, 17.1),
];

fn part(family: &str, title: &str) -> &'static Gpu {
    let fits = |g: &&Gpu| g.family == family && g.title() == title;
    gpus().iter().find(fits).unwrap_or_else(|| panic!("{family}: no {title}"))
}

#[test]
fn a_part_of_each_family_is_within_three_percent_of_its_vendor() {
    for (family, title, tflops, gbs) in CHECKED {
        let gpu = part(family, title);
        let f32 = gpu.f32() / 1e12;
        assert!((f32 / tflops - 1.0).abs() < 0.03, "{title}: {f32} instead of {tflops} TFLOP/s");
        let bandwidth = gpu.bandwidth.unwrap_or_default() / 1e9;
        assert!((bandwidth / gbs - 1.0).abs() < 0.03, "{title}: {bandwidth} instead of {gbs} GB/s");
    }
}

#[test]
fn every_family_is_checked() {
    let families: BTreeSet<&str> = gpus().iter().map(|g| g.family.as_str()).collect();
    let checked: BTreeSet<&str> = CHECKED.iter().map(|(family, ..)| *family).collect();
    let missing: Vec<&&str> = families.difference(&checked).collect();
    assert!(missing.is_empty(), "no part of these is hand-checked: {missing:?}");
}

/// Whatever the table calls a part, looking it up by that name leads back to it, alone or among its namesakes.
#[test]
fn every_part_is_found_under_its_own_name() {
    for gpu in gpus() {
        let pci = gpu.pci.first().map(|id| (vendor_id(gpu), *id));
        let found = lockstep::gpus::lookup(&gpu.name, pci).candidates();
        let same = |other: &&Gpu| {
            std::ptr::eq(*other, gpu)
                || ((other.f32() / gpu.f32() - 1.0).abs() < 0.01 && other.bandwidth == gpu.bandwidth)
        };
        assert!(
            found.iter().any(same),
            "{} {pci:x?}: {:?}",
            gpu.title(),
            found.iter().map(|g| g.title()).collect::<Vec<_>>()
        );
        // Never a part of another name.
        let named = |other: &&Gpu| other.spellings.iter().any(|s| gpu.spellings.contains(s));
        assert!(found.iter().all(named), "{}: {:?}", gpu.title(), found.iter().map(|g| g.title()).collect::<Vec<_>>());
    }
}

fn vendor_id(gpu: &Gpu) -> u16 {
    use lockstep::gpus::Vendor;
    match gpu.vendor {
        Vendor::Nvidia => 0x10de,
        Vendor::Amd => 0x1002,
        Vendor::Intel => 0x8086,
        Vendor::Apple => 0x106b,
        Vendor::Qualcomm => 0x5143,
        Vendor::Arm => 0x13b5,
        Vendor::Broadcom => 0x14e4,
    }
}
