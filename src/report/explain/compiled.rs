//! What the simulator's modelled compiler leaves of a kernel, line by line, and what each of its passes did.

use super::margin::{printable, short};
use super::whole::heading;
use crate::report::table::{Align, Cell, table};
use crate::sim::compile::{ListedInstruction, ListedPass, Listing, PassEffect};
use crate::text::{hung, paragraph};

/// What every listing says of itself.
pub(in crate::report) const MODEL: &str = "This is a model of what GPU compilers do, not the code of any vendor's compiler. Columns: copies: of an \
                            unrolled loop; slots: of issue, for each copy; arithm.: of these, arithmetic of the lanes; sfu: \
                            instructions of the special function unit; reads: registers; issued: slots in the whole launch.";

/// The listing of a kernel with this source.
pub fn compiled(listing: &Listing, source: &str, columns: usize) -> String {
    let mut text = format!(
        "\n{}\n{}",
        heading(&format!("The compiled kernel: {} registers an invocation", listing.registers)),
        paragraph(MODEL, 2)
    );
    text += &lines(listing, source, columns);
    if let (Some(issued), Some(joined)) = (listing.issued, listing.joined) {
        let joined = match joined {
            0 => String::new(),
            joined => format!(", after {} of requests that unrolled iterations make at once", short(joined)),
        };
        text += &paragraph(&format!("All lines issue {} slots{joined}: the estimate counts these.", short(issued)), 2);
    }
    text + &passes(&listing.passes)
}

fn lines(listing: &Listing, source: &str, columns: usize) -> String {
    let rows: Vec<Vec<Cell>> =
        listing.lines.iter().flat_map(|line| &line.instructions).map(|instruction| row(instruction).to_vec()).collect();
    let right = |title| (title, Align::Right);
    let header = [
        right("copies"),
        right("slots"),
        right("arithm."),
        right("sfu"),
        right("reads"),
        right("issued"),
        ("instruction", Align::Left),
    ];
    let table = table(&header, &rows);
    let mut printed = table.lines();
    let mut text = format!("  {}\n", printed.next().unwrap_or_default());
    for line in &listing.lines {
        let code = (line.line as usize).checked_sub(1).and_then(|index| source.lines().nth(index));
        let code = printable(code.unwrap_or("(no source line)").trim());
        text += &format!("{}\n", hung(&format!("{:>5} | ", line.line), &code, columns).join("\n"));
        for row in printed.by_ref().take(line.instructions.len()) {
            text += &format!("  {row}\n");
        }
    }
    text
}

fn row(instruction: &ListedInstruction) -> [Cell; 7] {
    let times = if instruction.count > 1 { format!("{} x ", instruction.count) } else { String::new() };
    let scalar = if instruction.scalar { " on the scalar unit" } else { "" };
    let before = instruction.before.map_or(String::new(), |line| format!(", before line {line}"));
    let some = |n: u32| if n == 0 { String::new() } else { n.to_string() };
    [
        instruction.copies.to_string().into(),
        instruction.issue_slots.to_string().into(),
        some(instruction.arithmetic).into(),
        some(instruction.special).into(),
        some(instruction.registers_read).into(),
        instruction.issued.map_or(String::new(), short).into(),
        format!("{times}{}{scalar}{before}", instruction.text).into(),
    ]
}

/// What each pass did.
fn passes(passes: &[ListedPass]) -> String {
    let mut text = format!("\n{}\n", heading("What each pass did"));
    for pass in passes {
        let effects: Vec<String> = pass.effects.iter().map(effect).collect();
        text += &paragraph(&format!("{}: {} ({})", pass.name, effects.join("; "), pass.source), 2);
    }
    if passes.is_empty() {
        text += &paragraph("Nothing: each instruction of the kernel is one of the compiled kernel.", 2);
    }
    text
}

/// "3 instructions of line 14 moved before line 12".
pub(in crate::report) fn effect(effect: &PassEffect) -> String {
    let instructions = match effect.instructions {
        1 => "1 instruction".to_owned(),
        n => format!("{n} instructions"),
    };
    format!("{instructions} of line {} {}", effect.line, effect.what)
}
