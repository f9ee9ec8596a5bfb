//! Adapter names as drivers spell them, reduced to what tells parts apart.
//!
//! `AMD Radeon RX 6800 (RADV NAVI21)` and `Radeon(TM) RX 6800 Series` both become the words `6800 rx`, of AMD, and the
//! first also names its chip. Words are compared as sets and must agree exactly, so that `RTX 3060`, `RTX 3060 Ti` and
//! `RTX 3060 Laptop GPU` never meet.

use super::spelling::{
    bracketed, device_id, drop_processor, is_chip_code, is_processor_word, join_pairs, memory_gb, nouveau_chip, plain,
    shorthand, split_parentheses, unwrapped, words_of,
};

/// The vendor that a name or a PCI id speaks of.
#[allow(missing_docs, reason = "`from_pci` and `from_name` say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vendor {
    Nvidia,
    Amd,
    Intel,
    Apple,
    Qualcomm,
    Arm,
    Broadcom,
    Imagination,
    Samsung,
    HiSilicon,
    MooreThreads,
}

impl Vendor {
    /// The vendor behind a PCI vendor id.
    pub fn from_pci(id: u16) -> Option<Vendor> {
        Some(match id {
            0x10de => Vendor::Nvidia,
            0x1002 | 0x1022 => Vendor::Amd,
            0x8086 => Vendor::Intel,
            0x106b => Vendor::Apple,
            0x5143 | 0x17cb => Vendor::Qualcomm,
            0x13b5 => Vendor::Arm,
            0x14e4 => Vendor::Broadcom,
            0x1010 => Vendor::Imagination,
            0x144d => Vendor::Samsung,
            0x19e5 => Vendor::HiSilicon,
            0x1ed5 => Vendor::MooreThreads,
            _ => return None,
        })
    }

    /// The vendor of that name, as the data files write it.
    pub fn from_name(name: &str) -> Option<Vendor> {
        Some(match name {
            "NVIDIA" => Vendor::Nvidia,
            "AMD" => Vendor::Amd,
            "Intel" => Vendor::Intel,
            "Apple" => Vendor::Apple,
            "Qualcomm" => Vendor::Qualcomm,
            "Arm" => Vendor::Arm,
            "Broadcom" => Vendor::Broadcom,
            "Imagination" => Vendor::Imagination,
            "Samsung" => Vendor::Samsung,
            "HiSilicon" => Vendor::HiSilicon,
            "Moore Threads" => Vendor::MooreThreads,
            _ => return None,
        })
    }

    /// `HD Graphics 5500` without a vendor is Intel's; AMD's are Radeons.
    fn from_phrase(text: &str) -> Option<Vendor> {
        text.contains("hd graphics").then_some(Vendor::Intel)
    }

    fn from_word(word: &str) -> Option<Vendor> {
        Some(match word {
            "nvidia" | "geforce" | "quadro" | "tesla" | "titan" | "gtx" | "rtx" | "nvk" => Vendor::Nvidia,
            "amd" | "ati" | "radeon" | "firepro" | "instinct" | "ryzen" | "radv" => Vendor::Amd,
            "intel" | "uhd" | "iris" | "arc" => Vendor::Intel,
            "apple" => Vendor::Apple,
            "qualcomm" | "adreno" | "snapdragon" | "freedreno" | "turnip" => Vendor::Qualcomm,
            "arm" | "mali" | "immortalis" => Vendor::Arm,
            "broadcom" | "v3d" => Vendor::Broadcom,
            "powervr" | "imagination" => Vendor::Imagination,
            "xclipse" => Vendor::Samsung,
            "maleoon" => Vendor::HiSilicon,
            "mtt" => Vendor::MooreThreads,
            _ => return None,
        })
    }
}

