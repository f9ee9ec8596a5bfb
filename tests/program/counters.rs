//! The handbook lists every counter of the JSON.

use std::fs;

use lockstep::sim::Counters;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/labs/handbook/how-counters-are-counted.md");

const HEADING: &str = "## Every counter of the JSON\n\n| name | unit | what |\n| --- | --- | --- |\n";

#[test]
fn the_handbook_has_every_counter_with_its_unit_and_its_words() {
    let row =
        |counter: &lockstep::sim::Counter| format!("| `{}` | {} | {} |\n", counter.name, counter.unit, counter.words);
    let rows: String = Counters::TABLE.iter().map(row).collect();
    let page = fs::read_to_string(PAGE).expect("a page");
    let (before, rest) = page.split_once(HEADING).expect("a table of all counters");
    let (table, after) = rest.split_once("\n\n").expect("its end");
    if std::env::var_os("LOCKSTEP_BLESS").is_some() {
        fs::write(PAGE, format!("{before}{HEADING}{rows}\n{after}")).expect("written");
        return;
    }
    assert_eq!(format!("{table}\n"), rows, "LOCKSTEP_BLESS=1 cargo test --test program counters writes the table anew");
}
