//! Adapter names as drivers spell them, reduced to what tells parts apart.
//!
//! `AMD Radeon RX 6800 (RADV NAVI21)` and `Radeon(TM) RX 6800 Series` both become the words `6800 rx`, of AMD, and the
//! first also names its chip. Words are compared as sets and must agree exactly, so that `RTX 3060`, `RTX 3060 Ti` and
//! `RTX 3060 Laptop GPU` never meet.

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

    fn from_word(word: &str) -> Option<Vendor> {
        Some(match word {
            "nvidia" | "geforce" | "quadro" | "tesla" | "titan" | "gtx" | "rtx" | "nvk" => Vendor::Nvidia,
            "amd" | "ati" | "radeon" | "firepro" | "instinct" | "ryzen" | "radv" => Vendor::Amd,
            "intel" | "uhd" | "iris" | "arc" => Vendor::Intel,
            "apple" => Vendor::Apple,
            "qualcomm" | "adreno" | "snapdragon" => Vendor::Qualcomm,
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
}

/// Words that tell no two parts of one vendor apart.
const NOISE: &str = "nvidia amd ati intel apple qualcomm arm corporation inc technologies geforce radeon tesla adreno mali \
    graphics gpu gfx series design with generation edition adapter tm r pcie3 sse2 opengl engine angle vulkan \
    direct3d11 metal renderer model family processor device lite hash rate graphic pci turnip mesa radv \
    snapdragon broadcom jetson powervr rogue imagination samsung moore threads hisilicon dri asus evga msi gigabyte \
    zotac palit pny gainward inno3d galax colorful sapphire powercolor asrock xfx";

/// Words that a person leaves out: they name a family, or a card's form.
const FAMILIES: &[&str] = &["rtx", "gtx", "rx", "arc", "instinct"];
const FORMS: &[&str] = &["sxm", "sxm2", "sxm3", "sxm4", "sxm5", "pcie", "nvl", "hbm2", "hbm3", "hbm3e"];

impl Name {
    /// Reads a name as a driver or a person spells it. Never fails: an unreadable name has no words.
    pub fn parse(text: &str) -> Name {
        let lower = text.to_lowercase();
        let text = plain(bracketed(unwrapped(&lower)));
        let (outside, inside) = split_parentheses(&text);
        let mut name = Name { chip: words_of(&inside), ..Name::default() };
        name.chip.retain(|w| !matches!(w.as_str(), "radv" | "nvk" | "anv"));
        let vendor_of = |text: &str| text.split(|c: char| !c.is_alphanumeric()).find_map(Vendor::from_word);
        name.vendor = vendor_of(&text).or_else(|| vendor_of(&lower));
        let mut words = words_of(&outside);
        // Old Mesa: `AMD RADV VANGOGH (ACO)`.
        if let Some(at) = words.iter().position(|w| w == "radv") {
            name.chip = words.split_off(at + 1);
        }
        join_pairs(&mut words);
        for word in words {
            match memory_gb(&word) {
                Some(gb) => name.memory_gb = Some(gb),
                None if NOISE.split(' ').any(|noise| noise == word) => {}
                None => name.words.push(word),
            }
        }
        name.words.sort();
        name.words.dedup();
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

    /// Whether the name says nothing about the part: `AMD Radeon Graphics`, `Intel(R) Graphics (RPL-P)`.
    pub fn is_generic(&self) -> bool {
        self.words.is_empty()
    }
}

/// The name inside of a layer's: `Microsoft Direct3D12 (NAME)`, `Virtio-GPU Venus (NAME)`, `Zink Vulkan 1.3(NAME)`.
/// ANGLE's is the second field of its own: `ANGLE (NVIDIA, NAME (0x00002520) Direct3D11 vs_5_0 ps_5_0, D3D11)`, or, of old, the
/// only one, without a number; an AMD processor's name may stand before its graphics': `AMD Ryzen 7 7840U w/ Radeon 780M
/// Graphics`.
fn unwrapped(lower: &str) -> &str {
    if let Some(fields) = lower.strip_prefix("angle (") {
        let fields = fields.split(") on vulkan").next().unwrap_or(fields);
        let name = fields.split(", ").nth(1).unwrap_or(fields);
        // What the name is drawn with.
        let ends = [" direct3d9", " direct3d11", " opengl"].into_iter().filter_map(|end| name.find(end));
        let name = &name[..ends.min().unwrap_or(name.len())];
        let name = name.strip_prefix("angle metal renderer: ").unwrap_or(name);
        // On Vulkan the name stands in parentheses of its own: `Vulkan 1.3.277 (NAME (0x00002520))`.
        let name = name.strip_prefix("vulkan ").and_then(|rest| rest.split_once('(')).map_or(name, |(_, inner)| inner);
        return name.split(" (0x").next().unwrap_or(name);
    }
    // Of an embedded processor only the processor's own number tells the part: `AMD Ryzen Embedded V1605B with Radeon Vega Gfx`.
    if lower.starts_with("amd ryzen")
        && !lower.starts_with("amd ryzen embedded")
        && let Some(at) = lower.find(" w/ radeon").or(lower.find(" with radeon"))
    {
        return lower[at..].trim_start_matches(" w/").trim_start_matches(" with");
    }
    let layers = ["microsoft direct3d12", "d3d12", "virtio-gpu venus", "zink vulkan"];
    if !layers.iter().any(|layer| lower.starts_with(layer)) {
        return lower;
    }
    let inner = lower.split_once('(').map(|(_, inner)| inner.trim_end());
    inner.and_then(|inner| inner.strip_suffix(')')).unwrap_or(lower)
}

/// The name in the last brackets of a list of PCI ids, whose chip stands before them: `GA104GL [RTX A4000]`.
fn bracketed(name: &str) -> &str {
    let inner = name.rsplit_once(" [").and_then(|(_, inner)| inner.split_once(']'));
    inner.map(|(inner, _)| inner).filter(|inner| *inner != "amd/ati").unwrap_or(name)
}

/// Trademark signs gone.
fn plain(text: &str) -> String {
    text.replace("(tm)", " ")
        .replace("(r)", " ")
        .replace("(c)", " ")
        .replace("/pcie/sse2", " ")
        .replace(['®', '™', '©'], " ")
}

/// The text outside of parentheses, and the text inside.
fn split_parentheses(text: &str) -> (String, String) {
    let (mut outside, mut inside, mut depth) = (String::new(), String::new(), 0usize);
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => inside.push(c),
            _ => outside.push(c),
        }
        if matches!(c, '(' | ')') {
            outside.push(' ');
            inside.push(' ');
        }
    }
    (outside, inside)
}

/// The words of a text in the form that names are compared in.
pub(crate) fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '+' && c != '_' && c != '.')
        .map(|w| w.trim_end_matches('.'))
        .filter(|w| !w.is_empty())
        .flat_map(split_suffix)
        .collect()
}

