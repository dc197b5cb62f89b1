//! Texts that hold several definitions: where one ends and the next begins, and what each defines.

use std::ops::Range;
use unstuck_core::domain::definition::Defines;

/// What a text defines first, by its first words.
///
/// ```
/// use unstuck_core::domain::definition::Defines;
/// use unstuck_planning::text::defines;
/// assert_eq!(defines("; mine\n(DEFINE (Domain ferry) …"), Defines::Domain);
/// assert_eq!(defines("(define (problem p1) (:domain ferry) …"), Defines::Problem);
/// assert_eq!(defines("1 2 3"), Defines::Other);
/// ```
pub fn defines(text: &str) -> Defines {
    let mut words = text.lines().map(|line| line.split(';').next().unwrap_or_default()).flat_map(|line| {
        // Parentheses separate words but do not matter otherwise: the parser will see them.
        line.split(|c: char| c.is_whitespace() || c == '(' || c == ')').filter(|word| !word.is_empty())
    });
    let mut is_next = |word: &str| words.next().is_some_and(|next| next.eq_ignore_ascii_case(word));
    if !text.trim_start().starts_with(['(', ';']) || !is_next("define") {
        return Defines::Other;
    }
    match words.next() {
        Some(word) if word.eq_ignore_ascii_case("domain") => Defines::Domain,
        Some(word) if word.eq_ignore_ascii_case("problem") => Defines::Problem,
        _ => Defines::Other,
    }
}

/// The domain that a problem says it belongs to.
///
/// ```
/// use unstuck_planning::text::domain_of;
/// assert_eq!(domain_of("(define (problem p1)\n (:Domain ferry)"), Some("ferry"));
/// assert_eq!(domain_of("(define (problem p1) (:objects a)"), None);
/// ```
pub fn domain_of(text: &str) -> Option<&str> {
    let mut words = text.lines().map(|line| line.split(';').next().unwrap_or_default()).flat_map(|line| {
        line.split(|c: char| c.is_whitespace() || c == '(' || c == ')').filter(|word| !word.is_empty())
    });
    words.find(|word| word.eq_ignore_ascii_case(":domain"))?;
    words.next()
}

/// The definitions of a text, as ranges of bytes. Comments between them and lines that begin with `#` are left out; other
/// words there are ranges of their own, which no parser will accept.
pub fn forms(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let line_end = |at: usize| bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| at + n);
    let mut forms = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b';' | b'#' => at = line_end(at),
            b'(' => {
                let start = at;
                let mut depth = 0_usize;
                while at < bytes.len() {
                    match bytes[at] {
                        b'(' => depth += 1,
                        b')' => depth -= 1,
                        b';' => at = line_end(at).saturating_sub(1),
                        _ => {}
                    }
                    at += 1;
                    if depth == 0 {
                        break;
                    }
                }
                forms.push(start..at);
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            _ => {
                let end = line_end(at);
                forms.push(at..end);
                at = end;
            }
        }
    }
    forms
}

/// The number of the line that a byte is on.
pub(crate) fn line_of(text: &str, byte: usize) -> usize {
    text.as_bytes()[..byte].iter().filter(|&&b| b == b'\n').count() + 1
}

/// A text in which everything before a byte is blank, so that places stay what they are.
pub(crate) fn blanked(text: &str, byte: usize) -> String {
    let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
    text[..byte].chars().map(blank).chain(text[byte..].chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found_whatever_is_between_them() {
        let text = "; (a\n(define (domain d) ; :-)\n (x))\n# dataset\n(b) junk (\n(c";
        let found: Vec<&str> = forms(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, ["(define (domain d) ; :-)\n (x))", "(b)", "junk (", "(c"]);
        assert_eq!(line_of(text, text.find("(b)").expect("it is there")), 5);
        assert_eq!(blanked("é\nb c", 5), " \n  c");
    }
}
