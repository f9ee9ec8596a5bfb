//! A name out of what stands around it, and its words: layers' wrappers, brackets, trademark signs, chips' other names.

/// The device id that ANGLE and Intel's compute drivers put behind a name.
pub(crate) fn device_id(lower: &str) -> Option<u16> {
    let digits = lower.split_once("(0x").or(lower.split_once("[0x"))?.1.split([')', ']']).next()?;
    u16::try_from(u32::from_str_radix(digits, 16).ok()?).ok()
}

/// Drops the processor from the name of its graphics: `Ryzen 7 PRO 5850U`, `R7 A10-7850K`. Embedded ones and those of handhelds
/// differ in nothing else.
pub(crate) fn drop_processor(words: &mut Vec<String>) {
    let number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
    let told_by_it = |word: &String| matches!(word.as_str(), "embedded" | "z1" | "z2" | "ai");
    if let Some(at) = words.iter().position(|word| word == "ryzen")
        && !words.iter().any(told_by_it)
    {
        let model = |word: &&String| number(word) || matches!(word.as_str(), "ryzen" | "pro" | "threadripper");
        let end = at + words[at..].iter().take_while(model).count();
        words.drain(at..end);
        words.retain(|word| word != "pro");
    }
    let series = |word: &String| matches!(word.as_str(), "a4" | "a6" | "a8" | "a9" | "a10" | "a12");
    let model = |word: &String| word.get(..4).is_some_and(|digits| digits.chars().all(|c| c.is_ascii_digit()));
    if let Some(at) = words.iter().position(series) {
        let rest = words[at + 1..].iter().position(|word| word != "pro").map(|skipped| at + 1 + skipped);
        if rest.is_some_and(|at| model(&words[at])) {
            words.truncate(at);
            words.retain(|word| word != "pro");
        }
    }
}

/// The chip that Mesa's nouveau calls by a number: `NV117` is a GM107.
pub(crate) fn nouveau_chip(word: &str) -> Option<String> {
    let code = u16::from_str_radix(word.strip_prefix("nv")?, 16).ok()?;
    let irregular = [
        (0x50, "g80"),
        (0xa0, "gt200"),
        (0xa3, "gt215"),
        (0xa5, "gt216"),
        (0xa8, "gt218"),
        (0xc0, "gf100"),
        (0xc1, "gf108"),
        (0xc3, "gf106"),
        (0xc4, "gf104"),
        (0xc8, "gf110"),
        (0xce, "gf114"),
        (0xcf, "gf116"),
        (0xd7, "gf117"),
        (0xd9, "gf119"),
        (0xf0, "gk110"),
        (0xf1, "gk110"),
        (0x106, "gk208"),
        (0x108, "gk208"),
        (0x167, "tu117"),
        (0x168, "tu116"),
    ];
    if let Some((_, chip)) = irregular.iter().find(|(number, _)| *number == code) {
        return Some((*chip).to_owned());
    }
    let regular = [
        (0x8, "g8"),
        (0x9, "g9"),
        (0xe, "gk10"),
        (0x11, "gm10"),
        (0x12, "gm20"),
        (0x13, "gp10"),
        (0x14, "gv10"),
        (0x16, "tu10"),
        (0x17, "ga10"),
        (0x19, "ad10"),
    ];
    let (_, generation) = regular.iter().find(|(number, _)| *number == code >> 4)?;
    Some(format!("{generation}{:x}", code & 0xf))
}

/// The name inside of a layer's: `Microsoft Direct3D12 (NAME)`, `Virtio-GPU Venus (NAME)`, `Zink Vulkan 1.3(NAME)`.
/// ANGLE's is the second field of its own: `ANGLE (NVIDIA, NAME (0x00002520) Direct3D11 vs_5_0 ps_5_0, D3D11)`, or, of old, the
/// only one, without a number; an AMD processor's name may stand before its graphics': `AMD Ryzen 7 7840U w/ Radeon 780M
/// Graphics`.
pub(crate) fn unwrapped(lower: &str) -> &str {
    if let Some(fields) = lower.strip_prefix("angle (") {
        let fields = fields.split(") on vulkan").next().unwrap_or(fields).trim_start_matches('(');
        // Of old there is no vendor before the name; some browsers leave it out.
        let mut parts = fields.split(", ");
        let (first, second) = (parts.next().unwrap_or(fields), parts.next());
        let bare = second.is_none_or(|name| name.starts_with("vulkan ") && !name.contains('('));
        let name = second.filter(|_| !bare && !first.contains(" direct3d")).unwrap_or(first);
        // What the name is drawn with.
        let ends = [" direct3d9", " direct3d11", " opengl"].into_iter().filter_map(|end| name.find(end));
        let name = &name[..ends.min().unwrap_or(name.len())];
        let name = name.strip_prefix("angle metal renderer: ").unwrap_or(name);
        // On Vulkan the name stands in parentheses of its own: `Vulkan 1.3.277 (NAME (0x00002520))`.
        let name = name.strip_prefix("vulkan ").and_then(|rest| rest.split_once('(')).map_or(name, |(_, inner)| inner);
        return unwrapped(name.split(" (0x").next().unwrap_or(name));
    }
    // Of an embedded processor only the processor's own number tells the part: `AMD Ryzen Embedded V1605B with Radeon Vega Gfx`.
    if lower.contains("ryzen")
        && !lower.contains("ryzen embedded")
        && let Some(at) = lower.find(" w/ radeon").or(lower.find(" with radeon"))
    {
        let graphics = lower[at..].trim_start_matches(" w/").trim_start_matches(" with");
        // The first Ryzens' are recognised by their chip alone: `Ryzen 5 2500U with Radeon Vega Mobile Gfx`.
        return if graphics.starts_with(" radeon vega") { "amd radeon graphics (raven)" } else { graphics };
    }
    let layers = [
        "microsoft direct3d12",
        "d3d12",
        "virtio-gpu venus",
        "virgl",
        "zink vulkan",
        "android emulator opengl es translator",
    ];
    if !layers.iter().any(|layer| lower.starts_with(layer)) {
        return lower;
    }
    // The driver of a layer below may stand behind its name: `Virtio-GPU Venus (NAME) (MESA_KOSMICKRISP)`.
    let inner = lower.split_once('(').and_then(|(_, inner)| Some(&inner[..closing(inner)?]));
    inner.map_or(lower, unwrapped)
}