/// A name reduced to its telling words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// The vendor, where a word gives it away.
    pub vendor: Option<Vendor>,
    /// The telling words, sorted, without doubles. Empty for generic names such as `AMD Radeon Graphics`.
    pub words: Vec<String>,
    /// The memory size in GB, where the name says one (`3060 12GB`).
    pub memory_gb: Option<u32>,
    /// What stood in parentheses: the chip, as Mesa's drivers add it (`RADV NAVI21`, `TGL GT2`).
    pub chip: Vec<String>,
    /// The PCI device id, where the name says one: `ANGLE (..., NAME (0x00002520) ...)`, `Intel(R) Graphics [0x9a49]`.
    pub pci: Option<u16>,
}

/// Words that tell no two parts of one vendor apart.
const NOISE: &str = "nvidia amd ati intel apple qualcomm arm corporation inc technologies geforce radeon tesla adreno mali \
    graphics gpu gfx series serie seria serisi design with generation edition adapter tm r radeont 16core processor pcie3 sse2 opengl engine angle vulkan \
    direct3d11 bionic d3d9 d3d11 d3d12 metal renderer model family processor device lite hash rate graphic pci turnip mesa radv \
    snapdragon broadcom gallium 0.4 on unknown jetson powervr rogue imagination samsung moore threads hisilicon huawei tech nouveau cape r0 r1 sdi dvi + 3d igp agp mgpu mxm rebrand dri asus evga msi gigabyte \
    zotac palit pny gainward inno3d galax colorful sapphire powercolor asrock xfx";

/// Words of boards that people type and no driver prints: where a name fits nothing with them, it is looked up without.
pub(crate) const BOARDS: &str = "founders gaming oc overclocked strix rog tuf dual trio ventus suprim windforce eagle aorus aero armor nitro \
    nitro+ pulse phantom challenger twin amp mini itx ftw ftw3 xc sc ssc devil dragon red black speedster merc \
    swft hellhound fighter mech jetstream reference kfa2 lp mercury magnetic";

/// Architectures that tell namesakes apart: `TITAN X (Pascal)`.
pub(crate) const ARCHITECTURES: &[&str] = &["fermi", "kepler", "maxwell", "pascal", "turing"];

/// Words that a person leaves out: they name a family, or a card's form.
const FAMILIES: &[&str] = &["rtx", "gtx", "rx", "arc", "instinct"];
const FORMS: &[&str] = &["sxm", "sxm2", "sxm3", "sxm4", "sxm5", "pcie", "nvl", "hbm2", "hbm3", "hbm3e"];

impl Name {
    /// Reads a name as a driver or a person spells it. Never fails: an unreadable name has no words.
    pub fn parse(text: &str) -> Name {
        let lower = text.to_lowercase();
        let text = plain(bracketed(unwrapped(lower.trim_end_matches(", or similar"))));
        let (outside, inside) = split_parentheses(&text);
        let vendor_of = |text: &str| text.split(|c: char| !c.is_alphanumeric()).find_map(Vendor::from_word);
        let vendor = vendor_of(&text).or_else(|| vendor_of(&lower)).or_else(|| Vendor::from_phrase(&text));
        let mut name = Name { vendor, chip: words_of(&inside), pci: device_id(&lower), ..Name::default() };
        let mut words = words_of(&outside);
        name.split_chip(&mut words);
        join_pairs(&mut words);
        shorthand(&mut words);
        drop_processor(&mut words);
        let mut sizes = Vec::new();
        for word in words {
            match memory_gb(&word) {
                Some(gb) => sizes.push(gb),
                None if NOISE.split(' ').any(|noise| noise == word) => {}
                None => name.words.push(word),
            }
        }
        // Of several sizes none tells.
        name.memory_gb = sizes.first().copied().filter(|_| sizes.len() == 1);
        name.words.sort();
        name.words.dedup();
        // `Iris Pro HD 6100`.
        if name.words.iter().any(|word| word == "iris") {
            name.words.retain(|word| word != "hd");
        }
        name
    }

