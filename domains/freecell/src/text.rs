//! Boards as text: the form of fc-solve.
//!
//! One column a line, deepest card first, rank then suit (`T` or `10`). A column may begin with `:`; an empty
//! one is `:` or `-` alone. `/` may stand for the end of a line, so that a board fits on one. Two more lines
//! may stand anywhere: `Foundations: H-0 C-A D-5 S-K` says what is home (nothing, if it is missing),
//! `Freecells: 3H - QC -` what is in the cells. Blank lines and what follows `#` are ignored. A number
//! alone is the deal of that number.
//!
//! ```
//! use unstuck_freecell::board::Rules;
//! use unstuck_freecell::text::{parse, print};
//!
//! let rules = Rules { columns: 4, ..Rules::default() };
//! let text = "Foundations: H-K C-K D-K S-J\nQS\n:\nKS\n:\n";
//! assert_eq!(print(&parse(text, &rules)?), text);
//!
//! let error = parse("Foundations: H-K C-K D-K S-J / QS / - / KS 1H / -", &rules).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 1, column 44: '1H' is not a card (write rank and suit, such as TH, 10H or AS)"
//! );
//! # Ok::<(), unstuck_core::error::ParseError>(())
//! ```

use super::board::{Board, Rules};
use super::card::{Card, DECK, RANKS, SUITS, rank_named, suit_named};
use super::deal::{LAST, deal};
use std::fmt::Write;
use unstuck_core::error::{ParseError, shorten};

/// What a line may begin with that says what is home, or in the cells.
const FOUNDATIONS_TITLES: [&str; 2] = ["foundations", "founds"];
const CELLS_TITLES: [&str; 2] = ["freecells", "fc"];
/// Fewer cards than this may be anything.
const FEW_CARDS: usize = 4;
/// The order in which foundations are written.
const FOUNDATIONS: [u8; 4] = [2, 0, 1, 3];

/// Reads a board, or a deal by its number.
///
/// # Errors
///
/// Says what is wrong, where, and what would be right.
pub fn parse(text: &str, rules: &Rules) -> Result<Board, ParseError> {
    let trimmed = text.trim();
    if !trimmed.is_empty() && trimmed.bytes().all(|b| b.is_ascii_digit()) {
        let number = trimmed.parse().ok();
        return number.and_then(|number| deal(number, rules)).ok_or_else(|| {
            ParseError::new(format!("there is no deal {}", shorten(trimmed)))
                .at(1, 1)
                .help(format!("deals are numbered from 1 to {LAST}"))
        });
    }
    let mut reader = Reader::new(rules);
    for (line, text) in text.lines().enumerate().filter(|(_, text)| !text.trim_start().starts_with('#')) {
        let text = text.split('#').next().unwrap_or_default();
        let whole = !text.contains('/');
        let mut column = 1;
        for part in text.split('/') {
            if !(whole && part.trim().is_empty()) {
                reader.part(Part { text: part, line: line + 1, column })?;
            }
            column += part.chars().count() + 1;
        }
        reader.end = (line + 1, column - 1);
    }
    reader.finish()
}

/// Writes a board, one column a line; what is home and in the cells only where there is something.
pub fn print(board: &Board) -> String {
    let mut text = String::new();
    if board.home != [0; 4] {
        text.push_str("Foundations:");
        for suit in FOUNDATIONS {
            let top = match board.home[usize::from(suit)] {
                0 => '0',
                n => RANKS[usize::from(n - 1)],
            };
            let _ = write!(text, " {}-{top}", SUITS[usize::from(suit)]);
        }
        text.push('\n');
    }
    if board.cells.iter().any(Option::is_some) {
        text.push_str("Freecells:");
        for cell in &board.cells {
            let _ = match cell {
                Some(card) => write!(text, " {card}"),
                None => write!(text, " -"),
            };
        }
        text.push('\n');
    }
    for column in &board.columns {
        if column.is_empty() {
            text.push(':');
        }
        for (i, card) in column.iter().enumerate() {
            let _ = write!(text, "{}{card}", if i > 0 { " " } else { "" });
        }
        text.push('\n');
    }
    text
}

