//! The signs that may stand on a board, and how errors show the ones that may not.

use unstuck_core::error::shorten;

/// Letters for the vehicles of a new board, in order: A to Z, a to z without `o` and `x`, the
/// digits, then accented letters; more of them than the largest board has room for vehicles.
///
/// ```
/// let first: String = unstuck_rush_hour::text::letters().take(3).collect();
/// assert_eq!(first, "ABC");
/// ```
pub fn letters() -> impl Iterator<Item = char> {
    // Other signs are read, but quotes, brackets and the like would have to be escaped in a shell.
    let accented = ('\u{c0}'..='\u{17f}').filter(|c| c.is_alphabetic());
    let plain = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    plain.chain(accented).filter(|&c| refusal(c).is_none())
}

/// Why a sign cannot stand for a vehicle, if it cannot.
pub(super) fn refusal(sign: char) -> Option<&'static str> {
    match sign {
        'o' | '.' => Some("it stands for an empty cell"),
        'x' => Some("it stands for a wall"),
        '/' => Some("it separates rows"),
        '>' => Some("it starts the exit"),
        ',' => Some("it separates the fields of a vehicle list"),
        '#' => Some("it starts a comment"),
        _ if sign.is_whitespace() => Some("it separates fields"),
        _ if is_printable(sign) => None,
        _ => Some("it is not a printable sign"),
    }
}

fn is_printable(sign: char) -> bool {
    // What `escape_debug` leaves alone is what Unicode calls printable; it also escapes these three.
    // The replacement character is what reading a binary file as text leaves behind.
    matches!(sign, '\'' | '"' | '\\')
        || (sign != char::REPLACEMENT_CHARACTER && sign.escape_debug().len() == 1)
}

/// A sign as an error message shows it.
pub(super) fn show(sign: char) -> String {
    match sign {
        ' ' => "a space".to_owned(),
        '\t' => "a tab".to_owned(),
        _ if is_printable(sign) => format!("`{sign}`"),
        _ => format!("U+{:04X}", u32::from(sign)),
    }
}

/// A word of the text as an error message shows it.
pub(super) fn quote(word: &str) -> String {
    format!("`{}`", shorten(word))
}
