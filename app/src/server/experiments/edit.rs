//! The file of an experiment for a form: as a tree of values, and with changes written into the text, which keeps its comments
//! and its order.

use serde::Deserialize;
use serde_json::Value;
use toml_edit::{DocumentMut, InlineTable, Item, TableLike, TomlError};
use unstuck_ops::ToSchema;

/// A key that is set or taken out.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExperimentChange)]
pub struct Change {
    /// `algorithm`; empty for the keys outside sections.
    section: String,
    /// `population`
    key: String,
    /// Absent: removes the key.
    value: Option<Value>,
}

/// The text with all changes, one after another.
pub fn apply(toml: &str, changes: &[Change]) -> Result<String, TomlError> {
    let mut file: DocumentMut = toml.parse()?;
    for Change { section, key, value } in changes {
        let root = file.as_table_mut();
        let table: &mut dyn TableLike = match &**section {
            "" => root,
            _ if value.is_none() && !root.contains_key(section) => continue,
            _ => {
                let item = root.entry(section).or_insert_with(toml_edit::table);
                match item.as_table_like_mut() {
                    Some(table) => table,
                    // Not a section: it stays, and reading the file refuses it.
                    None => continue,
                }
            }
        };
        match (value.as_ref().and_then(written), table.get_mut(key)) {
            (None, _) => {
                table.remove(key);
            }
            // A comment behind the value stays.
            (Some(mut new), Some(Item::Value(old))) => {
                *new.decor_mut() = old.decor().clone();
                *old = new;
            }
            (Some(new), _) => {
                table.insert(key, Item::Value(new));
            }
        }
    }
    Ok(file.to_string())
}

/// A text as a tree of values, in its order.
pub fn tree(toml: &str) -> Option<Value> {
    let file: DocumentMut = toml.parse().ok()?;
    Some(entries(file.as_table()))
}

fn entries(table: &dyn TableLike) -> Value {
    Value::Object(table.iter().filter_map(|(key, item)| Some((key.to_owned(), item_value(item)?))).collect())
}

fn item_value(item: &Item) -> Option<Value> {
    Some(match item {
        Item::None => return None,
        Item::Value(one) => value(one),
        Item::Table(table) => entries(table),
        Item::ArrayOfTables(list) => list.iter().map(|table| entries(table)).collect(),
    })
}

fn value(one: &toml_edit::Value) -> Value {
    match one {
        toml_edit::Value::String(text) => text.value().as_str().into(),
        toml_edit::Value::Integer(number) => (*number.value()).into(),
        toml_edit::Value::Float(number) => (*number.value()).into(),
        toml_edit::Value::Boolean(yes) => (*yes.value()).into(),
        toml_edit::Value::Datetime(time) => time.value().to_string().into(),
        toml_edit::Value::Array(list) => list.iter().map(value).collect(),
        toml_edit::Value::InlineTable(table) => entries(table),
    }
}

/// A value as TOML has it, which knows no null.
fn written(value: &Value) -> Option<toml_edit::Value> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(yes) => (*yes).into(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64()?.into(),
        },
        Value::String(text) => text.into(),
        Value::Array(list) => list.iter().filter_map(written).collect::<toml_edit::Array>().into(),
        Value::Object(table) => {
            let entries = table.iter().filter_map(|(key, value)| Some((key, written(value)?)));
            entries.collect::<InlineTable>().into()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn changed(toml: &str, changes: Value) -> String {
        let changes: Vec<Change> = serde_json::from_value(changes).unwrap();
        apply(toml, &changes).unwrap()
    }

    #[test]
    fn comments_and_order_stay() {
        let toml = "# mine\nname = \"a\" # short\nseed = 1\n\n[genome]\nkind = \"tree\"\n\n[genome.limits]\nnodes = 9\n";
        let changes = json!([
            { "section": "", "key": "name", "value": "b" },
            { "section": "", "key": "seed", "value": null },
            { "section": "genome", "key": "limits", "value": { "nodes": 8, "depth": 0.5 } },
            { "section": "grid", "key": "genome.kind", "value": ["tree", true] },
            { "section": "stop", "key": "seconds", "value": null },
        ]);
        assert_eq!(
            changed(toml, changes),
            "# mine\nname = \"b\" # short\n\n[genome]\nkind = \"tree\"\nlimits = { nodes = 8, depth = 0.5 }\n\n[grid]\n\"genome.kind\" = [\"tree\", true]\n"
        );
    }

    #[test]
    fn a_text_that_is_no_toml_is_refused() {
        assert!(apply("name =", &[]).is_err());
    }
}
