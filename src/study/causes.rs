//! Why one of two variants takes the time that it does beside the other, in words.

use crate::compare;
use crate::harness::VariantReport;
use crate::units::{Bytes, percent};

/// From which factor on a launch has less at once than another.
const LESS: f64 = 1.25;

/// Two figures that differ by less are equal.
const EQUAL: f64 = 1.05;

/// The share of the places that a slower variant's launch takes, where that is much smaller than the other's.
pub(super) fn less_at_once(base: &VariantReport, variant: &VariantReport) -> Option<String> {
    let places = |of: &VariantReport| of.counters.as_ref()?.achieved_occupancy;
    let (more, less) = (places(base)?, places(variant)?);
    (LESS * less < more).then(|| {
        let [less, more] = [less, more].map(percent);
        format!(
            ". The launch of `{}` takes {less} of the units' places for subgroups, that of `{}` {more}: less is under way at a time",
            variant.name, base.name
        )
    })
}

/// What takes the time of each of two by the estimate, and what else counts where that is the same.
pub(super) fn limits(base: &VariantReport, variant: &VariantReport) -> String {
    let [a, b] = [base, variant].map(|of| (format!("`{}`", of.name), of.cause.as_ref()));
    let said = compare::limits([(&a.0, a.1), (&b.0, b.1)]);
    let overlap = match a.1 == b.1 {
        true => "; what other resources take counts in part, since they overlap, but not fully",
        false => "",
    };
    said.map_or_else(String::new, |said| format!(". {said}{overlap}"))
}

/// What is the same of two kernels that take the same time: what the estimate says of both, and their bytes of DRAM.
pub(super) fn equal(base: &VariantReport, variant: &VariantReport) -> String {
    let cause = base.cause.as_ref().filter(|cause| variant.cause.as_ref() == Some(cause));
    let dram = |variant: &VariantReport| Some(variant.counters.as_ref()?.dram_bytes? as f64);
    let near = |(a, b): &(f64, f64)| a.max(*b) <= EQUAL * a.min(*b);
    let bytes = dram(base).zip(dram(variant)).filter(near);
    let cause = cause.map(|cause| format!("for each of the two, the estimate says that {cause}"));
    let bytes = bytes.map(|(a, b)| match (Bytes(a).to_string(), Bytes(b).to_string()) {
        (a, b) if a == b => format!("both move {a} to and from DRAM (modelled caches)"),
        (a, b) => format!("they move {a} and {b} to and from DRAM (modelled caches)"),
    });
    let same: Vec<String> = cause.into_iter().chain(bytes).collect();
    if same.is_empty() { String::new() } else { format!(". What is equal: {}", same.join(", and ")) }
}
