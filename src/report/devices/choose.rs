//! `lockstep choose`: which of some GPUs suits a workload, by what each cannot be faster than.

use serde_json::{Value, json};

use super::figure::{field, roof_line};
use super::lookup::Answer;
use crate::report::table::{Align, Cell, table};
use crate::roof::floor::Workload;
use crate::roof::pair::Floor;
use crate::text::wrap;
use crate::units::{Bytes, Seconds, digits3, digits3_or_power, si};

/// Bytes of the gigabyte in which data sheets count memory.
const GIB: f64 = (1u64 << 30) as f64;

/// A workload and the GPUs that it might run on.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// What is to be done.
    pub workload: Workload,
    /// The GPUs, in the order in which they were named.
    pub gpus: &'a [Answer],
    /// What an hour of each costs, in the currency of whoever gave it.
    pub prices: Vec<Option<f64>>,
}

/// What a GPU promises for the workload.
struct Offer<'a> {
    gpu: &'a Answer,
    floor: Option<Floor>,
    fits: Option<bool>,
    joules: Option<f64>,
    price: Option<f64>,
}

impl Offer<'_> {
    /// The price of the floor's time.
    fn cost(&self) -> Option<f64> {
        Some(self.price? * self.floor?.time_s / 3600.0)
    }
}

impl Choice<'_> {
    /// What fits before what may not, what may not before what does not; then the shortest floor, unknown ones last.
    fn offers(&self) -> Vec<Offer<'_>> {
        let mut offers: Vec<Offer<'_>> = self
            .gpus
            .iter()
            .zip(&self.prices)
            .map(|(gpu, price)| {
                let floor = self.workload.floor(&gpu.theory);
                Offer {
                    gpu,
                    floor,
                    fits: self.workload.fits(gpu.agreed(|part| part.memory_gb).map(|gb| gb * GIB)),
                    joules: floor.zip(gpu.agreed(|part| part.board_power)).map(|(floor, watt)| floor.time_s * watt),
                    price: *price,
                }
            })
            .collect();
        let needed = self.workload.capacity.is_some();
        let room = |offer: &Offer<'_>| match offer.fits {
            Some(false) => 2,
            None if needed => 1,
            _ => 0,
        };
        let time = |offer: &Offer<'_>| offer.floor.map_or(f64::INFINITY, |floor| floor.time_s);
        offers.sort_by(|a, b| room(a).cmp(&room(b)).then(time(a).total_cmp(&time(b))));
        offers
    }
}

/// The choice for a person.
pub fn choose(choice: &Choice<'_>) -> String {
    let offers = choice.offers();
    let header = [
        ("", Align::Left),
        ("at least", Align::Right),
        ("bound by", Align::Left),
        ("fits", Align::Left),
        ("energy", Align::Right),
        ("cost", Align::Right),
    ];
    let rows: Vec<Vec<Cell>> = offers.iter().map(row).collect();
    let mut text = format!("{}\n\n{}", wrap(&asked(&choice.workload), 80, 0), table(&header, &rows));
    if let Some(sentence) = conclusion(choice, &offers) {
        text += &format!("\n{}\n", wrap(&sentence, 80, 0));
    }
    text += &format!("\n{}\n", wrap(FORMULAS, 80, 0));
    for offer in &offers {
        text += &format!("\n{}\n{}", offer.gpu.identity.name, sources(choice, offer.gpu));
    }
    text
}

/// What each column is.
const FORMULAS: &str = "at least: the longer of operations / peak and bytes / bandwidth, the roofline's floor; no kernel reaches it. \
                        fits: the bytes that must be there at once against the memory's. energy: at least x board power, in joules, \
                        as if all of it were drawn. cost: at least x the price of an hour. ? is not known.";

fn asked(workload: &Workload) -> String {
    let capacity = workload.capacity.map_or(String::new(), |bytes| format!(", {} at once", Bytes(bytes)));
    let unit = workload.precision.unit().trim_end_matches("/s");
    format!(
        "{} in {}, {} to and from memory{capacity}: {} {unit} a byte",
        si(workload.flop, unit),
        workload.precision.name(),
        Bytes(workload.byte),
        if workload.byte > 0.0 { digits3(workload.flop / workload.byte) } else { "any number of".to_owned() }
    )
}

