//! `lockstep devices --compare`: GPUs side by side, and what suits a workload of a given intensity.

use serde_json::{Value, json};

use super::figure::value;
use super::lookup::{Answer, roofs_json};
use crate::report::table::{Align, Cell, table};
use crate::roof::pair::{RoofKind, RoofPair, Unit};
use crate::text::wrap;
use crate::units::{digits3, si};

/// What is compared: the GPUs, and the workload's intensity in FLOP a byte, where one was given.
#[derive(Clone, Debug)]
pub struct Compared<'a> {
    /// The GPUs, in the order in which they were named.
    pub gpus: &'a [Answer],
    /// FLOP that the workload does for each byte that it moves.
    pub intensity: Option<f64>,
}

impl Compared<'_> {
    /// f32 FLOP/s that a workload of the intensity can reach on a GPU, and what bounds it.
    fn attainable(&self, gpu: &Answer) -> Option<(f64, &'static str)> {
        let (compute, memory) = (gpu.theory.f32.value, gpu.theory.memory.value);
        let roofs = RoofPair { kind: RoofKind::Theoretical, compute, memory };
        let bound = roofs.bound(self.intensity?)?;
        Some((roofs.rate(Unit::Flop, self.intensity?)?, bound.name()))
    }

    /// The GPU that reaches the most, where at least two are known and the best is alone.
    fn best(&self) -> Option<(&Answer, f64, f64)> {
        let reach = |g: &Answer| self.attainable(g).map(|(flop, _)| flop);
        let mut known: Vec<(&Answer, f64)> = self.gpus.iter().filter_map(|g| Some((g, reach(g)?))).collect();
        known.sort_by(|a, b| b.1.total_cmp(&a.1));
        let [(first, most), (_, next), ..] = known.as_slice() else {
            return None;
        };
        Some((first, *most, *next))
    }
}

/// The comparison for a person.
pub fn compare(compared: &Compared) -> String {
    let right = Align::Right;
    let mut header = vec![
        ("", Align::Left),
        ("TFLOP/s", right),
        ("GB/s", right),
        ("FLOP/B", right),
        ("B/FLOP", right),
        ("MiB", right),
        ("GB", right),
        ("W", right),
    ];
    if compared.intensity.is_some() {
        header.push(("reaches, bound by", Align::Left));
    }
    let rows: Vec<Vec<Cell>> = compared.gpus.iter().enumerate().map(|(i, g)| row(compared, &letter(i), g)).collect();
    let names = compared.gpus.iter().enumerate();
    let mut text: String = names.map(|(i, g)| format!("{}  {}\n", letter(i), g.identity.name)).collect();
    text += &format!("\n{}", table(&header, &rows));
    let legend = "TFLOP/s: f32 peak. GB/s: memory peak. FLOP/B: ridge point. B/FLOP: bytes that memory \
                  delivers for each f32 FLOP. MiB: last-level cache. GB: memory. W: board power. All theoretical; \
                  ? is not known.";
    text += &format!("\n{}\n", wrap(legend, 80, 0));
    for gpu in compared.gpus {
        if gpu.theory.f32.value.is_none() || gpu.theory.memory.value.is_none() {
            text += &format!("{}\n", wrap(&doubt(gpu), 80, 0));
        }
    }
    if let Some(sentence) = conclusion(compared) {
        text += &format!("{}\n", wrap(&sentence, 80, 0));
    }
    text
}

fn row(compared: &Compared, letter: &str, gpu: &Answer) -> Vec<Cell> {
    let theory = &gpu.theory;
    let scaled = |value: Option<f64>, range: Option<[f64; 2]>, scale: f64| match (value, range) {
        (Some(v), _) => digits3(v / scale),
        (None, Some([low, high])) => format!("{}-{}", digits3(low / scale), digits3(high / scale)),
        (None, None) => "?".to_owned(),
    };
    let ridge = theory.ridge();
    let mut cells: Vec<Cell> = vec![
        letter.into(),
        scaled(theory.f32.value, theory.f32.range, 1e12).into(),
        scaled(theory.memory.value, theory.memory.range, 1e9).into(),
        ridge.map_or_else(|| "?".to_owned(), digits3).into(),
        ridge.map_or_else(|| "?".to_owned(), |r| format!("{:.3}", 1.0 / r)).into(),
        theory.cache.value.map_or_else(|| "?".to_owned(), |b| format!("{}", b / 1_048_576.0)).into(),
        plain(gpu.agreed(|part| part.memory_gb)).into(),
        plain(gpu.agreed(|part| part.board_power)).into(),
    ];
    if compared.intensity.is_some() {
        let reaches = compared.attainable(gpu).map(|(flop, bound)| format!("{}, {bound}", si(flop, "FLOP/s")));
        cells.push(reaches.unwrap_or_else(|| "?".to_owned()).into());
    }
    cells
}

/// A figure of the data sheet as it stands there.
fn plain(figure: Option<f64>) -> String {
    figure.map_or_else(|| "?".to_owned(), |figure| figure.to_string())
}

