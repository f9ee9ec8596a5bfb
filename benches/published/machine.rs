//! The machines that the figures were measured on: files of their own, or the differences from a built-in machine.

use std::path::Path;

use anyhow::{Context, Result};
use lockstep_sim::machine::Machine;
use toml::{Table, Value};

/// The machine of a name. A file in `machines/` says what differs from the machine that it names as its `base`;
/// `unknown` lists the figures of the base that say nothing of this product.
pub fn machine(root: &Path, name: &str) -> Result<Machine> {
    let file = root.join(format!("benches/published/machines/{name}.toml"));
    if !file.exists() {
        return Ok(Machine::builtin(name)?.clone());
    }
    let mut own = read(&file)?;
    let Some(base) = own.remove("base") else {
        return Ok(Machine::parse(&file.display().to_string(), &text(own))?);
    };
    let base = base.as_str().context("`base` must be a name")?;
    let mut whole = read(&root.join(format!("crates/sim/machines/{base}.toml")))?;
    whole.remove("aliases");
    for path in own.remove("unknown").iter().filter_map(Value::as_array).flatten() {
        let path = path.as_str().context("`unknown` must list names")?;
        let (group, figure) = path.split_once('.').context("`unknown` must list `group.figure`")?;
        let group = whole.get_mut(group).and_then(Value::as_table_mut);
        group
            .and_then(|group| group.remove(figure))
            .with_context(|| format!("{name}: `{path}` is not known of {base} either"))?;
    }
    for (key, value) in own {
        match (whole.get_mut(&key).and_then(Value::as_table_mut), value) {
            (Some(group), Value::Table(figures)) => group.extend(figures),
            (_, value) => drop(whole.insert(key, value)),
        }
    }
    Ok(Machine::parse(&file.display().to_string(), &text(whole))?)
}

fn read(file: &Path) -> Result<Table> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    text.parse().with_context(|| file.display().to_string())
}

/// TOML, a line for each of a table's values.
fn text(table: Table) -> String {
    table.iter().map(|(key, value)| format!("{key} = {}\n", written(value))).collect()
}

fn written(value: &Value) -> String {
    let listed = |items: Vec<String>| items.join(", ");
    match value {
        Value::String(text) => format!("{text:?}"),
        Value::Array(items) => format!("[{}]", listed(items.iter().map(written).collect())),
        Value::Table(table) => {
            let items = table.iter().map(|(key, value)| format!("{key} = {}", written(value)));
            format!("{{ {} }}", listed(items.collect()))
        }
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(flag) => flag.to_string(),
        Value::Datetime(time) => time.to_string(),
    }
}
