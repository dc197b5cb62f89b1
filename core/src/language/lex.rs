//! From text to tokens, with the right spelling suggested for what other languages write.

use super::node::OPS;
use crate::error::ParseError;

/// Words that cannot name a feature.
pub const KEYWORDS: &[&str] = &["true", "false", "policy", "otherwise", "heuristic", "for"];

/// Whether a name means something in the language itself.
pub fn is_reserved(name: &str) -> bool {
    KEYWORDS.contains(&name) || OPS.iter().any(|info| info.name == name)
}

/// A piece of text with a meaning of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Token<'t> {
    /// A number.
    Number(f64),
    /// A feature, a function or a keyword.
    Word(&'t str),
    /// An operator or a mark.
    Sign(&'static str),
    /// The end of a line.
    Line,
    /// The end of the text.
    End,
}

impl std::fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(_) => f.write_str("a number"),
            Self::Word(word) => write!(f, "'{word}'"),
            Self::Sign(sign) => write!(f, "'{sign}'"),
            Self::Line => f.write_str("the end of the line"),
            Self::End => f.write_str("the end of the text"),
        }
    }
}

const SIGNS: &[&str] = &["<=", ">=", "<", ">", "+", "-", "*", "/", "(", ")", ",", ":", ";"];

/// What other languages write, and how it is written here.
const FOREIGN: &[(&str, &str)] = &[
    ("**", "write pow(a, b)"),
    ("^", "write pow(a, b)"),
    ("===", "write a <= b and a >= b"),
    ("==", "write a <= b and a >= b"),
    ("!=", "write a < b or a > b"),
    ("<>", "write a < b or a > b"),
    ("=<", "write <="),
    ("=>", "write >="),
    ("=", "write a <= b and a >= b, or ':' before a value"),
    ("&&", "write and"),
    ("&", "write and"),
    ("||", "write or"),
    ("|", "write or, or abs(x)"),
    ("!", "write not"),
    ("~", "write not"),
    ("?", "write if(condition, a, b)"),
    ("%", "there is no remainder; write a share as 0.01*x"),
    ("[", "write ("),
    ("]", "write )"),
    ("{", "write ("),
    ("}", "write )"),
    ("≤", "write <="),
    ("≥", "write >="),
    ("≠", "write a < b or a > b"),
    ("·", "write *"),
    ("×", "write *"),
    ("÷", "write /"),
    ("−", "write -"),
    ("√", "write sqrt(x)"),
];

/// An error at a byte of the text.
pub(crate) fn error_at(text: &str, at: usize, message: impl Into<String>) -> ParseError {
    ParseError::new(message).at_byte(text, at)
}

/// Reads tokens one by one.
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    /// Begins at a byte of the text.
    pub fn new(text: &'t str, at: usize) -> Self {
        Self { text, at }
    }

    /// Goes on behind what was read otherwise.
    pub(crate) fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The next token, and the byte it begins at.
    pub fn next(&mut self) -> Result<(Token<'t>, usize), ParseError> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\r') => self.at += 1,
                Some(b'#') => {
                    self.at += self.text[self.at..].find('\n').unwrap_or(self.text.len() - self.at);
                }
                _ => break,
            }
        }
        let start = self.at;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else { return Ok((Token::End, start)) };
        let token = match first {
            '\n' => {
                self.at += 1;
                Token::Line
            }
            '0'..='9' => self.number()?,
            'a'..='z' => {
                let end = |c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
                let word = &rest[..rest.find(end).unwrap_or(rest.len())];
                self.at += word.len();
                if self.text[self.at..].starts_with(|c: char| c.is_alphanumeric()) {
                    return Err(self.odd_name(start));
                }
                Token::Word(word)
            }
            _ => {
                if let Some((sign, help)) = FOREIGN.iter().find(|(sign, _)| rest.starts_with(sign)) {
                    let message = format!("'{sign}' is not part of the language");
                    return Err(error_at(self.text, start, message).help(*help));
                }
                match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                    Some(sign) => {
                        self.at += sign.len();
                        Token::Sign(sign)
                    }
                    None if first == '_' || first.is_alphabetic() => return Err(self.odd_name(start)),
                    None if first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                        let error = error_at(self.text, start, "a number begins with a digit");
                        return Err(error.help("write 0.5, not .5"));
                    }
                    None => {
                        let message = format!("'{}' is not part of the language", first.escape_debug());
                        return Err(error_at(self.text, start, message));
                    }
                }
            }
        };
        Ok((token, start))
    }

    /// `digits [. digits] [e [sign] digits]`
    fn number(&mut self) -> Result<Token<'t>, ParseError> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let mut end = digits(start);
        if bytes.get(end) == Some(&b'.') {
            let fraction = digits(end + 1);
            if fraction == end + 1 {
                let error = error_at(self.text, end, "digits are missing after the point");
                return Err(error.help(format!("write {}", &self.text[start..end])));
            }
            end = fraction;
        }
        if let Some(b'e' | b'E') = bytes.get(end) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits(end + 1 + sign);
            if exponent == end + 1 + sign {
                return Err(error_at(self.text, end, "digits are missing after the e of the exponent"));
            }
            end = exponent;
        }
        if self.text[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            let error = error_at(self.text, end, "a number ends where a name begins");
            return Err(error.help("write * between a factor and a name"));
        }
        self.at = end;
        match self.text[start..end].parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Token::Number(value)),
            _ => Err(error_at(self.text, start, "the number is too large").help("values end at 1e9 anyway")),
        }
    }

    /// A name with capitals or letters of other alphabets.
    fn odd_name(&self, start: usize) -> ParseError {
        let rest = &self.text[start..];
        let name = &rest[..rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())];
        let error = error_at(
            self.text,
            start,
            format!("'{name}' cannot be a name: names are of small letters a to z, digits and _"),
        );
        let lower = name.to_lowercase();
        // A name that is too long to be shown is a mistake.
        if lower != name && lower.len() <= 50 {
            error.help(format!("did you mean '{lower}'?"))
        } else {
            error
        }
    }
}