    /// Tells the chip's words from the part's, wherever either stands.
    fn split_chip(&mut self, words: &mut Vec<String>) {
        self.chip.retain(|w| !matches!(w.as_str(), "radv" | "nvk" | "anv"));
        for word in words.iter_mut() {
            *word = nouveau_chip(word).unwrap_or_else(|| std::mem::take(word));
        }
        // Old Mesa: `AMD RADV VANGOGH (ACO)`.
        if let Some(at) = words.iter().position(|w| w == "radv") {
            self.chip = words.split_off(at + 1);
        }
        // A memory bus and a number of cores tell parts apart, wherever they stand: `GTX 760 (192-bit)`, `M1 (8-core GPU)`.
        let is_count = |word: &String| matches!(word.as_str(), "bit" | "core" | "cores" | "eu" | "eus" | "cu" | "cus");
        if let Some(at) = self.chip.iter().position(is_count).filter(|at| *at > 0) {
            words.extend(self.chip.drain(at - 1..=at));
        }
        let is_form = |word: &String| {
            matches!(word.as_str(), "mobile" | "notebook" | "laptop" | "max" | "q")
                || ARCHITECTURES.contains(&word.as_str())
        };
        words.extend(self.chip.iter().filter(|word| is_form(word)).cloned());
        self.chip.retain(|word| !is_form(word));
        // `Iris Xe Graphics (i7-1265U)`: the processor is not the chip.
        if self.chip.iter().any(|word| is_processor_word(word)) {
            self.chip.clear();
        }
        if words.iter().any(|word| !is_chip_code(word) && word.contains(|c: char| c.is_ascii_digit())) {
            self.chip.extend(words.extract_if(.., |word| is_chip_code(word)));
        }
    }

    /// The name without these words.
    pub(crate) fn without(&self, dropped: &str) -> Name {
        let mut name = self.clone();
        name.words.retain(|word| !dropped.split(' ').any(|other| other == word));
        name
    }

    /// Whether a person may have meant `full` by this name: all that `full` has beside it is the family's word or the
    /// card's form (`9070 XT`, `B580`, `mi300x`, `H100`). Three digits alone mean too much.
    pub(crate) fn may_be_short_for(&self, full: &Name) -> bool {
        // A Quadro 4000 of Fermi is no Quadro RTX 4000.
        let is_quadro = self.words.iter().any(|w| w == "quadro");
        let telling = |w: &String| w.len() >= 4 && w.contains(|c: char| c.is_ascii_digit());
        let omitted = |w: &String| {
            let family = FAMILIES.contains(&w.as_str());
            family && !is_quadro && !self.words.iter().any(|own| FAMILIES.contains(&own.as_str()))
                || FORMS.contains(&w.as_str())
        };
        self.words.iter().any(telling)
            && self.words.iter().all(|w| full.words.contains(w))
            && full.words.iter().all(|w| self.words.contains(w) || omitted(w))
    }

    /// Whether the name says no more than a family's: `Intel(R) HD Graphics`, `Intel(R) Iris(R) Xe Graphics`.
    pub(crate) fn names_a_family(&self) -> bool {
        !self.words.iter().any(|word| word.contains(|c: char| c.is_ascii_digit()))
    }

    /// Whether this is the name of a series (`Radeon HD 7600M Series`) and `part` that of one of its parts.
    pub(crate) fn is_series_of(&self, part: &Name) -> bool {
        let is_family = |word: &String| matches!(word.as_str(), "hd" | "r5" | "r7" | "r9");
        let is_series = |word: &&String| word.trim_end_matches('m').ends_with("00");
        let Some(number) = self.words.iter().find(is_series).filter(|_| self.words.iter().any(is_family)) else {
            return false;
        };
        let digits = number.trim_end_matches('m');
        let (stem, end) = (digits.trim_end_matches('0'), &number[digits.len()..]);
        let of_series = |word: &String| {
            let same_end = word.trim_start_matches(|c: char| c.is_ascii_digit()) == end;
            word.len() == number.len() && word.starts_with(stem) && same_end
        };
        let is_rank = |word: &String| matches!(word.as_str(), "xt" | "pro");
        part.words.iter().any(of_series)
            && part.words.iter().all(|word| of_series(word) || self.words.contains(word) || is_rank(word))
            && self.words.iter().all(|word| word == number || part.words.contains(word))
    }

