//! `lockstep devices --lookup`: the roofs of a GPU that need not be here.

use serde::Serialize;
use serde_json::{Value, json};

use super::figure::{field, ridge, roof_line};
use crate::device::{Identity, Queried};
use crate::gpus::{Gpu, Lookup, lookup as look_up};
use crate::roof::theory::given::lines_to_add;
use crate::roof::theory::{GivenPeaks, Theory, theory};
use crate::sim::machine::Machine;

/// What a name and a PCI id led to.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was asked for.
    pub identity: Identity,
    /// The parts that fit.
    pub lookup: Lookup,
    /// Their roofs.
    pub theory: Theory,
}

/// How much is known of a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LookupStatus {
    /// One part fits, or both roofs are known all the same.
    Found,
    /// Several parts fit, and their roofs differ.
    Ambiguous,
    /// Nothing fits.
    Unknown,
}

impl Answer {
    /// How much is known.
    pub fn known(&self) -> LookupStatus {
        match &self.lookup {
            _ if self.theory.f32.is_known() && self.theory.memory.is_known() => LookupStatus::Found,
            Lookup::Ambiguous { .. } => LookupStatus::Ambiguous,
            Lookup::NotFound { .. } if !self.theory.f32.is_known() => LookupStatus::Unknown,
            Lookup::Found { .. } | Lookup::NotFound { .. } => LookupStatus::Found,
        }
    }

    /// A figure on which all parts that fit agree.
    pub fn agreed(&self, figure: impl Fn(&Gpu) -> Option<f64>) -> Option<f64> {
        let parts = self.lookup.candidates();
        let first = parts.first().and_then(|part| figure(part));
        first.filter(|_| parts.iter().all(|part| figure(part) == first))
    }

    /// Whether anything fits; where not, the command exits with 2.
    pub fn is_known(&self) -> bool {
        self.known() != LookupStatus::Unknown
    }
}

/// Looks a GPU up by its adapter's name and PCI id. The name of a simulated machine stands for the machine's part.
pub fn answer(name: &str, pci: Option<(u16, u16)>, given: &GivenPeaks) -> Answer {
    let machine = match look_up(name, pci) {
        Lookup::NotFound { .. } => Machine::builtin(name.trim_start_matches("sim:")).ok(),
        _ => None,
    };
    let part = machine.and_then(|machine| machine.part.as_deref());
    let identity = Identity {
        name: part.unwrap_or(name).to_owned(),
        vendor: pci.map_or(0, |(vendor, _)| vendor.into()),
        device: pci.map_or(0, |(_, device)| device.into()),
        ..Identity::default()
    };
    let theory = theory(&identity, &Queried::default(), given);
    Answer { lookup: look_up(&identity.name, pci), identity, theory }
}

/// As [`answer`], of each part that the name may mean: parts of one name differ in memory, and so in what they can do.
pub fn answers(name: &str, given: &GivenPeaks) -> Vec<Answer> {
    let whole = answer(name, None, given);
    let parts = match &whole.lookup {
        Lookup::Ambiguous { candidates, .. } if !whole.theory.memory.is_known() || !whole.theory.f32.is_known() => {
            candidates.iter().map(|part| answer(&part.title(), None, given)).collect()
        }
        _ => Vec::new(),
    };
    let told_apart = (2..=MOST_PARTS).contains(&parts.len())
        && parts.iter().all(|part: &Answer| part.known() == LookupStatus::Found);
    if told_apart { parts } else { vec![whole] }
}

/// A name of more parts, such as that of a series, is one row.
const MOST_PARTS: usize = 8;

/// The answer for a person.
pub fn lookup(answer: &Answer) -> String {
    let theory = &answer.theory;
    let mut text = format!("{}\n", answer.identity.name);
    if let Some((vendor, device)) = answer.identity.pci() {
        text += &field("pci", &format!("{vendor:04x}:{device:04x}"));
    }
    if let Some(part) = &theory.part {
        text += &field("part", part);
    }
    if let Lookup::NotFound { near } = &answer.lookup
        && !answer.is_known()
    {
        text += &field("found", "nothing: this GPU is not in the table");
        let names: Vec<String> = near.iter().map(|g| g.title()).collect();
        if !names.is_empty() {
            text += &field("near matches", &names.join("\n"));
        }
        return text + &advice(answer);
    }
    text += &roof_line("f32", &theory.f32, "FLOP/s");
    text += &roof_line("f16", &theory.f16, "FLOP/s");
    text += &roof_line("int8 dot", &theory.int8_dot, "OP/s");
    text += &roof_line("matrix f16", &theory.matrix_f16, "FLOP/s");
    text += &roof_line("memory", &theory.memory, "B/s");
    text += &field("ridge point", &ridge(theory.ridge()));
    for note in &theory.notes {
        text += &field("note", note);
    }
    text
}

/// The lines to add for an unknown GPU, and where they go.
fn advice(answer: &Answer) -> String {
    format!(
        "\nIf you know its peaks, add these lines to lockstep.toml, in this directory or\n\
         in the configuration directory, and Lockstep uses them:\n\n{}\n\
         To contribute them to everybody's table, add a line to crates/gpus/data, with\n\
         the page that the figures are from.\n",
        lines_to_add(&answer.identity, &answer.theory, None, None)
    )
}

