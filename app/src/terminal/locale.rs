//! What a terminal can show: in a locale without UTF-8, boxes and typographic signs become ASCII.

use std::io::{self, Write};

/// Whether the locale that the environment names can show more than ASCII. An environment without one can.
pub fn shows_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    locale.is_none_or(|locale| {
        let name = locale.to_ascii_lowercase();
        name.contains("utf-8") || name.contains("utf8")
    })
}

/// Writes texts with their boxes in ASCII.
pub struct Ascii<W>(pub W);

impl<W: Write> Write for Ascii<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) if !text.is_ascii() => self.0.write_all(plain(text).as_bytes())?,
            _ => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The text with the signs that this program draws replaced, as wide as they are; the letters of others stay.
fn plain(text: &str) -> String {
    let sign = |sign: char| match sign {
        '─' | '━' | '═' | '╸' | '–' | '−' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => '+',
        '█' | '▇' | '▆' | '▅' => '#',
        '▄' | '▃' | '▂' | '▁' | '▒' => ':',
        '·' => '.',
        '…' => '~',
        '×' | '✗' => 'x',
        '÷' => '/',
        '✓' => '+',
        'µ' => 'u',
        '→' => '>',
        '←' => '<',
        other => other,
    };
    text.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_with_a_value_decides() {
        let shows = |pairs: &[(&str, &str)]| {
            shows_unicode(|name| pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1.to_owned()))
        };
        assert!(
            shows(&[]) && shows(&[("LANG", "en_US.UTF-8")]) && shows(&[("LC_ALL", ""), ("LANG", "C.utf8")])
        );
        assert!(!shows(&[("LANG", "C")]) && !shows(&[("LC_ALL", "POSIX"), ("LANG", "en_US.UTF-8")]));
        assert!(!shows(&[("LC_CTYPE", "de_DE.ISO-8859-1")]));
    }

    #[test]
    fn boxes_become_ascii_as_wide_as_they_were() {
        let mut out = Ascii(Vec::new());
        write!(out, "┌──┐\n│A·│\n└──┘ 162 µs, Zoë\n").unwrap();
        assert_eq!(String::from_utf8(out.0).unwrap(), "+--+\n|A.|\n+--+ 162 us, Zoë\n");
    }
}