fn row(offer: &Offer<'_>) -> Vec<Cell> {
    let unknown = || "?".to_owned();
    let fits = match offer.fits {
        Some(true) => "yes",
        Some(false) => "no",
        None => "?",
    };
    vec![
        offer.gpu.identity.name.as_str().into(),
        offer.floor.map_or_else(unknown, |floor| Seconds(floor.time_s).to_string()).into(),
        offer.floor.map_or("?", |floor| floor.bound.name()).into(),
        fits.into(),
        offer.joules.map_or_else(unknown, |joules| si(joules, "J")).into(),
        offer.cost().map_or_else(unknown, digits3_or_power).into(),
    ]
}

fn conclusion(choice: &Choice<'_>, offers: &[Offer<'_>]) -> Option<String> {
    let may = |offer: &&Offer<'_>| offer.fits != Some(false) && offer.floor.is_some();
    let first = offers.iter().find(may)?;
    let floor = first.floor?;
    let name = &first.gpu.identity.name;
    let next = offers.iter().filter(may).nth(1).and_then(|next| Some(next.floor?.time_s / floor.time_s));
    let doubt = if choice.workload.capacity.is_some() && first.fits.is_none() {
        ", if it fits: how much memory it has is not known"
    } else {
        ""
    };
    Some(match next {
        Some(times) if times < 1.001 => {
            format!("The first two need the same time at least: {}{doubt}.", Seconds(floor.time_s))
        }
        Some(times) => format!(
            "{name} may be the fastest, bound by {}; the next needs {} times as long at least{doubt}.",
            floor.bound.name(),
            digits3(times)
        ),
        None => format!("{name} is the only one whose roofs are known and that has room{doubt}."),
    })
}

fn sources(choice: &Choice<'_>, gpu: &Answer) -> String {
    let precision = choice.workload.precision;
    let mut text = roof_line(precision.name(), precision.roof(&gpu.theory), precision.unit());
    text += &roof_line("memory", &gpu.theory.memory, "B/s");
    let sheet =
        |figure: Option<f64>, unit: &str| figure.map_or("unknown".to_owned(), |figure| format!("{figure} {unit}"));
    let source = gpu.lookup.candidates().first().map_or(String::new(), |part| format!(" (table: {})", part.source));
    text += &field("size", &format!("{}{source}", sheet(gpu.agreed(|part| part.memory_gb), "GB")));
    text += &field("board power", &format!("{}{source}", sheet(gpu.agreed(|part| part.board_power), "W")));
    text + &gpu.theory.notes.iter().map(|note| field("note", note)).collect::<String>()
}

/// The choice as `lockstep/choose/1`.
pub fn choose_json(choice: &Choice<'_>) -> Value {
    let workload = &choice.workload;
    let offers = choice.offers();
    let offer = |offer: &Offer<'_>| {
        json!({
            "name": offer.gpu.identity.name,
            "status": offer.gpu.known(),
            "part": offer.gpu.theory.part,
            "time_s": offer.floor.map(|floor| floor.time_s),
            "limiter": offer.floor.map(|floor| floor.bound.name()),
            "fits": offer.fits,
            "energy_j": offer.joules,
            "cost": offer.cost(),
            "price_per_hour": offer.price,
            "compute": workload.precision.roof(&offer.gpu.theory).json("flop_per_s"),
            "memory": offer.gpu.theory.memory.json("byte_per_s"),
            "memory_gb": offer.gpu.agreed(|part| part.memory_gb),
            "board_power_w": offer.gpu.agreed(|part| part.board_power),
        })
    };
    json!({
        "schema": "lockstep/choose/1",
        "workload": {
            "flop": workload.flop,
            "byte": workload.byte,
            "capacity": workload.capacity,
            "precision": workload.precision.name(),
        },
        "formula": "max(flop / flop_per_s, byte / byte_per_s)",
        "gpus": offers.iter().map(offer).collect::<Vec<_>>(),
    })
}
