//! Names as Vulkan, Direct3D 12, Metal, ANGLE and people spell them, and the part that each means.

use lockstep_gpus::{Lookup, lookup};

/// `name | the part's title`, a line each.
const ONE: &str = "\
RTX5090 | NVIDIA GeForce RTX 5090
9070xt | AMD Radeon RX 9070 XT
B580 | Intel(R) Arc(TM) B580 Graphics
mi300x | AMD Instinct MI300X
5060 Ti 16GB | NVIDIA GeForce RTX 5060 Ti (16 GB)
5060 Ti | NVIDIA GeForce RTX 5060 Ti (16 GB)
H200 | NVIDIA H200
rtx 4060 laptop | NVIDIA GeForce RTX 4060 Laptop GPU
rx 7900 xtx | AMD Radeon RX 7900 XTX
7900xtx | AMD Radeon RX 7900 XTX
1080ti | NVIDIA GeForce GTX 1080 Ti
gtx1080ti | NVIDIA GeForce GTX 1080 Ti
3060 laptop | NVIDIA GeForce RTX 3060 Laptop GPU
Microsoft Direct3D12 (NVIDIA GeForce RTX 3070) | NVIDIA GeForce RTX 3070
Microsoft Direct3D12 (Intel(R) UHD Graphics 630) | Intel(R) UHD Graphics 630
Virtio-GPU Venus (NVIDIA GeForce RTX 4070) | NVIDIA GeForce RTX 4070
Virtio-GPU Venus (AMD Radeon RX 6800 (RADV NAVI21)) | AMD Radeon RX 6800
Snapdragon(R) X Elite - X1E78100 - Qualcomm(R) Adreno(TM) GPU | Qualcomm(R) Adreno(TM) X1-85 GPU (3.8 TFLOP/s)
Snapdragon(R) X Elite - X1E80100 - Qualcomm(R) Adreno(TM) GPU | Qualcomm(R) Adreno(TM) X1-85 GPU (3.8 TFLOP/s)
Snapdragon(R) X Plus - X1P42100 - Qualcomm(R) Adreno(TM) GPU | Qualcomm(R) Adreno(TM) X1-45 GPU (1.7 TFLOP/s)
Turnip Adreno (TM) 660 | Adreno (TM) 660
V3D 4.2.14 | V3D 4.2 (Raspberry Pi 4)
V3D 4.2.14.0 | V3D 4.2 (Raspberry Pi 4)
V3D 7.1.7 | V3D 7.1 (Raspberry Pi 5)
V3D 7.1.10.2 | V3D 7.1 (Raspberry Pi 5)
NVIDIA Tegra Xavier (nvgpu) | NVIDIA Tegra Xavier (nvgpu) (AGX Xavier)
NVIDIA Tegra X2 (nvgpu) | NVIDIA Tegra X2 (nvgpu) (Jetson TX2)
AMD Custom GPU 0405 (RADV VANGOGH) | AMD Custom GPU 0405
AMD Custom GPU 0405 | AMD Custom GPU 0405
AMD Custom GPU 0932 (RADV VANGOGH) | AMD Custom GPU 0932
Steam Deck | AMD Custom GPU 0405
NVIDIA GeForce RTX 4090/PCIe/SSE2 | NVIDIA GeForce RTX 4090
NVIDIA GeForce RTX 4060 Ti | NVIDIA GeForce RTX 4060 Ti (16 GB)
NVIDIA GeForce RTX 4060 Ti 16GB | NVIDIA GeForce RTX 4060 Ti (16 GB)
ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Laptop GPU (0x00002520) Direct3D11 vs_5_0 ps_5_0, D3D11) | NVIDIA GeForce RTX 3060 Laptop GPU
NVIDIA H200 | NVIDIA H200
NVIDIA A100-PCIE-40GB | NVIDIA A100-PCIE-40GB
NVIDIA A100-SXM-80GB | NVIDIA A100-SXM4-80GB
NVIDIA A100-SXM4-40GB | NVIDIA A100-SXM4-40GB
Intel(R) UHD Graphics 620 (KBL GT2) | Intel(R) UHD Graphics 620
Intel(R) HD Graphics 620 | Intel(R) HD Graphics 620
Intel(R) UHD Graphics 770 (ADL-S GT1) | Intel(R) UHD Graphics 770
Intel(R) Iris(R) Plus Graphics 655 | Intel(R) Iris(R) Plus Graphics 655
Mesa Intel(R) UHD Graphics 620 (KBL GT2) | Intel(R) UHD Graphics 620
Intel(R) Arc(TM) 140V GPU (16GB) | Intel(R) Arc(TM) 140V GPU (140V)
Intel(R) Arc(TM) B580 Graphics (BMG G21) | Intel(R) Arc(TM) B580 Graphics
Intel(R) Arc(TM) Pro B50 Graphics | Intel(R) Arc(TM) Pro B50 Graphics
AMD Radeon RX 9070 XT (RADV GFX1201) | AMD Radeon RX 9070 XT
AMD Radeon RX 9060 XT (RADV GFX1200) | AMD Radeon RX 9060 XT (16 GB)
AMD Radeon RX 9060 XT 16GB | AMD Radeon RX 9060 XT (16 GB)
AMD Radeon RX 7800 XT | AMD Radeon RX 7800 XT
AMD Radeon RX 7700 XT (RADV NAVI32) | AMD Radeon RX 7700 XT
AMD Radeon RX 7600 | AMD Radeon RX 7600
AMD Radeon RX 6700 XT (RADV NAVI22) | AMD Radeon RX 6700 XT
AMD Radeon RX 6750 GRE 12GB | AMD Radeon RX 6750 GRE 12GB
AMD Radeon RX 5700 | AMD Radeon RX 5700
AMD Radeon RX 580 Series | AMD Radeon RX 580
AMD Radeon RX 580 Series (RADV POLARIS10) | AMD Radeon RX 580
Radeon RX 580 Series | AMD Radeon RX 580
AMD Radeon RX 480 Graphics (RADV POLARIS10) | AMD Radeon RX 480
AMD Radeon VII (RADV VEGA20) | AMD Radeon VII
AMD Radeon RX Vega 56 | AMD Radeon RX Vega 56 (56 compute units)
AMD Radeon(TM) RX Vega 10 Graphics | AMD Radeon Vega 10 Graphics
AMD Radeon(TM) 680M | AMD Radeon 680M
AMD Radeon(TM) 890M Graphics | AMD Radeon 890M Graphics
AMD Radeon 890M Graphics (RADV GFX1150) | AMD Radeon 890M Graphics
AMD Radeon 8060S Graphics (RADV GFX1151) | AMD Radeon 8060S Graphics
AMD Radeon Pro 5500M | AMD Radeon Pro 5500M
AMD Radeon Pro 560X | AMD Radeon Pro 560X
AMD Instinct MI300X VF | AMD Instinct MI300X
AMD Instinct MI300X (RADV GFX942) | AMD Instinct MI300X
NVIDIA GeForce RTX 5070 Ti Laptop GPU | NVIDIA GeForce RTX 5070 Ti Laptop GPU
NVIDIA GeForce RTX 5080 | NVIDIA GeForce RTX 5080
NVIDIA RTX A6000 | NVIDIA RTX A6000
NVIDIA A10G | NVIDIA A10G
NVIDIA L4 | NVIDIA L4
Tesla T4 | Tesla T4
Tesla P100-PCIE-16GB | Tesla P100-PCIE-16GB
Tesla K80 | Tesla K80
NVIDIA RTX 6000 Ada Generation | NVIDIA RTX 6000 Ada Generation
NVIDIA RTX PRO 6000 Blackwell Workstation Edition | NVIDIA RTX PRO 6000 Blackwell Workstation Edition
Quadro P1000 | Quadro P1000 (desktop)
NVIDIA T400 4GB | NVIDIA T400
NVIDIA GeForce GTX 1660 SUPER | NVIDIA GeForce GTX 1660 SUPER
NVIDIA GeForce GTX 960 | NVIDIA GeForce GTX 960
NVIDIA GeForce MX450 | NVIDIA GeForce MX450
NVIDIA TITAN RTX | NVIDIA TITAN RTX
NVIDIA TITAN V | NVIDIA TITAN V
NVIDIA DGX Spark | NVIDIA GB10
NVIDIA GB10 | NVIDIA GB10
";

