//! Finds the part behind an adapter's name and PCI id, or says that several fit, or that none does.
//!
//! A name must agree word by word; the PCI id and the chip that Mesa adds in parentheses narrow what the name leaves
//! open. Where parts remain that differ, the answer is *ambiguous*, never a guess.
use super::name::{ARCHITECTURES, BOARDS, Name, Vendor};
use super::spelling::alternatives;
use super::table::{Gpu, gpus};

/// The answer to a look-up.
#[derive(Clone, Debug)]
pub enum Lookup {
    /// One part fits (or several whose figures are the same).
    Found {
        /// The part.
        gpu: &'static Gpu,
        /// What it was recognised by.
        by: String,
    },
    /// Several parts that differ fit.
    Ambiguous {
        /// The parts.
        candidates: Vec<&'static Gpu>,
        /// What they were recognised by.
        by: String,
    },
    /// No part fits.
    NotFound {
        /// Parts whose names come near, best first.
        near: Vec<&'static Gpu>,
    },
}

impl Lookup {
    /// The parts that fit: none, one or several.
    pub fn candidates(&self) -> Vec<&'static Gpu> {
        match self {
            Lookup::Found { gpu, .. } => vec![gpu],
            Lookup::Ambiguous { candidates, .. } => candidates.clone(),
            Lookup::NotFound { .. } => Vec::new(),
        }
    }

    /// An answer from the parts that fit.
    pub fn from_candidates(candidates: Vec<&'static Gpu>, by: String) -> Lookup {
        match candidates.as_slice() {
            [] => Lookup::NotFound { near: Vec::new() },
            [first, rest @ ..] if rest.iter().all(|other| same_figures(first, other)) => {
                Lookup::Found { gpu: first, by }
            }
            _ => Lookup::Ambiguous { candidates, by },
        }
    }
}

/// Whether two parts' roofs are the same: then it does not matter which of them it is.
fn same_figures(a: &Gpu, b: &Gpu) -> bool {
    let close = |x: f64, y: f64| (x - y).abs() <= 1e-3 * x.max(y);
    let same_memory = match (a.bandwidth, b.bandwidth) {
        (Some(x), Some(y)) => close(x, y),
        (None, None) => true,
        _ => false,
    };
    let same = |x: Option<f64>, y: Option<f64>| x.zip(y).is_some_and(|(x, y)| close(x, y));
    same_memory
        && same(a.f32(), b.f32())
        && same(a.clock_low.or(a.clock), b.clock_low.or(b.clock))
        && a.architecture.name == b.architecture.name
}

/// Looks a GPU up by its adapter's name and, where it is known, its PCI vendor and device id. A part's title, which no
/// driver prints, means that part.
pub fn lookup(name: &str, pci: Option<(u16, u16)>) -> Lookup {
    let titled = gpus().iter().find(|gpu| gpu.variant.is_some() && gpu.title().eq_ignore_ascii_case(name.trim()));
    if let (Some(gpu), None) = (titled, pci) {
        return Lookup::Found { gpu, by: "its title".to_owned() };
    }
    let query = Name::parse(name);
    let vendor = pci.and_then(|(v, _)| Vendor::from_pci(v)).or(query.vendor);
    let all: Vec<&'static Gpu> = gpus().iter().filter(|g| vendor.is_none_or(|v| v == g.vendor)).collect();
    let of_id = |id: u16| -> Vec<&'static Gpu> { all.iter().copied().filter(|g| g.pci.contains(&id)).collect() };
    let by_id = match pci {
        Some((v, id)) if Vendor::from_pci(v).is_some() => of_id(id),
        None if vendor.is_some() => query.pci.map_or_else(Vec::new, of_id),
        _ => Vec::new(),
    };
    let mut by_name = by_chip(by_name(&all, &query), &all, &query);
    if by_name.is_empty() {
        by_name = by_chip_as_name(&all, &query);
    }
    let is_series = by_name.is_empty() && query.vendor == Some(Vendor::Amd);
    if is_series {
        by_name = by_series(&all, &query);
    }
    if by_name.is_empty() && name.contains('/') {
        by_name = by_alternatives(&all, name);
    }
    if by_name.is_empty() {
        by_name = by_looser_name(&all, &query);
    }
    let both = intersection(&by_name, &by_id);
    if !both.is_empty() {
        return Lookup::from_candidates(both, "name and PCI id".to_owned());
    }
    if is_series && !name.contains('/') && by_name.len() > 1 {
        return Lookup::Ambiguous { candidates: by_name, by: "the name of their series".to_owned() };
    }
    if by_name.is_empty() {
        return by_id_alone(&all, &query, by_id, pci.is_some());
    }
    if by_id.is_empty() {
        return by_name_alone(by_name, pci);
    }
    if by_name.iter().all(|g| g.vendor == Vendor::Amd) {
        // AMD tells parts of one id apart by revision, which only the driver, and so its name, knows.
        return Lookup::from_candidates(by_name, "name".to_owned());
    }
    if query.names_a_family() && by_id.iter().all(|g| g.vendor == Vendor::Intel) {
        return Lookup::from_candidates(by_id, "PCI id".to_owned());
    }
    // The name says one part and the PCI id another: both are shown, neither is believed.
    let candidates = by_name.into_iter().chain(by_id).collect();
    Lookup::Ambiguous { candidates, by: "a name and a PCI id that contradict each other".to_owned() }
}

