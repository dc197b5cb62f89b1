//! The lines of a text that say something, and which form they are in.

/// A stretch of one line, without blanks around it, that knows where it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    /// From 1.
    pub line: usize,
    /// Of the first character, from 1.
    pub column: usize,
}

/// The three domains of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Grid,
    Database,
    List,
}

/// The lines of `text` but for blank lines and comments.
pub(super) fn content(text: &str) -> Vec<Line<'_>> {
    let lines = text.lines().enumerate().map(|(i, text)| Line::trimmed(text, i + 1, 1));
    lines.filter(|line| !line.text.is_empty() && !line.text.starts_with('#')).collect()
}

/// The form of a text that holds one instance.
pub(super) fn form(lines: &[Line<'_>]) -> Form {
    let lists = lines.iter().filter(|line| line.is_vehicle() || line.text == ".").count();
    // A list may have a header that looks like something else, a board may not.
    if lists > 0 && lists >= lines.iter().filter(|line| line.is_whole()).count() {
        Form::List
    } else if lines.len() == 1 && lines[0].is_database() {
        Form::Database
    } else {
        Form::Grid
    }
}

impl<'a> Line<'a> {
    fn trimmed(text: &'a str, line: usize, column: usize) -> Self {
        // Some editors put a byte order mark before the first line.
        let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
        let start = text.trim_start_matches(blank);
        let column = column + text[..text.len() - start.len()].chars().count();
        Self { text: start.trim_end_matches(blank), line, column }
    }

    /// The parts before and after the first `separator`.
    pub fn cut(self, separator: char) -> Option<(Self, Self)> {
        let (before, after) = self.text.split_once(separator)?;
        let column = self.column + before.chars().count() + 1;
        Some((Self::trimmed(before, self.line, self.column), Self::trimmed(after, self.line, column)))
    }

    /// The parts between separators.
    pub fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut column = self.column;
        self.text.split(separator).map(move |part| {
            let start = column;
            column += part.chars().count() + 1;
            Self::trimmed(part, self.line, start)
        })
    }

    /// The parts between blanks.
    pub fn words(self) -> impl Iterator<Item = Self> {
        let mut column = self.column;
        let pieces = self.text.split(char::is_whitespace).map(move |part| {
            let start = column;
            column += part.chars().count() + 1;
            Self { text: part, line: self.line, column: start }
        });
        pieces.filter(|piece| !piece.text.is_empty())
    }

    /// The fields of a vehicle, separated by commas if there are any, by blanks otherwise.
    pub fn fields(self) -> Vec<Self> {
        if self.text.contains(',') { self.split(',').collect() } else { self.words().collect() }
    }

    /// `MOVES BOARD CLUSTER` or `MOVES BOARD`, perhaps with a mistake in it.
    pub fn is_database(self) -> bool {
        let words: Vec<&str> = self.words().take(4).map(|word| word.text).collect();
        let (moves, board, cluster) = match words[..] {
            [moves, board] => (moves, board, "0"),
            [moves, board, cluster] => (moves, board, cluster),
            _ => return false,
        };
        let is_board = board.len() >= 16 || board.contains('/');
        is_board || (is_number(moves) && is_number(cluster) && board.len() > 1 && !is_number(board))
    }

    /// A vehicle of a list, perhaps with a mistake in it.
    pub fn is_vehicle(self) -> bool {
        if self.is_database() {
            return false;
        }
        let words = self.words().take(5).count();
        let commas = self.text.matches(',').take(4).count();
        words == 4 || commas == 3 || (self.starts_with_number() && (words > 2 || commas > 0))
    }

    pub fn starts_with_number(self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
    }

    /// More than a row: a board of its own.
    pub fn is_whole(self) -> bool {
        let board = self.cut('>').map_or(self, |(board, _)| board);
        let one_word = board.words().take(2).count() == 1;
        self.is_database() || (one_word && (board.text.contains('/') || board.text.chars().nth(16).is_some()))
    }
}

pub(super) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}
