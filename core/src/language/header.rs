//! The first line of a text: which version of the language, for which domain and metric.

use super::formula::Header;
use super::lex::error_at;
use crate::error::ParseError;
use crate::feature::FeatureTable;
use crate::suggest::nearest;

/// The version that this program reads and writes.
pub const VERSION: u32 = 1;

/// The header, if there is one, and the byte that the rest begins at.
pub(super) fn read(text: &str, words: &FeatureTable) -> Result<(Option<Header>, usize), ParseError> {
    let mut line = Line { text, at: 0 };
    line.skip_blank_lines();
    if line.word() != Some("heuristic") {
        return Ok((None, 0));
    }
    line.take("heuristic");
    line.skip_spaces();
    let at = line.at;
    let digits = line.while_matching(|c| c.is_ascii_digit());
    let version = digits.parse::<u32>().map_err(|_| {
        error_at(text, at, "expected the version of the language after 'heuristic'")
            .help(format!("write heuristic {VERSION} for {}", words.domain()))
    })?;
    if version != VERSION {
        let message = format!("this is version {version} of the language, and this program reads {VERSION}");
        return Err(error_at(text, at, message));
    }
    line.skip_spaces();
    if line.word() != Some("for") || !line.take("for") {
        let error = error_at(text, line.at, "expected 'for' and the domain");
        return Err(error.help(format!("write heuristic {VERSION} for {}", words.domain())));
    }
    line.skip_spaces();
    let at = line.at;
    let domain = line.name().to_owned();
    if domain != words.domain() {
        let message = if domain.is_empty() {
            "expected the domain after 'for'".to_owned()
        } else {
            format!("the heuristic is for {domain}, not for {}", words.domain())
        };
        return Err(error_at(text, at, message));
    }
    line.skip_spaces();
    let mut metric = None;
    if line.take("(") {
        line.skip_spaces();
        let at = line.at;
        let name = line.name().to_owned();
        if name.is_empty() || !words.metrics().any(|metric| metric == name) {
            let error = error_at(text, at, format!("{domain} has no metric '{name}'"));
            return Err(match nearest(&name, words.metrics()) {
                Some(near) => error.help(format!("did you mean '{near}'?")),
                None => {
                    error.help(format!("its metrics are {}", words.metrics().collect::<Vec<_>>().join(", ")))
                }
            });
        }
        line.skip_spaces();
        if !line.take(")") {
            return Err(error_at(text, line.at, "expected ')' after the metric"));
        }
        metric = Some(name);
        line.skip_spaces();
    }
    if !line.end() {
        return Err(error_at(text, line.at, "expected the end of the line after the header"));
    }
    Ok((Some(Header { version, domain, metric }), line.at))
}

struct Line<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Line<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn while_matching(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let found = &rest[..rest.find(|c| !fits(c)).unwrap_or(rest.len())];
        self.at += found.len();
        found
    }

    fn skip_spaces(&mut self) {
        self.while_matching(|c| matches!(c, ' ' | '\t' | '\r'));
    }

    fn skip_blank_lines(&mut self) {
        loop {
            self.while_matching(|c| c.is_ascii_whitespace());
            if !self.rest().starts_with('#') {
                return;
            }
            self.while_matching(|c| c != '\n');
        }
    }

    fn word(&self) -> Option<&'t str> {
        self.rest().split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next()
    }

    fn take(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        self.at += if found { expected.len() } else { 0 };
        found
    }

    fn name(&mut self) -> &'t str {
        self.while_matching(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-'))
    }

    fn end(&mut self) -> bool {
        matches!(self.rest().chars().next(), None | Some('\n' | '#'))
    }
}