/// Whether a text has the form of a board, mistakes or not: it has a title, or cards and little else.
///
/// ```
/// use unstuck_freecell::text::resembles_board;
/// assert!(resembles_board("JD KD 2S 4C 3S 6D 6S / 2D KC KS 5C TD 8S 9X"));
/// assert!(!resembles_board("1 2 3 4 5 6 7 8 0"));
/// ```
pub fn resembles_board(text: &str) -> bool {
    let (mut cards, mut others) = (0, 0);
    for part in
        text.lines().filter(|line| !line.trim_start().starts_with('#')).flat_map(|line| line.split('/'))
    {
        if let Some((title, _)) = part.split_once(':')
            && (FOUNDATIONS_TITLES.iter().chain(&CELLS_TITLES))
                .any(|known| title.trim().eq_ignore_ascii_case(known))
        {
            return true;
        }
        for word in part.split_whitespace().filter(|word| !matches!(*word, ":" | "-")) {
            *if word.parse::<Card>().is_ok() { &mut cards } else { &mut others } += 1;
        }
    }
    cards >= FEW_CARDS && cards > others
}

/// Splits a file into instances, each with the number of its first line.
///
/// A line that holds a number alone or a `/` is an instance of its own; other lines go together until a blank
/// one or the end.
pub fn split(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    // First line, first byte and last byte of the board being collected.
    let mut open: Option<(usize, usize, usize)> = None;
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let content = line.trim();
        let comment = content.starts_with('#');
        let alone = !comment && (content.contains('/') || content.bytes().all(|b| b.is_ascii_digit()));
        if alone && let Some((first, from, to)) = open.take() {
            found.push((first, &text[from..to]));
        }
        if !content.is_empty() && !comment {
            if alone {
                found.push((number + 1, content));
            } else {
                let (first, from, _) = open.unwrap_or((number + 1, at, at));
                open = Some((first, from, at + line.len()));
            }
        }
        at += line.len();
    }
    if let Some((first, from, to)) = open {
        found.push((first, &text[from..to]));
    }
    found
}

/// A line, or a part of one between `/`.
struct Part<'t> {
    text: &'t str,
    line: usize,
    /// Of its first character.
    column: usize,
}

impl<'t> Part<'t> {
    /// The words from the byte `from` on, each with its place.
    fn words(&self, from: usize) -> Vec<Word<'t>> {
        let text = self.text;
        let place = |word: &'t str| word.as_ptr() as usize - text.as_ptr() as usize;
        text[from..]
            .split_whitespace()
            .map(|word| Word {
                text: word,
                line: self.line,
                column: self.column + text[..place(word)].chars().count(),
            })
            .collect()
    }
}

#[derive(Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::new(message).at(self.line, self.column)
    }

    fn card(&self) -> Result<Card, ParseError> {
        self.text.parse().map_err(|_| {
            self.error(format!("'{}' is not a card", shorten(self.text)))
                .help("write rank and suit, such as TH, 10H or AS")
        })
    }
}

/// Where a card lies: told as places of the board, since a text may begin anywhere in a file.
#[derive(Clone, Copy)]
enum Spot {
    Column(usize),
    Cell,
    Home,
}

impl Spot {
    fn words(self) -> String {
        match self {
            Self::Column(number) => format!("in column {number} of the board"),
            Self::Cell => "in a cell".into(),
            Self::Home => "among the cards home".into(),
        }
    }
}

struct Reader<'r> {
    rules: &'r Rules,
    columns: Vec<Vec<Card>>,
    cells: Option<Vec<Option<Card>>>,
    home: Option<[u8; 4]>,
    /// Where every card was seen.
    seen: [Option<Spot>; DECK],
    end: (usize, usize),
}

impl<'r> Reader<'r> {
    fn new(rules: &'r Rules) -> Self {
        Self { rules, columns: Vec::new(), cells: None, home: None, seen: [None; DECK], end: (1, 1) }
    }

    fn part(&mut self, part: Part<'_>) -> Result<(), ParseError> {
        let title = part.text.find(':').map(|at| (part.text[..at].trim().to_ascii_lowercase(), at + 1));
        match title {
            Some((title, from)) if FOUNDATIONS_TITLES.contains(&title.as_str()) => {
                self.foundations(&part.words(from), &part)
            }
            Some((title, from)) if CELLS_TITLES.contains(&title.as_str()) => {
                self.cells(&part.words(from), &part)
            }
            Some((title, from)) if title.is_empty() => self.column(&part.words(from), &part),
            Some((title, _)) => Err(ParseError::new(format!("'{}:' means nothing here", shorten(&title)))
                .at(part.line, part.column)
                .help("lines begin with Foundations:, Freecells: or a card")),
            None => self.column(&part.words(0), &part),
        }
    }

