//! Times that are lower bounds: estimates for a machine that lacks a figure.

use crate::harness::VariantReport;
use crate::units::Seconds;

/// Stands before such a time.
const AT_LEAST: &str = "≥ ";

/// A variant's time, marked where it is a lower bound; `None` where it has none.
pub fn time(variant: &VariantReport) -> Option<String> {
    variant.time.map(|time| marked(variant.lower_bound, time.median))
}

/// A time with the mark where it is a lower bound.
pub fn marked(lower_bound: bool, time: Seconds) -> String {
    format!("{}{time}", if lower_bound { AT_LEAST } else { "" })
}

/// What the mark says, where a table has it.
pub fn legend(variants: &[VariantReport]) -> Option<&'static str> {
    let reported = "≥: a lower bound, because the machine's file lacks a figure for what a kernel asks of it; a ratio of such times compares only what is modelled.";
    variants.iter().any(|variant| variant.lower_bound).then_some(reported)
}