/// Where the parenthesis ends that was opened before this text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1usize;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

/// The name in the last brackets of a list of PCI ids, whose chip stands before them: `GA104GL [RTX A4000]`.
pub(crate) fn bracketed(name: &str) -> &str {
    let Some((outer, inner)) =
        name.rsplit_once(" [").and_then(|(outer, inner)| Some((outer, inner.split_once(']')?.0)))
    else {
        return name;
    };
    match inner {
        "amd/ati" => name,
        id if id.starts_with("0x") => outer,
        inner => inner,
    }
}

/// The names that one with a slash stands for, each as it may be spelled: `RX 470/480`, `RTX 3070 Mobile / Max-Q`.
pub(crate) fn alternatives(text: &str) -> Vec<[String; 2]> {
    let lower = text.to_lowercase();
    let text = bracketed(unwrapped(&lower)).replace("/pcie/sse2", "");
    let mut pieces = text.split('/').map(str::trim);
    let first = pieces.next().unwrap_or_default().to_owned();
    let stem = first.rsplit_once(' ').map_or("", |(stem, _)| stem);
    let spelled = |piece: &str| [format!("{stem} {piece}"), piece.to_owned()];
    let rest: Vec<[String; 2]> = pieces.map(spelled).collect();
    if rest.is_empty() { rest } else { std::iter::once([first, String::new()]).chain(rest).collect() }
}

/// Trademark signs gone.
pub(crate) fn plain(text: &str) -> String {
    text.replace("(tm)", " ")
        .replace("(r)", " ")
        .replace("(c)", " ")
        .replace("/pcie/sse2", " ")
        .replace("x86/mmx/sse2", " ")
        .replace("/ pcie / sse2", " ")
        .replace("radeon hd - firepro", "firepro")
        .replace("/integrated/sse2", " ")
        .replace("/integrated", " ")
        .replace("x.org ", " ")
        .replace("open source technology center", " ")
        // Lists of PCI ids name a notebook's part and the same part at less power together.
        .replace("mobile / max-q", "mobile")
        .replace("max-q / mobile", "mobile")
        .replace(['®', '™', '©'], " ")
}

/// The text outside of parentheses, and the text inside.
pub(crate) fn split_parentheses(text: &str) -> (String, String) {
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
        .filter(|w| !w.is_empty() && w.is_ascii())
        .flat_map(split_suffix)
        .collect()
}

