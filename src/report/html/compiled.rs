//! What the simulator's modelled compiler leaves of a kernel, on a page.

use maud::{Markup, html};

use crate::report::explain::{MODEL, effect};
use crate::sim::compile::{ListedInstruction, Listing};

/// The same as a fragment of a page.
pub fn fragment(listing: &Listing, source: &str) -> String {
    compiled(listing, source).into_string()
}

/// The listing of a kernel with this source: each line with its instructions, then what each pass did.
pub fn compiled(listing: &Listing, source: &str) -> Markup {
    let code = |line: u32| {
        let index = (line as usize).checked_sub(1);
        index.and_then(|index| source.lines().nth(index)).unwrap_or("(no source line)").trim()
    };
    html! {
        p { (MODEL) }
        p { (listing.registers) " registers an invocation." }
        div class="scroll" tabindex="0" role="group" aria-label="the compiled kernel" {
        table class="figures" {
            thead {
                tr {
                    th scope="col" { "instruction" }
                    @for title in ["copies", "slots", "arithm.", "sfu", "reads", "issued"] { th scope="col" class="num" { (title) } }
                }
            }
            @for line in &listing.lines {
                tbody data-line=(line.line) {
                    tr { th colspan="7" { (line.line) ": " code { (code(line.line)) } } }
                    @for instruction in &line.instructions { (row(instruction)) }
                }
            }
        }
        }
        h3 { "What each pass did" }
        dl {
            @for pass in &listing.passes {
                dt { (pass.name) }
                dd {
                    (pass.effects.iter().map(effect).collect::<Vec<_>>().join("; ")) ". "
                    span class="small" { "Source: " (pass.source) "." }
                }
            }
        }
    }
}

fn row(instruction: &ListedInstruction) -> Markup {
    html! {
        tr {
            td {
                @if instruction.count > 1 { (instruction.count) " x " }
                code { (instruction.text) }
                @if instruction.scalar { " on the scalar unit" }
                @if let Some(line) = instruction.before { ", before line " (line) }
            }
            @for number in [
                instruction.copies,
                instruction.issue_slots,
                instruction.arithmetic,
                instruction.special,
                instruction.registers_read,
            ] {
                td class="num" { (number) }
            }
            td class="num" { @if let Some(issued) = instruction.issued { (issued) } }
        }
    }
}
