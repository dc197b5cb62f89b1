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
//! use unstuck_freecell::{board::Rules, replay::replay, text};
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
use unstuck_core::puzzle::ReplayError;

/// How long a plan is in the four metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lengths {
    /// Single-card moves.
    pub atomic: u64,
    /// Cards moved: n for a run of n.
    pub card: u64,
    /// A run is 1, a card home is 1.
    pub moves: u64,
    /// A run is 1, cards home are free.
    pub player: u64,
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
pub fn replay<S: AsRef<str>>(board: &Board, rules: &Rules, plan: &[S]) -> Result<Lengths, ReplayError> {
    let mut table = board.clone();
    let lengths = play(&mut table, rules, plan, &mut |_, _| ())?;
    if !table.is_solved() {
        return Err(ReplayError::NotSolved { moves: plan.len(), reason: not_home(&table) });
    }
    Ok(lengths)
}

/// Plays a plan that may end anywhere on `table`. After each move `each` is shown the board and what was done.
///
/// # Errors
///
/// Names the first move that is not possible.
pub fn play<S: AsRef<str>>(
    table: &mut Board,
    rules: &Rules,
    plan: &[S],
    each: &mut dyn FnMut(&Board, &Made),
) -> Result<Lengths, ReplayError> {
    let mut lengths = Lengths::default();
    for (i, text) in plan.iter().enumerate() {
        let text = text.as_ref().trim();
        let made = make(table, rules, text).map_err(|reason| {
            let (step, shown) = (i + 1, text.chars().take(16).collect());
            match read(text) {
                Some(_) => ReplayError::Step { step, text: shown, reason },
                None => ReplayError::Unreadable { step, text: shown, reason },
            }
        })?;
        lengths.atomic += made.atomic;
        lengths.card += made.count as u64;
        lengths.moves += 1;
        lengths.player += u64::from(made.to != Place::Home);
        each(table, &made);
    }
    Ok(lengths)
}

/// What keeps a board from being solved.
pub fn not_home(table: &Board) -> String {
    match 52 - table.home.iter().map(|&n| u32::from(n)).sum::<u32>() {
        1 => "1 card is not home".to_owned(),
        left => format!("{left} cards are not home"),
    }
}

/// A move that was made.
pub struct Made {
    from: Place,
    to: Place,
    count: usize,
    /// The deepest card that moved, and the top one.
    lead: Card,
    top: Card,
    /// What it was put on.
    onto: Option<Card>,
    atomic: u64,
}

fn make(table: &mut Board, rules: &Rules, text: &str) -> Result<Made, String> {
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
    let cells = table.cells.iter().filter(|cell| cell.is_none()).count() as u64;
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
            // Cards that lie in order at the end of the source.
            let run = 1 + source.windows(2).rev().take_while(|pair| rules.fits(pair[1], pair[0])).count();
            let empty = table.columns.iter().filter(|column| column.is_empty()).count() as u64;
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
                    let longest = match rules.fill {
                        Fill::Any => run.min(most(cells, spare) as usize),
                        // Only one card of a run can be a king, and it leads or nothing goes.
                        Fill::King => run,
                    };
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
    let lead = source[source.len() - count];
    let onto = match to {
        Place::Column(at) => table.columns[at].last().copied(),
        _ => None,
    };
    match from {
        Place::Column(at) => {
            let mut column = std::mem::take(&mut table.columns[at]);
            let left = column.len() - count;
            put(table, to, &column[left..]);
            column.truncate(left);
            table.columns[at] = column;
        }
        Place::Cell(at) => {
            table.cells[at] = None;
            put(table, to, &[top]);
        }
        Place::Home => {}
    }
    let atomic = if count == 1 { 1 } else { single_moves(count as u64, cells, spare) };
    Ok(Made { from, to, count, lead, top, onto, atomic })
}

/// Puts cards down where they have been found to go.
fn put(table: &mut Board, to: Place, cards: &[Card]) {
    match to {
        Place::Column(at) => table.columns[at].extend_from_slice(cards),
        Place::Cell(at) => table.cells[at] = cards.last().copied(),
        Place::Home => cards.iter().for_each(|card| table.home[usize::from(card.suit())] += 1),
    }
}

/// Most cards that move at once.
fn most(cells: u64, spare: u64) -> u64 {
    (cells + 1) << spare.min(8)
}

/// Fewest single moves for `n` cards: directly, or `k` of them by way of a spare column.
pub(super) fn single_moves(n: u64, cells: u64, spare: u64) -> u64 {
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

impl Made {
    /// The move in words.
    pub fn words(&self) -> String {
        let what = match self.count {
            1 => self.top.words(),
            count => format!("{count} cards, {} to {},", self.lead, self.top),
        };
        let whence = name(self.from);
        match (self.to, self.onto) {
            (Place::Home, _) => format!("move {what} home from {whence}"),
            (Place::Column(_), Some(lower)) => {
                format!("move {what} from {whence} onto {lower} in {}", name(self.to))
            }
            (Place::Column(at), None) => format!("move {what} from {whence} to empty column {}", at + 1),
            (Place::Cell(_), _) => format!("move {what} from {whence} to {}", name(self.to)),
        }
    }
}
