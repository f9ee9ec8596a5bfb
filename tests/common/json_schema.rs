//! What of JSON Schema `schema/lockstep-1.json` is written in.

use serde_json::Value;

/// Why `value` is not what `schema` says, with the path to it. Knows the words of JSON Schema that the file has, and no
/// others.
pub fn wrong(root: &Value, schema: &Value, value: &Value, path: &str) -> Option<String> {
    let words = schema.as_object().expect("a schema is an object");
    let said = |what: String| Some(format!("{path}: {what}"));
    for (word, says) in words {
        let found = match word.as_str() {
            "title" | "description" | "$schema" | "$defs" => None,
            "$ref" => {
                let place = says.as_str().and_then(|place| place.strip_prefix('#')).expect("a place in this file");
                wrong(root, root.pointer(place).expect("it is there"), value, path)
            }
            "const" => {
                if value == says {
                    None
                } else {
                    said(format!("{value} is not {says}"))
                }
            }
            "enum" => match says.as_array().is_some_and(|all| all.contains(value)) {
                true => None,
                false => said(format!("{value} is none of {says}")),
            },
            "type" => match says.as_array().map_or_else(|| is(value, says), |all| all.iter().any(|one| is(value, one)))
            {
                true => None,
                false => said(format!("{value} is no {says}")),
            },
            "required" => {
                let names = says.as_array().expect("a list").iter().filter_map(Value::as_str);
                let missing =
                    value.as_object().and_then(|object| names.clone().find(|name| !object.contains_key(*name)));
                missing.and_then(|name| said(format!("there is no `{name}`")))
            }
            "properties" => says
                .as_object()
                .expect("an object")
                .iter()
                .find_map(|(name, schema)| wrong(root, schema, value.get(name)?, &format!("{path}.{name}"))),
            "items" => value
                .as_array()
                .into_iter()
                .flatten()
                .enumerate()
                .find_map(|(at, item)| wrong(root, says, item, &format!("{path}[{at}]"))),
            "oneOf" => {
                let all: Vec<_> =
                    says.as_array().expect("a list").iter().map(|one| wrong(root, one, value, path)).collect();
                match all.iter().filter(|one| one.is_none()).count() {
                    1 => None,
                    _ => said(format!("it fits not one: {}", all.into_iter().flatten().collect::<Vec<_>>().join("; "))),
                }
            }
            other => panic!("the schema has `{other}`, which this test does not know"),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

fn is(value: &Value, word: &Value) -> bool {
    match word.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => panic!("{word} is not a type"),
    }
}
