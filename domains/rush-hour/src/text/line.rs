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

/// The lines of `text` but for blank lines and comments. A list in brackets has a line for each of its vehicles.
pub(super) fn content(text: &str) -> Vec<Line<'_>> {
    raw(text).into_iter().flat_map(Line::vehicles).filter(|line| !line.text.is_empty()).collect()
}

/// The lines of `text`, without comments.
pub(super) fn raw(text: &str) -> Vec<Line<'_>> {
    text.lines().enumerate().map(|(i, text)| Line::trimmed(text, i + 1, 1).without_comment()).collect()
}

const OPENING: [char; 3] = ['[', '(', '{'];
const CLOSING: [char; 3] = [']', ')', '}'];

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

    /// Without a comment: a line that begins with `#`, or what follows `#`, `;` or `//` after a blank.
    fn without_comment(self) -> Self {
        let begins = |&at: &usize| {
            let (before, rest) = self.text.split_at(at);
            let mark = ["#", ";", "//"].into_iter().any(|mark| rest.starts_with(mark));
            mark && before.ends_with(char::is_whitespace) || at == 0 && rest.starts_with('#')
        };
        let end = self.text.char_indices().map(|(at, _)| at).find(begins).unwrap_or(self.text.len());
        Self { text: self.text[..end].trim_end(), ..self }
    }

    /// Whether it is a list in brackets or a part of one: brackets and the fields of vehicles, perhaps with a wrong letter.
    fn is_bracketed(self) -> bool {
        let has = |signs: &[char]| self.text.contains(signs);
        let known = |sign: char| {
            OPENING.contains(&sign)
                || CLOSING.contains(&sign)
                || matches!(sign, ',' | ';' | '-' | '"' | '\'')
                || sign.is_ascii_digit()
                || sign.is_whitespace()
        };
        let words = self.text.split(known).filter(|word| !word.is_empty());
        let is_letter =
            |word: &str| word.len() == 1 && word.starts_with(|sign: char| sign.is_ascii_alphabetic());
        // A row of a board may consist of brackets, but has no separators.
        let is_list = self.text.chars().count() <= 2 || self.text.contains([',', ' ']);
        is_list && (has(&OPENING) || has(&CLOSING)) && words.clone().all(is_letter) && {
            words.clone().all(|word| matches!(word, "h" | "v" | "H" | "V"))
                || self.text.contains(|sign: char| sign.is_ascii_digit())
        }
    }

    /// Whether it is a whole board: brackets around brackets.
    pub fn is_whole_list(self) -> bool {
        let compact: String = self.text.chars().filter(|sign| !sign.is_whitespace()).collect();
        let two = |signs: &str, which: &[char; 3]| {
            signs.len() == 2 && signs.chars().all(|sign| which.contains(&sign))
        };
        self.is_bracketed()
            && compact.get(..2).is_some_and(|start| two(start, &OPENING))
            && compact.get(compact.len() - 2..).is_some_and(|end| two(end, &CLOSING))
    }

    /// The vehicles of a list in brackets; the line itself if it is another.
    fn vehicles(self) -> Vec<Self> {
        if !self.is_bracketed() {
            return vec![self];
        }
        let mut column = self.column;
        let pieces =
            self.text.split(|sign| OPENING.contains(&sign) || CLOSING.contains(&sign)).map(|piece| {
                let start = column;
                column += piece.chars().count() + 1;
                Self::trimmed(piece, self.line, start)
            });
        // What is between two vehicles is a separator.
        pieces.filter(|piece| !matches!(piece.text, "" | "," | ";")).collect()
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

    /// The fields of a vehicle, separated by commas if there are any, by blanks otherwise; without quotes.
    pub fn fields(self) -> Vec<Self> {
        let fields: Vec<Self> =
            if self.text.contains(',') { self.split(',').collect() } else { self.words().collect() };
        fields.into_iter().map(|field| Self { text: field.text.trim_matches(['"', '\'']), ..field }).collect()
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