    /// Whether the name says nothing about the part: `AMD Radeon Graphics`, `Intel(R) Graphics (RPL-P)`.
    pub fn is_generic(&self) -> bool {
        self.words.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        Name::parse(text).words.join(" ")
    }

    #[test]
    fn drivers_spellings_of_one_part_agree() {
        assert_eq!(words("AMD Radeon RX 6800 (RADV NAVI21)"), words("Radeon(TM) RX 6800 Series"));
        assert_eq!(words("Intel(R) Iris(R) Xe Graphics (TGL GT2)"), words("Intel® Iris® Xe Graphics"));
        assert_eq!(words("NVIDIA GeForce RTX 3060 (NVK GA106)"), words("GeForce RTX 3060/PCIe/SSE2"));
        assert_eq!(words("RTX 3060Ti"), words("NVIDIA GeForce RTX 3060 Ti"));
        assert_eq!(words("Quadro RTX 5000 with Max-Q Design"), "5000 maxq quadro rtx");
    }

    #[test]
    fn a_layer_s_name_is_the_gpu_s_inside_of_it() {
        for name in [
            "Microsoft Direct3D12 (NVIDIA GeForce RTX 3080)",
            "Virtio-GPU Venus (NVIDIA GeForce RTX 3080 (NVK GA102))",
            "ANGLE (NVIDIA, NVIDIA GeForce RTX 3080 (0x00002206) Direct3D11 vs_5_0 ps_5_0, D3D11)",
            "ANGLE (NVIDIA, NVIDIA GeForce RTX 3080 Direct3D11 vs_5_0 ps_5_0, D3D11-31.0.15.3623)",
            "ANGLE (NVIDIA, NVIDIA GeForce RTX 3080 Direct3D11 vs_5_0 ps_5_0)",
            "ANGLE (NVIDIA GeForce RTX 3080 Direct3D9Ex vs_3_0 ps_3_0)",
            "ANGLE (NVIDIA GeForce RTX 3080) on Vulkan 1.1.179",
            "ANGLE (NVIDIA, Vulkan 1.3.277 (NVIDIA GeForce RTX 3080 (0x00002206)), NVIDIA)",
            "ANGLE (NVIDIA Corporation, NVIDIA GeForce RTX 3080/PCIe/SSE2, OpenGL 4.5.0)",
            "RTX3080",
        ] {
            assert_eq!(words(name), "3080 rtx", "{name}");
        }
        assert_eq!(words("AMD Ryzen 7 7840U w/ Radeon 780M Graphics"), "780m");
        let deck = Name::parse("AMD RADV VANGOGH (ACO)");
        assert_eq!((deck.is_generic(), deck.chip), (true, vec!["vangogh".to_owned()]));
        assert_eq!(words("V3D 4.2.14"), words("V3D 4.2"));
    }

    #[test]
    fn variants_stay_apart() {
        let names = ["RTX 3060", "RTX 3060 Ti", "RTX 3060 Laptop GPU", "RTX 3060 with Max-Q Design", "RTX 3060 SUPER"];
        for a in names {
            for b in names {
                assert_eq!(words(a) == words(b), a == b, "{a} / {b}");
            }
        }
    }

    #[test]
    fn memory_sizes_and_chips_are_read_apart() {
        let name = Name::parse("NVIDIA A100-SXM4-40GB");
        assert_eq!((name.memory_gb, name.words.join(" ").as_str()), (Some(40), "a100 sxm4"));
        assert_eq!(Name::parse("AMD Radeon Graphics (RADV REMBRANDT)").chip, ["rembrandt"]);
        assert!(Name::parse("AMD Radeon Graphics (RADV REMBRANDT)").is_generic());
        assert!(Name::parse("Intel(R) Graphics (RPL-P)").is_generic());
    }
}
