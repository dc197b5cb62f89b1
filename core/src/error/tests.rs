use super::*;

#[test]
fn messages_are_short_and_harmless_whatever_they_quote() {
    assert_eq!(ParseError::new("'\u{1b}[2J\t' is no name").message, "'\\u{1b}[2J\\t' is no name");
    assert_eq!(ParseError::new("two\nlines: ä").message, "two\nlines: ä");
    let long = ParseError::new(format!("there is no key '{}' in data", "ä".repeat(10_000))).message;
    assert_eq!(long.chars().count(), LONGEST + 1);
    assert!(long.starts_with("there is no key 'ä") && long.contains("ä…ä") && long.ends_with("ä' in data"));
    let whole = "ä".repeat(LONGEST);
    assert_eq!(ParseError::new(whole.clone()).message, whole);
    assert_eq!(ParseError::new("a").help("\r").to_string(), "a (\\r)");
}

#[test]
fn a_column_beyond_the_line_is_no_trouble() {
    let shown = ParseError::new("wrong").at(7, 100_000).in_text("one line");
    assert_eq!(shown, format!("line 7, column 100000: wrong\n  \n  {:>101}", '^'));
}
