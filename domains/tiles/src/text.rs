//! Boards as text: the tiles row by row, separated by spaces, commas or line breaks; `0` or `_` is the blank.
//!
//! Without row breaks the board is square, known by its number of tiles. Other boards have their rows on lines
//! of their own or separated by `/`. Blank lines and what follows `#` are ignored.
//!
//! ```
//! use unstuck_tiles::text::{parse, print};
//!
//! let board = parse("1,2,5\n3 4 _\n6 7 8")?;
//! assert_eq!(print(&board), "1 2 5 3 4 0 6 7 8");
//! assert_eq!(print(&parse("1 2 5 / 3 4 0")?), "1 2 5 / 3 4 0");
//!
//! let error = parse("1 2 2 0").unwrap_err();
//! assert_eq!(error.to_string(), "line 1, column 5: tile 2 stands there twice (the tile missing is 3)");
//! # Ok::<(), unstuck_core::error::ParseError>(())
//! ```

use super::board::{Board, MAX, Size};
use unstuck_core::error::{ParseError, shorten};

/// A tile as written, with its place.
struct Token {
    tile: u8,
    line: usize,
    column: usize,
}

/// Reads a board.
pub fn parse(text: &str) -> Result<Board, ParseError> {
    let rows = rows(text)?;
    let count = rows.iter().map(Vec::len).sum();
    let size = size(&rows, count)?;
    let tokens: Vec<&Token> = rows.iter().flatten().collect();
    let tiles: Vec<u8> = tokens.iter().map(|token| token.tile).collect();
    if let Some(board) = Board::new(size, tiles.clone()) {
        return Ok(board);
    }
    let missing = (0..count as u8).filter(|tile| !tiles.contains(tile)).map(name).collect::<Vec<_>>();
    let missing = match missing.as_slice() {
        [one] => format!("the tile missing is {one}"),
        many => format!("the tiles missing are {}", many.join(", ")),
    };
    let culprit = tokens.iter().enumerate().find_map(|(at, token)| {
        let Token { tile, line, column } = **token;
        let message = if usize::from(tile) >= count {
            format!("a board of {count} cells has no tile {tile}")
        } else if tiles[..at].contains(&tile) {
            format!(
                "{} stands there twice",
                if tile == 0 { "the blank".into() } else { format!("tile {tile}") }
            )
        } else {
            return None;
        };
        Some(ParseError::new(message).at(line, column))
    });
    Err(culprit.unwrap_or_else(|| ParseError::new("the tiles are no permutation")).help(missing))
}

fn name(tile: u8) -> String {
    if tile == 0 { "0 (the blank)".into() } else { tile.to_string() }
}

/// The tiles of each row as the text breaks them.
fn rows(text: &str) -> Result<Vec<Vec<Token>>, ParseError> {
    let mut rows = Vec::new();
    let mut count = 0;
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let mut column = 1;
        for part in line.split('/') {
            let mut row = Vec::new();
            for word in part.split(|sign: char| sign.is_whitespace() || sign == ',') {
                if !word.is_empty() {
                    row.push(Token { tile: tile(word, number + 1, column)?, line: number + 1, column });
                    count += 1;
                    if count > MAX {
                        return Err(ParseError::new("more tiles than the largest board has")
                            .at(number + 1, column)
                            .help("boards go up to 6×6"));
                    }
                }
                column += word.chars().count() + 1;
            }
            if !row.is_empty() {
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

/// Whether a text consists of numbers most of which differ, as those of a board do.
pub fn resembles_board(text: &str) -> bool {
    let words: Vec<&str> = text
        .split(|sign: char| sign.is_whitespace() || matches!(sign, ',' | '/'))
        .filter(|word| !word.is_empty())
        .collect();
    let tiles: Vec<usize> =
        words.iter().filter_map(|word| if *word == "_" { Some(0) } else { word.parse().ok() }).collect();
    let different = (0..MAX).filter(|tile| tiles.contains(tile)).count();
    words.len() >= 3 && tiles.len() + 1 >= words.len() && 4 * different >= 3 * words.len()
}

fn tile(word: &str, line: usize, column: usize) -> Result<u8, ParseError> {
    if word == "_" {
        return Ok(0);
    }
    word.parse().map_err(|_| {
        ParseError::new(format!("'{}' is not a tile", shorten(word)))
            .at(line, column)
            .help("tiles are whole numbers, 0 or _ is the blank")
    })
}

fn size(rows: &[Vec<Token>], count: usize) -> Result<Size, ParseError> {
    if rows.len() > 1 {
        let width = rows[0].len();
        if let Some((number, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != width) {
            let token = &row[0];
            let message = format!("row {} has {} tiles, the rows above have {width}", number + 1, row.len());
            return Err(ParseError::new(message).at(token.line, token.column));
        }
        return Size::new(width, rows.len()).ok_or_else(|| {
            ParseError::new(format!("a board of {width}×{} is not possible", rows.len()))
                .help("each side is 2 to 6 cells long")
        });
    }
    Size::square(count).ok_or_else(|| {
        let error = ParseError::new(format!("{count} tiles make no square board"));
        error.help("squares have 4, 9, 16, 25 or 36; separate the rows of other boards by '/' or line breaks")
    })
}

/// Writes a board: on one line, the rows of one that is not square separated by `/`.
pub fn print(board: &Board) -> String {
    let size = board.size();
    let rows = board.tiles().chunks(usize::from(size.width)).map(|row| {
        let row: Vec<String> = row.iter().map(u8::to_string).collect();
        row.join(" ")
    });
    let rows: Vec<String> = rows.collect();
    rows.join(if size.width == size.height { " " } else { " / " })
}

/// Splits a file into boards, each with the number of its first line.
///
/// Lines that stand together, without a blank line between, are one board if their tiles are a permutation;
/// otherwise every line is a board.
pub fn split(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut block: Vec<(usize, usize, &str)> = Vec::new();
    let mut offset = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let kept = line.trim();
        if kept.is_empty() || kept.starts_with('#') {
            close(text, &mut block, &mut found);
        } else {
            block.push((number + 1, offset, line.trim_end()));
        }
        offset += line.len();
    }
    close(text, &mut block, &mut found);
    found
}

fn close<'t>(text: &'t str, block: &mut Vec<(usize, usize, &'t str)>, found: &mut Vec<(usize, &'t str)>) {
    let lines = std::mem::take(block);
    if let (Some(&(number, start, _)), Some(&(_, last, line))) = (lines.first(), lines.last()) {
        let whole = &text[start..last + line.len()];
        if lines.len() > 1 && parse(whole).is_ok() {
            found.push((number, whole));
        } else {
            found.extend(lines.into_iter().map(|(number, _, line)| (number, line)));
        }
    }
}

#[cfg(test)]
mod tests;
