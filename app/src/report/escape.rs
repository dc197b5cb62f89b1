//! Texts of others in a page.

/// A text that may stand anywhere in the page.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Not allowed in any page, however written.
            sign if sign.is_control() && !matches!(sign, '\n' | '\t') => out.push('\u{fffd}'),
            sign => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_through_unescaped() {
        assert_eq!(
            escape("<a href=\"x\">&'\u{0}\u{1b}"),
            "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\u{fffd}\u{fffd}"
        );
        assert_eq!(escape("1.5·h₁ ≤ 3\n"), "1.5·h₁ ≤ 3\n");
    }
}
