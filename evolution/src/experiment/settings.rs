//! `[settings]`: the variant of the domain, by the settings that it registers.

use crate::config::source::Section;
use crate::config::writer::{Writer, quoted};
use unstuck_core::domain::{Domain, Settings};
use unstuck_core::error::ParseError;

/// Reads the settings of a domain. What their values may be is known when the first instance is read.
pub fn read(section: &Section<'_>, domain: &dyn Domain) -> Result<Settings, ParseError> {
    let info = domain.info();
    let names: Vec<&str> = info.settings.iter().map(|setting| setting.name).collect();
    section.only(&names)?;
    let mut settings = Settings::new();
    for (key, item) in section.entries() {
        if info.settings.iter().any(|setting| setting.name == key && setting.values.is_empty()) {
            // A switch, which is there or not.
            if item.flag()? {
                settings.insert(key, String::new());
            }
        } else {
            settings.insert(key, item.word_or_number()?);
        }
    }
    Ok(settings)
}

/// Writes them, if there are any.
pub fn print(settings: &Settings, out: &mut Writer) {
    if settings.is_empty() {
        return;
    }
    out.section("settings");
    for (name, value) in settings {
        out.entry(name, if value.is_empty() { "true".to_owned() } else { quoted(value) });
    }
}
