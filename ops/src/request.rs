//! What requests share in how they are read.

use serde::de::{Deserialize, Deserializer};
use unstuck_core::domain::Settings;

/// A text, or a list of them.
pub fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Texts {
        One(String),
        Many(Vec<String>),
    }
    Ok(match Texts::deserialize(deserializer)? {
        Texts::One(text) => vec![text],
        Texts::Many(texts) => texts,
    })
}

/// Settings without the switches that are off: a switch is on when it is named, `"drive-out": "true"`.
pub fn switches<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Settings, D::Error> {
    let mut settings = Settings::deserialize(deserializer)?;
    settings.retain(|_, value| value != "false");
    Ok(settings)
}
