//! The independent validator: plays a plan on piles of cards, as a careful person would.
//!
//! It shares nothing with the engine: piles are lists, every rule is looked up where a move needs it, and
//! lengths are counted here.
//!
//! A move is two characters, source and destination: columns `1` … `9` and `0` for the tenth, cells `a` … `g` and
//! `i`, and `h` for home. How many cards go onto another card follows from the cards. A move to an empty
//! column may say it with `v` and a hexadecimal digit; without it the longest run goes that can. Cards go
//! home by written moves only.
//!
//! ```
//! use unstuck_core::domains::freecell::{board::Rules, replay::replay, text};
//!
//! let rules = Rules { columns: 4, ..Rules::default() };
//! let board = text::parse("Foundations: H-K C-K D-K S-T / KS QS JS / - / - / -", &rules)?;
//! let plan = replay(&board, &rules, &["1h", "1h", "1h"])?;
//! assert_eq!((plan.moves, plan.player), (3, 0));
//!
//! let error = replay(&board, &rules, &["1a", "1h"]).unwrap_err();
//! assert_eq!(error.to_string(), "move 2 (1h): QS cannot go home before JS");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::board::{Board, Fill, Rules};
use super::card::Card;
use crate::puzzle::ReplayError;

/// A plan that solves its board, with its length in the four metrics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// Single-card moves.
    pub atomic: u64,
    /// Cards moved: n for a run of n.
    pub card: u64,
    /// A run is 1, a card home is 1.
    pub moves: u64,
    /// A run is 1, cards home are free.
    pub player: u64,
    /// The board before the first move and after each.
    pub positions: Vec<Board>,
    /// Each move in words.
    pub words: Vec<String>,
}

/// A place that a move names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Column(usize),
    Cell(usize),
    Home,
}

/// Plays a plan to its end, and demands that it solves the board.
///
/// # Errors
///
/// Names the first move that is not possible, or what is not home at the end.
pub fn replay<S: AsRef<str>>(board: &Board, rules: &Rules, plan: &[S]) -> Result<Replay, ReplayError> {
    let done = play(board, rules, plan)?;
    let home = done.positions.last().map_or(board.home, |end| end.home);
    if home != [13; 4] {
        let left = 52 - home.iter().map(|&n| u32::from(n)).sum::<u32>();
        let cards = if left == 1 { "1 card is".to_owned() } else { format!("{left} cards are") };
        return Err(ReplayError::NotSolved { moves: plan.len(), reason: format!("{cards} not home") });
    }
    Ok(done)
}

/// Plays a plan that may end anywhere.
///
/// # Errors
///
/// Names the first move that is not possible.
pub fn play<S: AsRef<str>>(board: &Board, rules: &Rules, plan: &[S]) -> Result<Replay, ReplayError> {
    let mut table = board.clone();
    let mut done =
        Replay { atomic: 0, card: 0, moves: 0, player: 0, positions: vec![board.clone()], words: Vec::new() };
    for (i, text) in plan.iter().enumerate() {
        let text = text.as_ref().trim();
        let outcome = make(&mut table, rules, text).map_err(|reason| ReplayError::Step {
            step: i + 1,
            text: text.chars().take(16).collect(),
            reason,
        })?;
        done.atomic += outcome.atomic;
        done.card += outcome.cards;
        done.moves += 1;
        done.player += u64::from(!outcome.home);
        done.words.push(outcome.words);
        done.positions.push(table.clone());
    }
    Ok(done)
}

struct Outcome {
    atomic: u64,
    cards: u64,
    home: bool,
    words: String,
}