/// The table does not know the PCI id. NVIDIA and Intel give namesakes (desktop and notebook, DDR and GDDR) ids of
/// their own: a namesake whose ids are listed, and do not hold this one, is another part. A name that stands for one
/// part is believed, since new ids for old parts are common.
fn by_name_alone(by_name: Vec<&'static Gpu>, pci: Option<(u16, u16)>) -> Lookup {
    let own_ids = |g: &Gpu| matches!(g.vendor, Vendor::Nvidia | Vendor::Intel) && !g.pci.is_empty();
    let excluded = |g: &&Gpu| pci.is_some() && g.variant.is_some() && own_ids(g);
    let fits: Vec<&'static Gpu> = by_name.iter().copied().filter(|g| !excluded(g)).collect();
    if fits.is_empty() {
        return Lookup::NotFound { near: by_name };
    }
    Lookup::from_candidates(fits, "name".to_owned())
}

/// The order of the table is kept.
fn intersection(a: &[&'static Gpu], b: &[&'static Gpu]) -> Vec<&'static Gpu> {
    a.iter().copied().filter(|x| b.iter().any(|y| std::ptr::eq(*x, *y))).collect()
}

/// The parts one of whose spellings has the same words; the memory size decides where both sides say one.
fn by_name(all: &[&'static Gpu], query: &Name) -> Vec<&'static Gpu> {
    if query.is_generic() {
        return Vec::new();
    }
    let matching = |fits: &dyn Fn(&Gpu, &Name) -> bool| -> Vec<&'static Gpu> {
        let fits_some = |g: &Gpu| g.spellings().iter().any(|s| s.words == query.words && fits(g, s));
        all.iter().copied().filter(|g| fits_some(g)).collect()
    };
    let exact = matching(&|_, spelling| spelling.memory_gb == query.memory_gb);
    if !exact.is_empty() {
        return exact;
    }
    let fits_memory = |gpu: &Gpu, spelling: &Name| match query.memory_gb {
        Some(gb) => spelling.memory_gb.is_none() && gpu.may_have(gb),
        None => true,
    };
    let whole = matching(&fits_memory);
    if !whole.is_empty() {
        return whole;
    }
    let sized = |g: &Gpu, s: &Name| {
        let memory = query.memory_gb;
        memory.is_none_or(|gb| g.may_have(gb)) || s.memory_gb == memory
    };
    all.iter().copied().filter(|g| g.spellings().iter().any(|s| query.may_be_short_for(s) && sized(g, s))).collect()
}

/// Narrows by the chip in the name's parentheses. A known chip that no candidate has rejects them all; a generic name, and
/// that of an Intel family without the chip, is looked up by its chip alone.
fn by_chip(candidates: Vec<&'static Gpu>, all: &[&'static Gpu], query: &Name) -> Vec<&'static Gpu> {
    let has_chip = |g: &&'static Gpu| g.chips.iter().any(|chip| chip.iter().all(|word| query.chip.contains(word)));
    if query.chip.is_empty() {
        return candidates;
    }
    // Behind a family's name, Intel's chip is all that tells the part: one that is not listed is another part.
    let intel_family = query.vendor == Some(Vendor::Intel) && query.names_a_family();
    if !all.iter().any(has_chip) {
        return if intel_family { Vec::new() } else { candidates };
    }
    let of_chip = || all.iter().copied().filter(has_chip).collect();
    if query.is_generic() {
        return of_chip();
    }
    let lacks_chip = |g: &&Gpu| g.chips.is_empty();
    let fits: Vec<&'static Gpu> = candidates.into_iter().filter(|g| has_chip(g) || lacks_chip(g)).collect();
    if fits.is_empty() && intel_family { of_chip() } else { fits }
}