/// The answer as `lockstep/lookup/1`.
pub fn lookup_json(answer: &Answer) -> Value {
    let theory = &answer.theory;
    let candidates: Vec<Value> = answer
        .lookup
        .candidates()
        .iter()
        .map(|g| json!({"name": g.title(), "flop_per_s": g.f32(), "byte_per_s": g.bandwidth}))
        .collect();
    let near: Vec<String> = match &answer.lookup {
        Lookup::NotFound { near } => near.iter().map(|g| g.title()).collect(),
        _ => Vec::new(),
    };
    let pci = answer.identity.pci().map(|(v, d)| format!("{v:04x}:{d:04x}"));
    json!({
        "schema": "lockstep/lookup/1",
        "name": answer.identity.name,
        "pci": pci,
        "status": answer.known(),
        "part": theory.part,
        "roofs": roofs_json(theory),
        "ridge_flop_per_byte": theory.ridge(),
        "last_level_cache": theory.cache.json("bytes"),
        "candidates": candidates,
        "near": near,
        "notes": theory.notes,
        "lines_to_add": (!answer.is_known()).then(|| lines_to_add(&answer.identity, theory, None, None)),
    })
}

/// Theoretical roofs in the shape of the result JSON.
pub fn roofs_json(theory: &Theory) -> Value {
    let compute = [
        ("f32", &theory.f32, "flop_per_s"),
        ("f16", &theory.f16, "flop_per_s"),
        ("int8-dot", &theory.int8_dot, "op_per_s"),
        ("matrix-f16", &theory.matrix_f16, "flop_per_s"),
        ("matrix-f16-f32", &theory.matrix_f16_f32, "flop_per_s"),
    ];
    let compute: Vec<Value> = compute
        .iter()
        .map(|(precision, figure, unit)| json!({"precision": precision, "theoretical": figure.json(unit)}))
        .collect();
    json!({"compute": compute, "memory": {"theoretical": theory.memory.json("byte_per_s")}})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> Answer {
        answer(name, None, &GivenPeaks::default())
    }

    #[test]
    fn a_known_gpu_shows_its_figures_with_their_inputs() {
        let text = lookup(&of("NVIDIA GeForce RTX 4090"));
        assert!(text.contains("82.6 TFLOP/s (table: 128 SM"), "{text}");
        assert!(text.contains("1.01 TB/s") && text.contains("ridge point"), "{text}");
        assert!(text.lines().all(|l| l.chars().count() <= 80), "{text}");
        let json = lookup_json(&of("NVIDIA GeForce RTX 4090"));
        assert_eq!(json["status"], "found");
        assert_eq!(json["roofs"]["compute"][0]["theoretical"]["source"], "table");
    }

    #[test]
    fn a_part_whose_figures_no_source_gives_is_found_and_its_peak_unknown() {
        let answer = of("Samsung Xclipse 940");
        let text = lookup(&answer);
        assert!(answer.is_known() && text.contains("part          Samsung Xclipse 940"), "{text}");
        assert!(text.lines().any(|line| line.starts_with("f32") && line.contains("unknown")), "{text}");
        let json = lookup_json(&answer);
        assert_eq!((&json["status"], &json["part"]), (&json!("found"), &json!("Samsung Xclipse 940")));
        assert!(json["candidates"][0]["flop_per_s"].is_null());
    }

    #[test]
    fn an_ambiguous_name_shows_the_range_and_the_candidates() {
        let json = lookup_json(&of("NVIDIA GeForce RTX 3080"));
        assert_eq!(json["status"], "ambiguous");
        assert!(json["roofs"]["compute"][0]["theoretical"]["flop_per_s"].is_null());
        assert_eq!(json["roofs"]["memory"]["theoretical"]["range"], json!([760e9, 912e9]));
        assert_eq!(json["candidates"].as_array().map(Vec::len), Some(2));
        assert!(lookup(&of("NVIDIA GeForce RTX 3080")).contains("between"));
    }

    #[test]
    fn an_unknown_gpu_shows_near_matches_and_the_lines_to_add() {
        let answer = of("NVIDIA GeForce RTX 3065");
        let text = lookup(&answer);
        assert!(!answer.is_known());
        assert!(text.contains("RTX 3060") && text.contains("[[device]]"), "{text}");
        assert!(lookup_json(&answer)["lines_to_add"].as_str().is_some_and(|l| l.contains("RTX 3065")));
    }

    #[test]
    fn a_user_s_lines_make_an_unknown_gpu_known() {
        let lines = "[[device]]\nname = \"NVIDIA GeForce RTX 3065\"\nflop_per_s = 1e13\nbyte_per_s = 4e11\n";
        let devices = crate::roof::theory::given::parse("lockstep.toml".as_ref(), lines).unwrap_or_default();
        let given = GivenPeaks { devices, ..GivenPeaks::default() };
        let answer = answer("NVIDIA GeForce RTX 3065", None, &given);
        assert_eq!((answer.known(), answer.theory.ridge()), (LookupStatus::Found, Some(25.0)));
        assert!(lookup(&answer).contains("user: lockstep.toml"));
    }
}
