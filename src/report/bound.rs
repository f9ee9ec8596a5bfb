//! Times that are lower bounds: estimates for a machine that lacks a figure.

use crate::harness::VariantReport;

/// Stands before such a time.
const AT_LEAST: &str = "≥ ";

/// A variant's time, marked where it is a lower bound; `None` where it has none.
pub fn time(variant: &VariantReport) -> Option<String> {
    let bound = if variant.lower_bound { AT_LEAST } else { "" };
    variant.time.map(|time| format!("{bound}{}", time.median))
}

/// What the mark says, where a table has it.
pub fn legend(variants: &[VariantReport]) -> Option<&'static str> {
    let told = "≥: a lower bound, because the machine's file lacks a figure for what a kernel asks of it: two of them compare what is known.";
    variants.iter().any(|variant| variant.lower_bound).then_some(told)
}
