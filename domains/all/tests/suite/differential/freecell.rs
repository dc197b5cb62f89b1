//! Half-played positions of FreeCell and its variants, in all metrics.

use super::{Case, Source, cheapest, run};
use unstuck_core::domain::Settings;

const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"CDHS";

/// Rank from 1, and suit in the order of the alphabet.
type Card = (u8, u8);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    /// How many cards of each suit are home.
    home: [u8; 4],
    /// In order, since cells are alike.
    cells: Vec<Card>,
    /// In order, since columns are alike.
    columns: Vec<Vec<Card>>,
}

struct Rules {
    cells: usize,
    by_suit: bool,
    kings_only: bool,
    metric: &'static str,
}

impl Rules {
    fn fits(&self, card: Card, on: Card) -> bool {
        let red = |card: Card| card.1 == 1 || card.1 == 2;
        card.0 + 1 == on.0 && if self.by_suit { card.1 == on.1 } else { red(card) != red(on) }
    }

    fn accepts(&self, column: &[Card], card: Card) -> bool {
        match column.last() {
            Some(&top) => self.fits(card, top),
            None => !self.kings_only || card.0 == 13,
        }
    }

    fn moves(&self, from: &Position, found: &mut dyn FnMut(Position, u64)) {
        let mut tell = |mut next: Position, cost: u64| {
            next.cells.sort_unstable();
            next.columns.sort_unstable();
            found(next, cost);
        };
        let home_cost = u64::from(self.metric != "player");
        let is_next = |card: Card| from.home[usize::from(card.1)] + 1 == card.0;
        for (number, column) in from.columns.iter().enumerate() {
            let Some(&top) = column.last() else { continue };
            let mut without = from.clone();
            without.columns[number].pop();
            if is_next(top) {
                let mut next = without.clone();
                next.home[usize::from(top.1)] += 1;
                tell(next, home_cost);
            }
            if from.cells.len() < self.cells {
                let mut next = without.clone();
                next.cells.push(top);
                tell(next, 1);
            }
            for other in (0..from.columns.len()).filter(|other| *other != number) {
                for count in 1..=self.longest(from, number, other) {
                    let split = column.len() - count;
                    if self.accepts(&from.columns[other], column[split]) {
                        let mut next = from.clone();
                        let run = next.columns[number].split_off(split);
                        next.columns[other].extend(run);
                        tell(next, if self.metric == "card" { count as u64 } else { 1 });
                    }
                }
            }
        }
        for (number, &card) in from.cells.iter().enumerate() {
            let mut without = from.clone();
            without.cells.remove(number);
            if is_next(card) {
                let mut next = without.clone();
                next.home[usize::from(card.1)] += 1;
                tell(next, home_cost);
            }
            for other in 0..from.columns.len() {
                if self.accepts(&from.columns[other], card) {
                    let mut next = without.clone();
                    next.columns[other].push(card);
                    tell(next, 1);
                }
            }
        }
    }

    /// The longest run that can move from a column to another; in the atomic metric every card moves by itself.
    fn longest(&self, from: &Position, number: usize, to: usize) -> usize {
        let column = &from.columns[number];
        let run = 1 + column.windows(2).rev().take_while(|pair| self.fits(pair[1], pair[0])).count();
        if self.metric == "atomic" {
            return 1;
        }
        let spare = from
            .columns
            .iter()
            .enumerate()
            .filter(|(other, column)| *other != to && column.is_empty())
            .count();
        let free = self.cells - from.cells.len() + 1;
        run.min(if self.kings_only { free } else { free << spare })
    }
}

fn name(card: Card) -> String {
    [RANKS[usize::from(card.0) - 1], SUITS[usize::from(card.1)]].map(char::from).iter().collect()
}

fn text(position: &Position) -> String {
    let mut lines = vec!["Foundations:".to_owned()];
    for (&suit, &count) in SUITS.iter().zip(&position.home) {
        let top = match count {
            0 => '0',
            count => char::from(RANKS[usize::from(count) - 1]),
        };
        lines[0] += &format!(" {}-{top}", char::from(suit));
    }
    if !position.cells.is_empty() {
        let cells: Vec<String> = position.cells.iter().copied().map(name).collect();
        lines.push(format!("Freecells: {}", cells.join(" ")));
    }
    for column in &position.columns {
        let cards: Vec<String> = column.iter().copied().map(name).collect();
        lines.push(if cards.is_empty() { ":".into() } else { cards.join(" ") });
    }
    lines.join("\n")
}

fn draw(source: &mut Source) -> Option<Case> {
    let metric = *source.pick(&["atomic", "card", "moves", "player"]);
    let rules = Rules {
        cells: source.below(4),
        by_suit: source.below(2) == 0,
        kings_only: source.below(3) == 0,
        metric,
    };
    let columns = 4 + source.below(3);
    let mut home = [13u8; 4];
    for _ in 0..4 + source.below(9) {
        let suit = source.below(4);
        home[suit] = home[suit].saturating_sub(1);
    }
    let mut cards: Vec<Card> =
        (0..4u8).flat_map(|suit| (home[usize::from(suit)] + 1..=13).map(move |rank| (rank, suit))).collect();
    source.shuffle(&mut cards);
    let in_cells = source.below(rules.cells.min(cards.len()) + 1);
    let mut start =
        Position { home, cells: cards.split_off(cards.len() - in_cells), columns: vec![Vec::new(); columns] };
    for card in cards {
        start.columns[source.below(columns)].push(card);
    }
    let text = text(&start);
    start.cells.sort_unstable();
    start.columns.sort_unstable();
    let optimum = cheapest(
        start,
        |position: &Position| position.home == [13; 4],
        |position, found| rules.moves(position, found),
    );
    let mut settings = Settings::new();
    let mut set = |name: &str, value: &str| drop(settings.insert(name.into(), value.into()));
    set("columns", &columns.to_string());
    set("cells", &rules.cells.to_string());
    set("build", if rules.by_suit { "suit" } else { "alternate" });
    set("empty", if rules.kings_only { "king" } else { "any" });
    let automatic = *source.pick(&["on", "off"]);
    set("automatic", automatic);
    Some(Case { domain: "freecell", metric, text, settings, optimum: optimum.ok()? })
}

#[test]
fn freecell_agrees_with_a_tiny_search() {
    run("freecell", 25, draw);
}