/// The letter that stands for a GPU in the table; after `Z`, its number.
fn letter(index: usize) -> String {
    match u8::try_from(index) {
        Ok(small) if small < 26 => char::from(b'A' + small).to_string(),
        _ => (index + 1).to_string(),
    }
}

/// Why a GPU has no single figure.
fn doubt(gpu: &Answer) -> String {
    let theory = &gpu.theory;
    let known = format!("{}, {}", value(&theory.f32, "FLOP/s"), value(&theory.memory, "B/s"));
    let why = theory.notes.first().cloned().unwrap_or_default();
    format!("{}: {known}; {why}", gpu.identity.name)
}

fn conclusion(compared: &Compared) -> Option<String> {
    let intensity = compared.intensity?;
    let (best, most, next) = compared.best()?;
    let bound = compared.attainable(best)?.1;
    Some(if most > 1.001 * next {
        format!(
            "At {intensity} FLOP a byte {} reaches most: {}, bound by {bound}, {:.2} times the next.",
            best.identity.name,
            si(most, "FLOP/s"),
            most / next
        )
    } else {
        format!("At {intensity} FLOP a byte the first two reach the same: {}.", si(most, "FLOP/s"))
    })
}

/// The comparison as `lockstep/compare/1`.
pub fn compare_json(compared: &Compared) -> Value {
    let gpu = |g: &Answer| {
        let attainable = compared.attainable(g).map(|(flop, bound)| json!({"flop_per_s": flop, "bound": bound}));
        json!({
            "name": g.identity.name,
            "status": g.known(),
            "part": g.theory.part,
            "roofs": roofs_json(&g.theory),
            "ridge_flop_per_byte": g.theory.ridge(),
            "byte_per_flop": g.theory.ridge().map(|r| 1.0 / r),
            "last_level_cache": g.theory.cache.json("bytes"),
            "memory_gb": g.agreed(|part| part.memory_gb),
            "board_power_w": g.agreed(|part| part.board_power),
            "attainable": attainable,
            "notes": g.theory.notes,
        })
    };
    json!({
        "schema": "lockstep/compare/1",
        "intensity_flop_per_byte": compared.intensity,
        "gpus": compared.gpus.iter().map(gpu).collect::<Vec<Value>>(),
        "best": compared.best().map(|(g, ..)| g.identity.name.clone()),
    })
}

#[cfg(test)]
mod tests {
    use super::super::lookup::answer;
    use super::*;
    use crate::roof::theory::GivenPeaks;

    fn gpus(names: &[&str]) -> Vec<Answer> {
        names.iter().map(|n| answer(n, None, &GivenPeaks::default())).collect()
    }

    #[test]
    fn intensity_decides_which_gpu_suits() {
        // An RX 6800 has more FLOP/s, a Radeon VII twice the bandwidth.
        let gpus = gpus(&["AMD Radeon RX 6800", "AMD Radeon VII"]);
        let at = |intensity| Compared { gpus: &gpus, intensity: Some(intensity) };
        assert_eq!(compare_json(&at(1.0))["best"], "AMD Radeon VII");
        assert_eq!(compare_json(&at(100.0))["best"], "AMD Radeon RX 6800");
        assert_eq!(compare_json(&at(1.0))["gpus"][0]["attainable"]["bound"], "memory");
        assert!(compare(&at(1.0)).contains("reaches most"));
    }

    #[test]
    fn the_table_keeps_to_eighty_columns() {
        let names = [
            "NVIDIA GeForce RTX 3080",
            "NVIDIA GeForce RTX 2080 Super with Max-Q Design",
            "Intel(R) Iris(R) Xe Graphics (TGL GT2)",
            "Voodoo 2",
        ];
        let gpus = gpus(&names);
        let text = anstream::adapter::strip_str(&compare(&Compared { gpus: &gpus, intensity: Some(10.0) })).to_string();
        assert!(text.lines().all(|l| l.chars().count() <= 80), "{text}");
        assert!(text.contains("29.8-30.6") && text.contains('?'), "{text}");
    }

    #[test]
    fn memory_and_board_power_stand_beside_the_roofs_where_they_are_known() {
        let gpus = gpus(&["RTX5090", "NVIDIA H200", "Voodoo 2"]);
        let json = compare_json(&Compared { gpus: &gpus, intensity: None });
        assert_eq!((&json["gpus"][0]["memory_gb"], &json["gpus"][0]["board_power_w"]), (&32.0.into(), &575.0.into()));
        assert_eq!(json["gpus"][1]["memory_gb"], 141.0);
        assert!(json["gpus"][2]["board_power_w"].is_null());
    }

    #[test]
    fn one_gpu_alone_is_no_contest() {
        let gpus = gpus(&["AMD Radeon VII"]);
        assert!(compare_json(&Compared { gpus: &gpus, intensity: Some(1.0) })["best"].is_null());
    }
}