    fn column(&mut self, words: &[Word<'_>], part: &Part<'_>) -> Result<(), ParseError> {
        if self.columns.len() == self.rules.columns {
            return Err(ParseError::new(format!("there are more than {} columns", self.rules.columns))
                .at(part.line, part.column)
                .help("the setting 'columns' changes how many there are"));
        }
        let mut column = Vec::new();
        if !matches!(words, [Word { text: "-", .. }]) {
            for word in words {
                column.push(self.see(word, Spot::Column(self.columns.len() + 1))?);
            }
        }
        self.columns.push(column);
        Ok(())
    }

    fn cells(&mut self, words: &[Word<'_>], part: &Part<'_>) -> Result<(), ParseError> {
        if self.cells.is_some() {
            return Err(ParseError::new("the cells are given twice").at(part.line, part.column));
        }
        let mut cells = Vec::new();
        for word in words {
            if cells.len() == self.rules.cells {
                let there = match cells.len() {
                    0 => "there is none".to_owned(),
                    1 => "there is only 1".to_owned(),
                    count => format!("there are only {count}"),
                };
                return Err(word
                    .error(format!("'{}' has no cell: {there}", shorten(word.text)))
                    .help("the setting 'cells' changes how many there are"));
            }
            cells.push(if word.text == "-" { None } else { Some(self.see(word, Spot::Cell)?) });
        }
        cells.resize(self.rules.cells, None);
        self.cells = Some(cells);
        Ok(())
    }

    fn foundations(&mut self, words: &[Word<'_>], part: &Part<'_>) -> Result<(), ParseError> {
        if self.home.is_some() {
            return Err(ParseError::new("the foundations are given twice").at(part.line, part.column));
        }
        let mut home = [None; 4];
        for word in words {
            let Some((suit, count)) = foundation(word.text) else {
                return Err(word
                    .error(format!("'{}' is not a foundation", shorten(word.text)))
                    .help("write suit, '-' and the highest rank that is home, such as H-0, C-A or D-T"));
            };
            if home[usize::from(suit)].replace(count).is_some() {
                return Err(
                    word.error(format!("the foundation of {} is given twice", SUITS[usize::from(suit)]))
                );
            }
            for rank in 0..count {
                self.note(Card::new(rank, suit), word, Spot::Home)?;
            }
        }
        self.home = Some(home.map(|count| count.unwrap_or(0)));
        Ok(())
    }

    fn see(&mut self, word: &Word<'_>, spot: Spot) -> Result<Card, ParseError> {
        let card = word.card()?;
        self.note(card, word, spot)?;
        Ok(card)
    }

    fn note(&mut self, card: Card, word: &Word<'_>, spot: Spot) -> Result<(), ParseError> {
        match self.seen[usize::from(card.0)].replace(spot) {
            Some(other) => {
                Err(word.error(format!("{card} is here twice")).help(format!("it is also {}", other.words())))
            }
            None => Ok(()),
        }
    }

    fn finish(self) -> Result<Board, ParseError> {
        let (line, column) = self.end;
        let missing: Vec<String> = (0..DECK as u8)
            .filter(|&card| self.seen[usize::from(card)].is_none())
            .map(|card| Card(card).to_string())
            .collect();
        if missing.len() == DECK {
            return Err(ParseError::new("there is no board in the text")
                .at(1, 1)
                .help("write one column a line, deepest card first, or the number of a deal"));
        }
        if self.columns.len() != self.rules.columns {
            let (is, should) = (self.columns.len(), self.rules.columns);
            return Err(ParseError::new(format!("the board has {is} columns instead of {should}"))
                .at(line, column)
                .help("an empty column is ':' alone; the setting 'columns' changes how many there are"));
        }
        if !missing.is_empty() {
            let more = if missing.len() > 5 { " and others" } else { "" };
            let some = missing[..missing.len().min(5)].join(", ");
            let verb = if missing.len() == 1 { "is" } else { "are" };
            return Err(ParseError::new(format!("{some}{more} {verb} missing"))
                .at(line, column)
                .help("all 52 cards are in the columns, in the cells or home"));
        }
        Ok(Board {
            columns: self.columns,
            cells: self.cells.unwrap_or_else(|| vec![None; self.rules.cells]),
            home: self.home.unwrap_or_default(),
        })
    }
}

/// Suit and number of cards home: `H-0`, `C-A`, `D-10`.
fn foundation(text: &str) -> Option<(u8, u8)> {
    let (suit, top) = text.split_once('-')?;
    let mut letters = suit.chars();
    let suit = suit_named(letters.next()?)?;
    let count = if top == "0" { 0 } else { rank_named(top)? + 1 };
    letters.next().is_none().then_some((suit, count))
}
