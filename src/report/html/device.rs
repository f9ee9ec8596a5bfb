//! The device with the provenance of its roofs, and how a run was measured.

use maud::{Markup, html};

use super::results::word;
use super::text::{exactly, prose};
use crate::harness::{DeviceReport, Report, Roofs, VariantReport};
use crate::units::{Seconds, digits3, share, si};

/// What the device says of itself.
pub fn device(device: &DeviceReport) -> Markup {
    html! {
        dl class="facts" data-device=(device.name) {
            dt { "device" } dd { (device.name) " (" (device.sort()) ")" }
            dt { "driver" } dd { (device.driver) }
            dt { "subgroups" }
            dd { "of " (device.subgroups()) " invocations" }
        }
    }
}

/// The four ceilings, each with where it comes from.
pub fn roofs(roofs: &Roofs) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="group" aria-label="roofs" {
            table class="figures provenance" {
                thead {
                    tr { th scope="col" { "roof" } th scope="col" class="num" { "rate" } th scope="col" { "source" } th scope="col" { "where it comes from" } }
                }
                tbody {
                    @for roof in roofs.shown() {
                        tr data-roof={ (roof.of.name()) "-" (roof.kind) } data-value=[exactly(roof.value)] {
                            th scope="row" { (roof.of.name()) ", " (roof.kind) }
                            td class="num" { (roof.text.as_deref().unwrap_or("unknown")) }
                            td { (roof.source) }
                            td class="wide" { (roof.detail.unwrap_or("not measured in this run")) }
                        }
                    }
                }
            }
        }
        p class="small" {
            "Arithmetic in " (if roofs.compute.precision.is_empty() { "f32" } else { &roofs.compute.precision }) ". "
            @if let Some(ridge) = roofs.telling().ridge() { "The roofs meet at " (digits3(ridge)) " FLOP/B. " }
            @if let Some(cache) = roofs.last_level_cache { "Last-level cache: " (si(cache, "B")) ". " }
            @if let Some(clock) = roofs.clock_hz { "Clock of the theoretical roofs: " (si(clock, "Hz")) "." }
        }
        @for note in &roofs.notes { p class="small" { (note) "." } }
    }
}

/// Clock, sampling, checks, seed, notes.
pub fn measured(report: &Report) -> Markup {
    let clock = &report.clock;
    let checks = format!("{:?}", clock.checks).to_lowercase();
    html! {
        dl class="facts" {
            dt { "clock" }
            dd {
                (clock.source.name()) ": " (clock.detail)
                @if let Some(resolution) = clock.resolution_s { "; its smallest step is " (Seconds(resolution)) }
            }
            dt { "sampling" } dd { (clock.sampling) }
            dt { "checks" } dd { "every kernel was verified with bounds and loop checks on; they were " (checks) " while it was timed" }
            @if let Some(choice) = &report.size_choice { dt { "size" } dd { (choice.size) ", chosen because " (choice.because) } }
            dt { "seed" } dd { (report.seed) }
            @for note in &report.notes { dt { "note" } dd { (note) } }
        }
        h3 { "What was verified" }
        div class="scroll" tabindex="0" role="group" aria-label="what was verified" {
            table class="figures" {
                thead {
                    tr {
                        th scope="col" { "variant" } th scope="col" { "verdict" }
                        @for title in ["elements", "largest error", "allowed"] { th scope="col" class="num" { (title) } }
                        th scope="col" { "at sizes" } th scope="col" { "tolerance from" } th scope="col" { "free of faults on the simulator" }
                    }
                }
                tbody { @for variant in &report.variants { (check(variant)) } }
            }
        }
    }
}

fn check(variant: &VariantReport) -> Markup {
    let check = variant.check.as_ref();
    html! {
        tr data-check=(variant.name) data-elements=[check.map(|check| check.elements)] {
            th scope="row" { (variant.name) }
            td { span class={ "verdict " (word(variant.status)) } { (word(variant.status)) } }
            @match check {
                None => td colspan="6" { "nothing could be compared" },
                Some(check) => {
                    td class="num" { (check.elements) }
                    td class="num" {
                        (format!("{:.3e}", check.max_error))
                        @if let Some(all) = check.together { "; together " (format!("{:.1e}", all.error_l2)) " (root mean square, as a share of the values)" }
                        @if let Some(all) = check.accuracy { "; against the truth " (format!("{:.1e}", all.error_l2)) " (root mean square, relative), at worst " (format!("{:.1e}", all.max_ulp)) " units in the last place" @if all.lost > 0.0 { "; " (share(all.lost)) " of the values became zero or infinite" } }
                        @if let Some(says) = &check.undone { "; note: " (says) }
                    }
                    td class="num" { (format!("{:.3e}", check.tolerance)) }
                    td {
                        (check.sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
                        @if let Some(some) = check.sampled {
                            "; at " (some.size) " " (some.elements) " of " (some.outputs) " elements"
                        }
                    }
                    td class="wide" { (prose(&check.basis)) }
                    td class="wide" { (check.audited.as_deref().unwrap_or("each run here was one on the simulator")) }
                },
            }
        }
    }
}