/// `name | a part among those that it may mean`: the name alone does not tell.
const SEVERAL: &str = "\
A770 | Intel(R) Arc(TM) A770 Graphics (8 GB)
H100 | NVIDIA H100 PCIe
V100 | Tesla V100-SXM2-32GB
780M | AMD Radeon 780M Graphics (Ryzen 8000G)
AMD Ryzen 7 8700G w/ Radeon 780M Graphics | AMD Radeon 780M Graphics (Ryzen 8000G)
Microsoft Direct3D12 (AMD Radeon(TM) Graphics) | AMD Radeon Graphics (Ryzen 7000 and 9000)
Radeon(TM) Graphics | AMD Radeon Graphics (Ryzen 7000 and 9000)
Qualcomm(R) Adreno(TM) X1-85 GPU | Qualcomm(R) Adreno(TM) X1-85 GPU (4.6 TFLOP/s)
NVIDIA Tegra Orin (nvgpu) | NVIDIA Tegra Orin (nvgpu) (Orin NX)
AMD RADV VANGOGH (ACO) | AMD Custom GPU 0405
ANGLE (Apple, ANGLE Metal Renderer: Apple M2 Pro, Unspecified Version) | Apple M2 Pro (19 cores)
Virtio-GPU Venus (Intel(R) Arc(tm) A770 Graphics (DG2)) | Intel(R) Arc(TM) A770 Graphics (16 GB)
";