/// `3060ti` is `3060 ti`, `rtx5090` is `rtx 5090`, and `hd7970m` is `hd 7970m`; `w6800`, `680m`, `m2` and `g715` stay whole.
fn split_suffix(word: &str) -> Vec<String> {
    for family in ["rtx", "gtx", "rx", "hd", "vega"] {
        if let Some(rest) = word.strip_prefix(family)
            && rest.starts_with(|c: char| c.is_ascii_digit())
        {
            let mut words = vec![family.to_owned()];
            words.extend(split_suffix(rest));
            return words;
        }
    }
    for suffix in ["super", "xtx", "ti", "xt", "gre"] {
        if let Some(number) = word.strip_suffix(suffix)
            && number.len() >= 3
            && number.chars().all(|c| c.is_ascii_digit())
        {
            return vec![number.to_owned(), suffix.to_owned()];
        }
    }
    vec![word.to_owned()]
}

/// Joins what is one word in two (`max q`, `12 gb`), and makes synonyms one word.
fn join_pairs(words: &mut Vec<String>) {
    let mut joined: Vec<String> = Vec::with_capacity(words.len());
    for word in words.drain(..) {
        let last_is_number = joined.last().is_some_and(|l| l.chars().all(|c| c.is_ascii_digit()));
        match word.as_str() {
            "q" | "p" if joined.last().is_some_and(|l| l == "max") => {
                joined.pop();
                joined.push(format!("max{word}"));
            }
            "gb" | "g" | "gib" if last_is_number => {
                let number = joined.pop().unwrap_or_default();
                joined.push(format!("{number}gb"));
            }
            "core" | "cores" if last_is_number => {
                let number = joined.pop().unwrap_or_default();
                joined.push(format!("{number}core"));
            }
            // A driver's name ends in the chip's revision: `V3D 4.2.14`.
            _ if joined.last().is_some_and(|l| l == "v3d") => {
                let version: Vec<&str> = word.splitn(3, '.').take(2).collect();
                joined.push(version.join("."));
            }
            "mobile" | "notebook" => joined.push("laptop".to_owned()),
            "immortalis" => {}
            _ => joined.push(word),
        }
    }
    *words = joined;
}

/// The size in a word such as `12gb`, `40gb` or `144g`; `580g` is a part.
fn memory_gb(word: &str) -> Option<u32> {
    let whole = word.strip_suffix("gb").or_else(|| word.strip_suffix("gib"));
    if let Some(digits) = whole {
        return digits.parse().ok().filter(|gb| (1..=1024).contains(gb));
    }
    let gb: u32 = word.strip_suffix('g')?.parse().ok()?;
    ((1..=1024).contains(&gb) && (gb <= 48 || gb.is_multiple_of(16))).then_some(gb)
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
