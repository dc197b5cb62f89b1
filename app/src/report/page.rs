//! A record in the page that the web UI's build makes for reports: one HTML file, which needs no network.

use crate::assets;
use anyhow::{Context, Result};
use serde::Serialize;

/// What every report begins with; a file that does may be replaced by a newer report.
pub const MARK: &str = "<!doctype html>\n<!-- a report of unstuck -->\n";

/// Where the record belongs.
const RECORD: &str = "<script type=\"application/json\" id=\"record\">";

/// Whether the program carries the page.
pub fn is_available() -> bool {
    template().is_some()
}

/// The page before and after its record.
fn template() -> Option<(&'static str, &'static str)> {
    let (_, bytes) = assets::file("report.html")?;
    let text = std::str::from_utf8(bytes).ok()?;
    let place = text.find(RECORD)? + RECORD.len();
    text.starts_with(MARK).then(|| text.split_at(place))
}

/// The page of a record.
///
/// # Errors
///
/// The program was built without the web UI.
pub fn page(record: &impl Serialize) -> Result<String> {
    let (before, after) =
        template().context("this program was built without the web UI and can only print reports")?;
    Ok([before, &embedded(&serde_json::to_string(record)?), after].concat())
}

/// JSON that cannot end its element, begin a comment in it, or break a line of a script.
fn embedded(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn no_text_leaves_its_element() {
        let record = json!({ "name": "</script><!-- <b>&\u{2028}\u{2029}\u{0}\"" });
        let text = embedded(&record.to_string());
        assert!(!text.contains(['<', '\u{2028}', '\u{2029}', '\u{0}']), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), record);
    }
}