fn make(table: &mut Board, rules: &Rules, text: &str) -> Result<Outcome, String> {
    let (from, to, asked) = read(text).ok_or_else(|| {
        "this is not a move (write source and destination, such as 26, 3a, bh or 17v3)".to_owned()
    })?;
    let source: &[Card] = match from {
        Place::Column(at) => table.columns.get(at).ok_or_else(|| format!("there is no column {}", at + 1))?,
        Place::Cell(at) => {
            let cell = table.cells.get(at).ok_or_else(|| format!("there is no cell {}", cell_name(at)))?;
            cell.as_slice()
        }
        Place::Home => return Err("cards do not come back from home".into()),
    };
    let Some(&top) = source.last() else {
        return Err(format!("{} is empty", name(from)));
    };
    if from == to {
        return Err("source and destination are the same".into());
    }
    // Cards that lie in order at the end of the source.
    let run = 1 + source.windows(2).rev().take_while(|pair| rules.fits(pair[1], pair[0])).count();
    let cells = table.cells.iter().filter(|cell| cell.is_none()).count() as u64;
    let empty = table.columns.iter().filter(|column| column.is_empty()).count() as u64;
    let (count, spare) = match to {
        Place::Home => {
            let home = table.home[usize::from(top.suit())];
            if top.rank() != home {
                return Err(format!("{top} cannot go home before {}", Card::new(home, top.suit())));
            }
            (1, 0)
        }
        Place::Cell(at) => {
            match table.cells.get(at) {
                None => return Err(format!("there is no cell {}", cell_name(at))),
                Some(Some(card)) => return Err(format!("{card} is in cell {}", cell_name(at))),
                Some(None) => {}
            }
            (1, 0)
        }
        Place::Column(at) => {
            let target = table.columns.get(at).ok_or_else(|| format!("there is no column {}", at + 1))?;
            let parking = if rules.fill == Fill::King { 0 } else { empty };
            match target.last() {
                Some(&lower) => {
                    let lead = source[source.len() - run..].iter().position(|&card| rules.fits(card, lower));
                    let Some(lead) = lead else {
                        return Err(format!("nothing at {} fits on {lower}", name(from)));
                    };
                    (run - lead, parking)
                }
                None => {
                    let spare = parking.saturating_sub(1);
                    let longest = run.min(most(cells, spare) as usize);
                    let count = asked.unwrap_or(longest);
                    if count > run {
                        return Err(format!("only {run} cards lie in order at {}", name(from)));
                    }
                    let lead = count.checked_sub(1).and_then(|n| source.iter().rev().nth(n));
                    match lead {
                        None => return Err("a move takes at least 1 card".into()),
                        Some(card) if rules.fill == Fill::King && card.rank() != 12 => {
                            return Err(format!("only a king may lead into an empty column, not {card}"));
                        }
                        Some(_) => (count, spare),
                    }
                }
            }
        }
    };
    if asked.is_some_and(|asked| asked != count) {
        return Err(format!("{count} cards go there, not {}", asked.unwrap_or(0)));
    }
    let most = if count == 1 { 1 } else { most(cells, spare) };
    if count as u64 > most {
        return Err(format!("{count} cards are too many: there is room to move {most} at once"));
    }
    let words = words(count, top, source[source.len() - count], from, to, table);
    let moved: Vec<Card> = match from {
        Place::Column(at) => {
            let column = &mut table.columns[at];
            column.split_off(column.len() - count)
        }
        Place::Cell(at) => table.cells[at].take().into_iter().collect(),
        Place::Home => Vec::new(),
    };
    match to {
        Place::Column(at) => table.columns[at].extend(moved),
        Place::Cell(at) => table.cells[at] = moved.first().copied(),
        Place::Home => table.home[usize::from(top.suit())] += 1,
    }
    let atomic = if count == 1 { 1 } else { single_moves(count as u64, cells, spare) };
    Ok(Outcome { atomic, cards: count as u64, home: to == Place::Home, words })
}

/// Most cards that move at once.
fn most(cells: u64, spare: u64) -> u64 {
    (cells + 1) << spare.min(8)
}

/// Fewest single moves for `n` cards: directly, or `k` of them by way of a spare column.
fn single_moves(n: u64, cells: u64, spare: u64) -> u64 {
    if n <= cells + 1 {
        return 2 * n - 1;
    }
    let aside = (1..n).filter(|&k| spare > 0 && k.max(n - k) <= most(cells, spare - 1));
    let ways = aside.map(|k| 2 * single_moves(k, cells, spare - 1) + single_moves(n - k, cells, spare - 1));
    ways.min().unwrap_or(u64::MAX)
}

/// Source, destination, number of cards.
fn read(text: &str) -> Option<(Place, Place, Option<usize>)> {
    let mut letters = text.chars();
    let (from, to) = (place(letters.next()?)?, place(letters.next()?)?);
    let count = match letters.next() {
        None => None,
        Some('v') => Some(letters.next()?.to_digit(16)? as usize),
        Some(_) => return None,
    };
    letters.next().is_none().then_some((from, to, count))
}

fn place(letter: char) -> Option<Place> {
    match letter {
        '1'..='9' => Some(Place::Column(letter as usize - '1' as usize)),
        '0' => Some(Place::Column(9)),
        'a'..='g' => Some(Place::Cell(letter as usize - 'a' as usize)),
        'i' => Some(Place::Cell(7)),
        'h' => Some(Place::Home),
        _ => None,
    }
}

fn cell_name(at: usize) -> char {
    char::from(b"abcdefgi"[at.min(7)])
}

fn name(place: Place) -> String {
    match place {
        Place::Column(at) => format!("column {}", at + 1),
        Place::Cell(at) => format!("cell {}", cell_name(at)),
        Place::Home => "home".into(),
    }
}

fn words(count: usize, top: Card, lead: Card, from: Place, to: Place, table: &Board) -> String {
    let what = match count {
        1 => top.words(),
        _ => format!("{count} cards, {} to {top}", lead),
    };
    let whence = name(from);
    match to {
        Place::Home => format!("move {what} home from {whence}"),
        Place::Cell(at) => format!("move {what} from {whence} to cell {}", cell_name(at)),
        Place::Column(at) => match table.columns[at].last() {
            Some(lower) => format!("move {what} from {whence} onto {lower} in column {}", at + 1),
            None => format!("move {what} from {whence} to empty column {}", at + 1),
        },
    }
}
