//! The pieces of a heuristic's text, for those who colour it. Unlike the parser it reads on after a mistake.

use serde::Serialize;
use unstuck_core::domain::FeatureInfo;
use unstuck_core::language::{OPS, is_reserved};

/// Words that are no functions.
pub const KEYWORDS: &[&str] = &["true", "false", "policy", "if", "otherwise", "heuristic", "for"];

/// Functions that are written between or before values.
const WORDS: &[&str] = &["and", "or", "xor", "not"];

/// A piece of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Token {
    line: usize,
    column: usize,
    length: usize,
    kind: &'static str,
}

/// The pieces of a text in the words of a domain.
pub fn tokens(text: &str, features: &[FeatureInfo]) -> Vec<Token> {
    let mut found = Vec::new();
    for (line, signs) in text.lines().enumerate() {
        let signs: Vec<char> = signs.chars().collect();
        let mut at = 0;
        while at < signs.len() {
            let rest = &signs[at..];
            let run = |fits: fn(char) -> bool| rest.iter().take_while(|sign| fits(**sign)).count();
            let (length, kind) = match rest[0] {
                sign if sign.is_whitespace() => (1, ""),
                '#' => (rest.len(), "comment"),
                '0'..='9' | '.' => (number(rest), "number"),
                sign if sign.is_alphabetic() || sign == '_' => {
                    let length = run(|sign| sign.is_alphanumeric() || sign == '_');
                    (length, word(&rest[..length].iter().collect::<String>(), features))
                }
                '+' | '-' | '*' | '/' | '<' | '>' | '(' | ')' | ',' | ':' | ';' | '=' => (1, "operator"),
                _ => (1, "unknown"),
            };
            if !kind.is_empty() {
                found.push(Token { line: line + 1, column: at + 1, length, kind });
            }
            at += length;
        }
    }
    found
}

fn number(signs: &[char]) -> usize {
    let mut length = 0;
    while let Some(sign) = signs.get(length) {
        let exponent =
            matches!(sign, '+' | '-') && matches!(signs.get(length.wrapping_sub(1)), Some('e' | 'E'));
        if !(sign.is_ascii_digit() || matches!(sign, '.' | '_' | 'e' | 'E') || exponent) {
            break;
        }
        length += 1;
    }
    length
}

fn word(word: &str, features: &[FeatureInfo]) -> &'static str {
    if features.iter().any(|feature| feature.name == word) {
        "feature"
    } else if KEYWORDS.contains(&word) {
        "keyword"
    } else if WORDS.contains(&word) {
        "operator"
    } else if OPS.iter().any(|info| info.name == word) {
        "function"
    } else if is_reserved(word) {
        "keyword"
    } else {
        "unknown"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_places_and_kinds() {
        let features = unstuck_core::registry::family("rush-hour").unwrap().features();
        let found = tokens("2.5e-3*blockers # hm\n max(blokers, 1)", &features);
        let kinds: Vec<&str> = found.iter().map(|token| token.kind).collect();
        let expected =
            ["number", "operator", "feature", "comment", "function", "operator", "unknown", "operator"];
        assert_eq!(kinds[..8], expected);
        assert_eq!((found[0].length, found[6].line, found[6].column, found[6].length), (6, 2, 6, 7));
    }
}
