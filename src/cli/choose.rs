//! `lockstep choose`: a workload in, GPUs out.

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::exit::Exit;
use super::output;
use crate::host::Native;
use crate::report::devices::{Answer, Choice, answers, choose as text, choose_json};
use crate::roof::floor::{Precision, Workload};
use crate::roof::theory::given::{GivenPeaks, parse_amount};

/// Arguments of `lockstep choose`.
#[derive(Args)]
pub struct ChooseArgs {
    /// The GPUs to choose from, by name: "RTX 4090" H100 9070XT
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
    /// Operations that the workload needs: 2e15, 2P
    #[arg(long, value_name = "FLOP", value_parser = operations)]
    flop: f64,
    /// Bytes that it moves to and from memory: 4e12, 4T
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    byte: f64,
    /// Bytes that must lie in the GPU's memory at once: 14G
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    capacity: Option<f64>,
    /// Which units do the arithmetic
    #[arg(long, value_name = "PRECISION", default_value = "f32")]
    precision: Typed,
    /// What an hour of a GPU costs, in your currency: "H100=2.5" (may be repeated)
    #[arg(long, value_name = "NAME=PRICE", value_parser = price)]
    price: Vec<(String, f64)>,
    /// Write the result as JSON to this file, or to stdout for -
    #[arg(long, value_name = "PATH|-")]
    json: Option<std::path::PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Typed {
    F32,
    F16,
    Int8Dot,
    MatrixF16,
}

impl From<Typed> for Precision {
    fn from(typed: Typed) -> Self {
        match typed {
            Typed::F32 => Self::F32,
            Typed::F16 => Self::F16,
            Typed::Int8Dot => Self::Int8Dot,
            Typed::MatrixF16 => Self::MatrixF16,
        }
    }
}

fn operations(text: &str) -> Result<f64, String> {
    parse_amount(text, &["FLOP", "OP"]).map_err(|why| format!("{why}: write 2e15 or 2P"))
}

fn bytes(text: &str) -> Result<f64, String> {
    parse_amount(text, &["B"]).map_err(|why| format!("{why}: write 16e9 or 16G"))
}

fn price(text: &str) -> Result<(String, f64), String> {
    let (name, price) = text.rsplit_once('=').ok_or("write NAME=PRICE, such as H100=2.5")?;
    match price.trim().parse::<f64>() {
        Ok(value) if value >= 0.0 && value.is_finite() => Ok((name.trim().to_owned(), value)),
        _ => Err(format!("`{price}` is not a price: write a number from 0 on")),
    }
}

/// Runs the subcommand.
pub fn choose(args: &ChooseArgs) -> anyhow::Result<Exit> {
    if args.flop == 0.0 && args.byte == 0.0 {
        bail!("--flop 0 --byte 0: a workload does something, or moves something");
    }
    let given = GivenPeaks::load(&Native)?;
    let each: Vec<(&String, Answer)> =
        args.names.iter().flat_map(|name| answers(name, &given).into_iter().map(move |gpu| (name, gpu))).collect();
    if let Some((name, _)) = args.price.iter().find(|(name, _)| !args.names.iter().any(|named| same(named, name))) {
        bail!("--price {name}=...: no GPU of that name is to be chosen from; there are: {}", args.names.join(", "));
    }
    let price = |gpu: &String| args.price.iter().find(|(name, _)| same(gpu, name)).map(|(_, price)| *price);
    let workload =
        Workload { flop: args.flop, byte: args.byte, capacity: args.capacity, precision: args.precision.into() };
    let prices = each.iter().map(|(name, _)| price(name)).collect();
    let gpus: Vec<Answer> = each.into_iter().map(|(_, gpu)| gpu).collect();
    let choice = Choice { workload, gpus: &gpus, prices };
    output::both(args.json.as_deref(), false, &text(&choice), &choose_json(&choice))?;
    Ok(if gpus.iter().all(Answer::is_known) { Exit::Well } else { Exit::Unserved })
}

/// Whether both are the same name, but for case and spaces.
fn same(a: &str, b: &str) -> bool {
    let plain = |name: &str| name.to_lowercase().replace([' ', '-'], "");
    plain(a) == plain(b)
}
