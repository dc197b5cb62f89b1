//! Colours: on a terminal that wants them, and nowhere else.

use clap::ValueEnum;
use std::io::IsTerminal;
use unstuck_core::puzzle::{Picture, Tint};

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    // Comments rather than documentation: clap would print a paragraph for each.
    // On a terminal, unless NO_COLOR is set.
    Auto,
    // Even into a pipe.
    Always,
    // Not at all.
    Never,
}

/// Puts text into colours, or leaves it alone.
#[derive(Debug, Clone, Copy)]
pub struct Paint(bool);

impl Paint {
    /// For standard output.
    pub fn new(when: Colour) -> Self {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self(match when {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => std::io::stdout().is_terminal() && !set("NO_COLOR") && !dumb,
        })
    }

    /// Leaves everything alone.
    pub fn plain() -> Self {
        Self(false)
    }

    /// For what is less important.
    pub fn faint(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// For emphasis.
    pub fn bold(self, text: &str) -> String {
        self.wrap("1", text)
    }

    /// For what is good.
    pub fn good(self, text: &str) -> String {
        self.wrap("32", text)
    }

    /// For what is bad.
    pub fn bad(self, text: &str) -> String {
        self.wrap("1;31", text)
    }

    /// A drawing, one string a row.
    pub fn picture(self, picture: &Picture) -> Vec<String> {
        let row = |pieces: &Vec<unstuck_core::puzzle::Piece>| {
            pieces.iter().map(|piece| self.tinted(&piece.text, piece.tint)).collect()
        };
        picture.rows.iter().map(row).collect()
    }

    fn tinted(self, text: &str, tint: Tint) -> String {
        match tint {
            Tint::Plain => text.to_owned(),
            Tint::Faint => self.wrap("2", text),
            // A solid block of red, as the target car is drawn everywhere.
            Tint::Strong => self.wrap("1;97;48;5;160", text),
            Tint::Hue(hue) => {
                self.wrap(&format!("38;5;16;48;5;{}", WHEEL[usize::from(hue) % WHEEL.len()]), text)
            }
        }
    }

    fn wrap(self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Colours of the 256-colour table that carry black letters, neighbours far apart; none is red.
const WHEEL: [u8; 13] = [75, 114, 179, 141, 80, 215, 150, 111, 186, 176, 109, 144, 81];