/// Mesa of old calls a GPU by its chip: `AMD RENOIR (DRM 3.40, LLVM 11)`, `Mesa DRI Intel(R) Haswell Mobile`.
fn by_chip_as_name(all: &[&'static Gpu], query: &Name) -> Vec<&'static Gpu> {
    let words: Vec<&String> =
        query.words.iter().filter(|word| !matches!(word.as_str(), "laptop" | "desktop" | "server")).collect();
    let is_chip = |chip: &Vec<String>| chip.len() == words.len() && chip.iter().all(|word| words.contains(&word));
    all.iter().copied().filter(|g| g.chips.iter().any(is_chip)).collect()
}

/// What a name means without a board's words, with its chip separated from it (`AMD HAWAII - Radeon R9 390X`), and, for graphics of a
/// processor, without the word that says it is a notebook's.
fn by_looser_name(all: &[&'static Gpu], query: &Name) -> Vec<&'static Gpu> {
    let search = |name: &Name| by_chip(by_name(all, name), all, name);
    let mut bare = query.without(BOARDS);
    let is_chip = |word: &String| all.iter().any(|g| g.chips.iter().any(|chip| chip.as_slice() == [word.as_str()]));
    let (chips, words): (Vec<String>, Vec<String>) = bare.words.iter().cloned().partition(is_chip);
    bare.chip.extend(chips);
    bare.words = words;
    let found = search(&bare);
    if !found.is_empty() || bare.is_generic() {
        return found;
    }
    if let Some(word) = bare.words.iter().find(|word| ARCHITECTURES.contains(&word.as_str())) {
        let of_it = |g: &&Gpu| g.architecture.name.starts_with(word.as_str());
        return search(&bare.without(word)).into_iter().filter(of_it).collect();
    }
    search(&bare.without("laptop")).into_iter().filter(|g| g.shared_memory).collect()
}

/// The parts of the series that a name stands for. One part is no series: the table lacks the others.
fn by_series(all: &[&'static Gpu], query: &Name) -> Vec<&'static Gpu> {
    let of_series = |g: &&Gpu| g.spellings().iter().any(|part| query.is_series_of(part));
    let parts: Vec<&'static Gpu> = all.iter().copied().filter(of_series).collect();
    let several = parts.iter().any(|g| g.name != parts[0].name);
    if several { parts } else { Vec::new() }
}

/// A name with a slash stands for each of the parts between its slashes, in the order of the table; for none where one of them
/// is not listed.
fn by_alternatives(all: &[&'static Gpu], name: &str) -> Vec<&'static Gpu> {
    let spelled = |spelling: &String| by_name(all, &Name::parse(spelling));
    let each = alternatives(name)
        .into_iter()
        .map(|spellings| spellings.iter().map(spelled).find(|found| !found.is_empty()).unwrap_or_default());
    let each: Vec<Vec<&'static Gpu>> = each.collect();
    if each.iter().any(Vec::is_empty) { Vec::new() } else { intersection(all, &each.concat()) }
}

/// No name fits: the PCI id decides alone where the name says nothing, and for Intel, whose ids stand for one part.
/// AMD and NVIDIA share ids between parts (by revision, by subsystem): a name that is not in the table is another
/// part, and those of the id are only near.
fn by_id_alone(all: &[&'static Gpu], query: &Name, by_id: Vec<&'static Gpu>, has_id: bool) -> Lookup {
    // `AMD Radeon(TM) Pro Graphics` is what processors for companies call theirs.
    let integrated = query.words == ["pro"] && by_id.iter().all(|g| g.shared_memory);
    let sure = query.is_generic() || integrated || by_id.iter().all(|g| g.vendor == Vendor::Intel);
    if sure && !by_id.is_empty() {
        return Lookup::from_candidates(by_id, "PCI id".to_owned());
    }
    if matches!(query.vendor, Some(Vendor::Amd | Vendor::Intel))
        && query.is_generic()
        && query.chip.is_empty()
        && !has_id
    {
        let nameless = |g: &&Gpu| g.spellings().iter().any(Name::is_generic);
        let parts = all.iter().copied().filter(nameless).collect();
        return Lookup::from_candidates(parts, "a name that many parts bear".to_owned());
    }
    let mut near = near(all, query);
    near.retain(|g| !by_id.iter().any(|other| std::ptr::eq(*g, *other)));
    Lookup::NotFound { near: by_id.into_iter().chain(near).take(NEAR).collect() }
}

/// How many near matches are listed.
const NEAR: usize = 8;

/// The parts whose names share the most with the query, best first.
fn near(all: &[&'static Gpu], query: &Name) -> Vec<&'static Gpu> {
    let score = |g: &Gpu| g.spellings().iter().map(|s| similarity(query, s)).fold(0.0, f64::max);
    let mut scored: Vec<(f64, &'static Gpu)> = all.iter().map(|g| (score(g), *g)).filter(|(s, _)| *s > 0.3).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(NEAR).map(|(_, g)| g).collect()
}

/// Shared words over all words; words with digits tell parts apart and count three times, and words that nearly agree
/// (3060 and 3050) count a half.
fn similarity(a: &Name, b: &Name) -> f64 {
    let weight = |word: &String| {
        if word.contains(|c: char| c.is_ascii_digit()) { 3.0 } else { 1.0 }
    };
    let worth = |word: &String| {
        if b.words.contains(word) {
            weight(word)
        } else if b.words.iter().any(|other| one_edit(word, other)) {
            0.5 * weight(word)
        } else {
            0.0
        }
    };
    let shared: f64 = a.words.iter().map(worth).sum();
    let total = |name: &Name| name.words.iter().map(weight).sum::<f64>();
    let most = total(a).max(total(b));
    if most == 0.0 { 0.0 } else { shared / most }
}

/// Whether two words of the same kind differ in one character.
fn one_edit(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.len() > 1 && a.bytes().zip(b.bytes()).filter(|(x, y)| x != y).count() == 1
}
