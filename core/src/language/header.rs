//! The first lines of a text: which version of the language, for which domain and metric; for which search; and how
//! attempts begin.

use super::formula::Header;
use super::lex::error_at;
use crate::amount::parse_count;
use crate::error::ParseError;
use crate::feature::FeatureTable;
use crate::search::{ALGORITHMS, PARAMETERS, ParameterInfo, Tuning, algorithm};
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
    if !words.understands(&domain) {
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
        // The table of a decision does not name the metrics of its domain.
        let known = words.decision().is_some() || words.metrics().any(|metric| metric == name);
        if name.is_empty() || !known {
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

/// The search that the text names from a byte on (`search ida, order h, step 2`), if it does, and the byte that the
/// rest begins at.
pub(super) fn read_search(text: &str, from: usize) -> Result<(Option<Tuning>, usize), ParseError> {
    let mut line = Line { text, at: from };
    line.skip_blank_lines();
    if line.word() != Some("search") {
        return Ok((None, from));
    }
    line.take("search");
    line.skip_spaces();
    // A feature may have that name.
    if !line.rest().starts_with(|c: char| c.is_ascii_lowercase()) {
        return Ok((None, from));
    }
    let at = line.at;
    let name = line.name();
    let readers = ALGORITHMS.iter().filter(|info| info.heuristic).map(|info| info.name);
    let mut search = match algorithm(name) {
        Some(info) if info.heuristic => Tuning::new(info),
        Some(_) => {
            let message = format!("{name} is blind: it does not read a heuristic");
            return Err(error_at(text, at, message));
        }
        None => {
            let error = error_at(text, at, format!("unknown search algorithm '{name}'"));
            return Err(error.help(suggestion(name, readers)));
        }
    };
    line.parameters(&mut search)?;
    if !line.take(";") && !line.end() {
        return Err(error_at(text, line.at, "expected ',' and a parameter, or the end of the line"));
    }
    Ok((Some(search), line.at))
}

/// How an attempt begins: its expansions, the parameters that it names, and the byte that its body begins at.
pub(super) type Beginning = (u64, Option<Tuning>, usize);

/// The attempt that begins at a byte (`attempt 2000, weight 3: VALUE`), if one does. `search` is what the text names.
pub(super) fn read_attempt(
    text: &str,
    from: usize,
    search: Option<&Tuning>,
) -> Result<Option<Beginning>, ParseError> {
    let mut line = Line { text, at: from };
    line.skip_blank_lines();
    if line.word() != Some("attempt") {
        return Ok(None);
    }
    line.take("attempt");
    line.skip_spaces();
    let at = line.at;
    let count = line.while_matching(|c| c.is_ascii_alphanumeric() || c == '_');
    let expanded = parse_count(count).ok().filter(|&count| count > 0).ok_or_else(|| {
        error_at(text, at, "expected the expansions of the attempt").help("write attempt 2000: VALUE")
    })?;
    line.skip_spaces();
    let mut named = None;
    if line.rest().starts_with(',') {
        let Some(search) = search else {
            let error = error_at(text, line.at, "an attempt names a parameter, but the text no search");
            return Err(error.help("begin with a line like search wastar, weight 2"));
        };
        line.parameters(named.insert(Tuning::new(search.algorithm)))?;
    }
    if !line.take(":") {
        return Err(error_at(text, line.at, "expected ':' and the heuristic of the attempt"));
    }
    Ok(Some((expanded, named, line.at)))
}

/// What may have been meant by an unknown name.
fn suggestion<'n>(name: &str, known: impl Iterator<Item = &'n str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("available: {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// A place in a text that is read by lines.
struct Line<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Line<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// `, weight 2, horizon 3`, as far as it goes.
    fn parameters(&mut self, search: &mut Tuning) -> Result<(), ParseError> {
        self.skip_spaces();
        while self.take(",") {
            self.skip_spaces();
            let at = self.at;
            let name = self.name();
            let Some(info) = ParameterInfo::named(name) else {
                let error = error_at(self.text, at, format!("unknown search parameter '{name}'"));
                return Err(error.help(suggestion(name, PARAMETERS.iter().map(|info| info.name))));
            };
            if search.value(info.parameter).is_some() {
                return Err(error_at(self.text, at, format!("{name} is named twice")));
            }
            self.skip_spaces();
            let value = self.while_matching(|c| !matches!(c, ',' | ';' | ':' | '#' | '\n'));
            search.set(info.parameter, value.trim()).map_err(|wrong| error_at(self.text, at, wrong))?;
        }
        Ok(())
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
