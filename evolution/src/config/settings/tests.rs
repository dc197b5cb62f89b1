use super::super::source::Section;
use super::{Settings as _, Word};
use toml::de::DeTable;

#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Order {
    Up,
    Down,
}

impl Word for Order {
    const NAMES: &'static [(&'static str, Self)] = &[("up", Self::Up), ("down", Self::Down)];
}

settings! {
    /// Of every type.
    pub struct Example {
        /// A count.
        count: usize = 5, in 1..=10;
        /// A number.
        share: f64 = 0.15, in 0.0..=1.0;
        /// A number or nothing.
        ratio: Option<f64> = None, in 1.0..=9.0;
        /// A word.
        order: Order = Order::Up;
        /// Yes or no.
        raw: bool = false;
    }
}

fn read(text: &str) -> Result<Example, String> {
    let table = DeTable::parse(text).expect("TOML");
    Example::read(&Section::whole(text, table.get_ref())).map_err(|error| error.to_string())
}

#[test]
fn what_is_written_is_read_and_the_rest_has_its_default() {
    assert_eq!(Example::KEYS, ["count", "share", "ratio", "order", "raw"]);
    assert_eq!(read(""), Ok(Example::default()));
    let all = Example { count: 7, share: 0.1, ratio: Some(2.5), order: Order::Down, raw: true };
    let lines: Vec<String> =
        all.entries().into_iter().map(|(key, value)| format!("{key} = {}", value.expect("set"))).collect();
    assert_eq!(lines[2..], ["ratio = 2.5", "order = \"down\"", "raw = true"]);
    assert_eq!(read(&lines.join("\n")), Ok(all));
    assert_eq!(Example::default().entries()[2], ("ratio", None));
}

#[test]
fn bounds_and_types_are_kept() {
    assert_eq!(read("count = 11").unwrap_err(), "line 1, column 9: count must be from 1 to 10, not 11");
    assert_eq!(read("ratio = 0.5").unwrap_err(), "line 1, column 9: ratio must be from 1 to 9, not 0.5");
    assert!(read("raw = 1").is_err() && read("order = \"left\"").is_err());
}