/// `3060ti` is `3060 ti`, `rtx5090` is `rtx 5090`, and `hd7970m` is `hd 7970m`; `w6800`, `680m`, `m2` and `g715` stay whole.
fn split_suffix(word: &str) -> Vec<String> {
    // Chips.
    if matches!(word, "gt200" | "gt215" | "gt216" | "gt218") {
        return vec![word.to_owned()];
    }
    for family in ["rtx", "gtx", "gts", "gt", "rx", "wx", "uhd", "hd", "vega"] {
        if let Some(rest) = word.strip_prefix(family)
            && rest.starts_with(|c: char| c.is_ascii_digit())
        {
            let mut words = vec![family.to_owned()];
            words.extend(split_suffix(rest));
            return words;
        }
    }
    if let Some(number) = word.strip_suffix("tisuper") {
        return [number, "ti", "super"].map(str::to_owned).to_vec();
    }
    for suffix in ["super", "xtx", "ti", "xt", "gre", "gtx", "gts", "gt", "gs"] {
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
pub(crate) fn join_pairs(words: &mut Vec<String>) {
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
            // `X1E-80-100`.
            _ if last_is_number && word.len() == 3 && snapdragon(&joined) => {
                let number = joined.pop().unwrap_or_default();
                let model = joined.pop().unwrap_or_default();
                joined.push(format!("{model}{number}{word}"));
            }
            "bit" if last_is_number => {
                let number = joined.pop().unwrap_or_default();
                joined.push(format!("{number}bit"));
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
            "eu" | "eus" | "sp" | "cu" | "cus" if last_is_number => {
                let number = joined.pop().unwrap_or_default();
                joined.push(format!("{number}{}", word.trim_end_matches('s')));
            }
            "a" if joined.last().is_some_and(|l| l == "rev") => {
                joined.pop();
            }
            "immortalis" => {}
            _ if is_number_of(&word, "eus") || is_number_of(&word, "cus") => {
                joined.push(word.trim_end_matches('s').to_owned());
            }
            // A Mali's revision, and its cores, which some drivers count as `MC4` and some as `MP4`.
            _ if is_revision(&word) => {}
            _ if is_count(&word, "mc") => joined.push(word.replacen("mc", "mp", 1)),
            // Mesa's own name of an Adreno.
            _ if is_count(&word, "fd") => joined.push(word[2..].to_owned()),
            _ => joined.push(word),
        }
    }
    *words = joined;
}

/// Whether the words end in the first two of a Snapdragon's number.
fn snapdragon(words: &[String]) -> bool {
    words.len() > 1 && matches!(words[words.len() - 2].as_str(), "x1e" | "x1p" | "x2e" | "x2p")
}

/// `r0p1`.
fn is_revision(word: &str) -> bool {
    let numbers = word.strip_prefix('r').and_then(|rest| rest.split_once('p'));
    let number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    numbers.is_some_and(|(release, patch)| number(release) && number(patch))
}

/// `32eus`: a number before that unit.
fn is_number_of(word: &str, unit: &str) -> bool {
    word.strip_suffix(unit).is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
}

/// NVIDIA's parts as people write them: `RTX 4090M`, `RTX 3080M Ti` (`GTX 980M` is a part's own name), `2070S`; and `(Mobile Max-Q)`,
/// where drivers say no more than Max-Q.
pub(crate) fn shorthand(words: &mut Vec<String>) {
    let has = |words: &[String], wanted: &str| words.iter().any(|word| word == wanted);
    let (rtx, gtx) = (has(words, "rtx"), has(words, "gtx"));
    let part = |word: &str, end: char| -> Option<String> {
        let name = word.strip_suffix(end)?;
        let digits = name.trim_start_matches('a');
        let is_part = digits.len() == 4 && digits.chars().all(|c| c.is_ascii_digit());
        (is_part && (rtx || gtx && digits.starts_with('1'))).then(|| name.to_owned())
    };
    for (end, meaning) in [('m', "laptop"), ('s', "super")] {
        if let Some((at, name)) = words.iter().enumerate().find_map(|(at, word)| Some((at, part(word, end)?))) {
            words[at] = name;
            words.push(meaning.to_owned());
        }
    }
    if has(words, "maxq") {
        words.retain(|word| word != "laptop");
    }
}

/// Whether the word is a chip's code behind a part's name: `RTX 3060 Ti GA103`, `RX 9070 XT gfx1201`. GB10, GB200 and GH200 are
/// parts.
pub(crate) fn is_chip_code(word: &str) -> bool {
    let families = ["gf1", "gk1", "gk2", "gm1", "gm2", "gp1", "gv1", "tu1", "ga1", "ad1", "gfx"];
    let digits = |rest: &str| rest.len() >= 2 && rest.chars().all(|c| c.is_ascii_alphanumeric());
    families.iter().any(|family| word.strip_prefix(family).is_some_and(digits))
}

/// Whether the word can only be of a processor's name: `i7`, `7800x3d`, `4750g`.
pub(crate) fn is_processor_word(word: &str) -> bool {
    let digits = word.chars().take_while(char::is_ascii_digit).count();
    let is_model = digits == 4 && (5..=7).contains(&word.len()) && word.is_ascii();
    is_model || matches!(word, "i3" | "i5" | "i7" | "i9" | "ultra" | "celeron" | "pentium" | "xeon" | "ryzen")
}

/// `mc4`, `fd618`: a number behind that prefix.
fn is_count(word: &str, prefix: &str) -> bool {
    word.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
}

/// The size in a word such as `12gb`, `40gb` or `144g`; `580g` is a part.
pub(crate) fn memory_gb(word: &str) -> Option<u32> {
    let whole = word.strip_suffix("gb").or_else(|| word.strip_suffix("gib"));
    if let Some(digits) = whole {
        return digits.parse().ok().filter(|gb| (1..=1024).contains(gb));
    }
    let gb: u32 = word.strip_suffix('g')?.parse().ok()?;
    ((1..=1024).contains(&gb) && (gb <= 48 || gb.is_multiple_of(16))).then_some(gb)
}
