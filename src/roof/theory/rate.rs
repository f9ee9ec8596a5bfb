//! Rates as a person writes them: `82.6T`, `1008 GB/s`.
use super::given::GivenError;

/// Reads `--peak-flops`: `82.6e12`, `82.6T` or `82.6 TFLOP/s`, in FLOP/s.
///
/// # Errors
/// What is not a positive number with a known prefix.
pub fn parse_flops(text: &str) -> Result<f64, GivenError> {
    let units = ["FLOP/s", "FLOPS", "FLOP", "OP/s"];
    parse_rate(text, &units).map_err(|why| GivenError::Rate {
        text: text.to_owned(),
        what: "peak in FLOP/s",
        why,
        example: "82.6e12, 82.6T or 82.6TFLOP/s",
    })
}

/// Reads `--peak-bandwidth`: `1008e9`, `1008G` or `1.008 TB/s`, in B/s.
///
/// # Errors
/// What is not a positive number with a known prefix.
pub fn parse_bandwidth(text: &str) -> Result<f64, GivenError> {
    parse_rate(text, &["B/s", "Bps", "B"]).map_err(|why| GivenError::Rate {
        text: text.to_owned(),
        what: "bandwidth in B/s",
        why,
        example: "1008e9, 1008G or 1008GB/s",
    })
}

/// Reads an amount with or without a unit and a prefix: `2e15`, `16 GB`, `0`.
///
/// # Errors
/// What is not a number from 0 on with a known prefix.
pub fn parse_amount(text: &str, units: &[&str]) -> Result<f64, &'static str> {
    let mut rest = text.trim();
    for unit in units {
        let cut = rest.len().saturating_sub(unit.len());
        if rest.is_char_boundary(cut) && rest[cut..].eq_ignore_ascii_case(unit) {
            rest = rest[..cut].trim_end();
            break;
        }
    }
    let prefixes = [('k', 1e3), ('K', 1e3), ('M', 1e6), ('G', 1e9), ('T', 1e12), ('P', 1e15)];
    let (number, factor) = match prefixes.iter().find(|(p, _)| rest.ends_with(*p)) {
        Some((_, factor)) => (&rest[..rest.len() - 1], *factor),
        None => (rest, 1.0),
    };
    let value: f64 = number.trim().parse().map_err(|_| "it is not a number")?;
    let value = value * factor;
    if !value.is_finite() || value < 0.0 {
        return Err("it must be a number from 0 on");
    }
    Ok(value)
}

fn parse_rate(text: &str, units: &[&str]) -> Result<f64, &'static str> {
    let value = parse_amount(text, units)?;
    if value == 0.0 {
        return Err("it must be above zero");
    }
    if value < 1e6 {
        return Err("it is below a million per second; a prefix such as G or T is missing");
    }
    Ok(value)
}