/// Parts that the database does not have; none of its own may stand in for them.
const NONE: &[&str] = &[
    "NVIDIA GeForce GT 710",
    "NVIDIA CMP 170HX",
    "NVIDIA RTX A6000-48Q",
    "AMD Radeon R9 M370X",
    "AMD Radeon HD 7900 Series",
    "Adreno (TM) 618",
    "Mali-T880",
    "Samsung Xclipse 920",
    "PowerVR Rogue GE8320",
    "Apple Paravirtual device",
    "580",
    "llvmpipe (LLVM 15.0.6, 256 bits)",
];

fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.lines().filter_map(|row| row.split_once(" | "))
}

#[test]
fn a_name_that_means_one_part_finds_it() {
    for (name, title) in rows(ONE) {
        match lookup(name, None) {
            Lookup::Found { gpu, .. } => assert_eq!(gpu.title(), title, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn a_name_that_may_mean_several_parts_is_ambiguous() {
    for (name, title) in rows(SEVERAL) {
        match lookup(name, None) {
            Lookup::Ambiguous { candidates, .. } => {
                assert!(candidates.iter().any(|gpu| gpu.title() == title), "{name}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn a_part_that_is_not_listed_is_not_taken_for_another() {
    for name in NONE {
        let found = lookup(name, None);
        assert!(matches!(found, Lookup::NotFound { .. }), "{name}: {found:?}");
    }
}

#[test]
fn a_pci_id_tells_namesakes_apart() {
    let hawk_point = lookup("AMD Radeon 780M Graphics", Some((0x1002, 0x1900)));
    assert_eq!(hawk_point.candidates().len(), 1, "{hawk_point:?}");
    // A graphics unit that the database does not have is none of those that share its name.
    let newer = lookup("AMD Radeon(TM) Graphics", Some((0x1002, 0xffff)));
    assert!(matches!(newer, Lookup::NotFound { .. }), "{newer:?}");
}
