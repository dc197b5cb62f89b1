//! Tunes the attempts of FreeCell's fast solver together: random changes that are kept when they help.
//!
//! ```text
//! cargo run --release --package unstuck-core --example freecell_weights -- FIRST LAST ROUNDS [SEED]
//! ```
//!
//! Starts with the attempts of the program, and prints them whenever they get better, with the mean number of expansions
//! over the deals. A change is compared with the attempts before it deal by deal, and dropped as soon as it looks worse.

use std::process::ExitCode;
use unstuck_core::domains::freecell::{
    board::Rules,
    deal::deal,
    metric::Settings,
    problem::FreeCell,
    quick::{self, ATTEMPTS, Weights},
};
use unstuck_core::random::{RngExt, Stream, normal, stream};
use unstuck_core::search::{End, Limits};

/// Most expansions a deal.
const MOST: u64 = 20_000;
/// Deals between two looks at how a change does.
const LOOK: usize = 250;

/// Weights, expansions to spend, and what is known of each deal.
#[derive(Clone)]
struct Attempt {
    weights: Weights,
    expansions: u64,
    known: Vec<Known>,
}

/// What is known of an attempt at a deal.
#[derive(Clone, Copy)]
enum Known {
    /// It takes so many expansions.
    Solved(u64),
    /// It takes more than so many.
    Unsolved(u64),
}

impl Attempt {
    /// Expansions until it solves a deal, or those it may spend.
    fn run(&mut self, game: &FreeCell, number: usize) -> Result<u64, u64> {
        if let Known::Unsolved(most) = self.known[number]
            && most < self.expansions
        {
            // A little more than needed, so that the number may change.
            self.known[number] = search(game, &self.weights, self.expansions + self.expansions / 3);
        }
        match self.known[number] {
            Known::Solved(spent) if spent <= self.expansions => Ok(spent),
            _ => Err(self.expansions),
        }
    }
}

fn search(game: &FreeCell, weights: &Weights, most: u64) -> Known {
    let limits = Limits { expanded: Some(most), ..Limits::NONE };
    let outcome = quick::solve_with(game, &game.start(), &[(*weights, most + 1)], limits, &mut ());
    match outcome.end {
        // What comes after the attempts is not counted.
        End::Solved { .. } if outcome.stats.iterations == 1 => Known::Solved(outcome.stats.expanded),
        _ => Known::Unsolved(most),
    }
}

/// Expansions of every deal; `None` as soon as they look worse than others.
fn expansions(games: &[FreeCell], attempts: &mut [Attempt], others: Option<&[u64]>) -> Option<Vec<u64>> {
    let mut all = Vec::with_capacity(games.len());
    let (mut total, mut before) = (0, 0);
    for (number, game) in games.iter().enumerate() {
        let mut spent = 0;
        for attempt in &mut *attempts {
            match attempt.run(game, number) {
                Ok(last) => {
                    spent += last;
                    break;
                }
                Err(most) => spent += most,
            }
            if spent >= MOST {
                break;
            }
        }
        all.push(spent.min(MOST));
        if let Some(others) = others {
            (total, before) = (total + spent.min(MOST), before + others[number]);
            let margin = 0.25 / (number as f64 + 1.0).sqrt();
            if number % LOOK == LOOK - 1 && total as f64 > before as f64 * (1.0 + margin) {
                return None;
            }
        }
    }
    (others.is_none() || total <= before).then_some(all)
}

fn fields(weights: &mut Weights) -> [&mut i16; 15] {
    let Weights {
        not_home,
        misfit,
        inversion,
        bottom,
        founded,
        crowned,
        cell,
        cells,
        cell_rank,
        empty,
        stuck,
        buried,
        buried_next,
        spread,
        depth,
    } = weights;
    [
        not_home,
        misfit,
        inversion,
        bottom,
        founded,
        crowned,
        cell,
        cells,
        cell_rank,
        empty,
        stuck,
        buried,
        buried_next,
        spread,
        depth,
    ]
}

/// Changes the attempts a little.
fn change(attempts: &mut [Attempt], random: &mut Stream) {
    // Early attempts matter most. The last one has to solve what all others leave.
    let others = attempts.len() - 1;
    let at = (random.random_range(0.0_f64..1.0).powi(2) * others as f64) as usize;
    match random.random_range(0..10) {
        0 | 1 => {
            let attempt = &mut attempts[at];
            let expansions = attempt.expansions as f64 * (normal(random) * 0.25).exp();
            attempt.expansions = (expansions as u64).clamp(20, 4_000);
        }
        2 => attempts.swap(at, (at + 1).min(others - 1)),
        _ => {
            for _ in 0..random.random_range(1..=3) {
                let weights = fields(&mut attempts[at].weights);
                let weight = &mut *weights[random.random_range(0..15)];
                let size = 2.0 + 0.25 * f64::from(weight.abs());
                *weight = (f64::from(*weight) + normal(random) * size).round() as i16;
            }
            attempts[at].known.fill(Known::Unsolved(0));
        }
    }
}

fn print(attempts: &mut [Attempt]) {
    for attempt in attempts {
        let expansions = attempt.expansions;
        println!("    attempt({expansions}, {:?}),", fields(&mut attempt.weights));
    }
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).map_while(|text| text.parse().ok()).collect();
    let (first, last, rounds, seed) = match numbers[..] {
        [first, last, rounds] => (first, last, rounds, 1),
        [first, last, rounds, seed] => (first, last, rounds, seed),
        _ => {
            eprintln!("freecell_weights FIRST LAST ROUNDS [SEED]");
            return ExitCode::from(2);
        }
    };
    let rules = Rules::default();
    let boards = (first..=last).filter_map(|number| deal(number, &rules));
    let games: Vec<FreeCell> =
        boards.map(|board| FreeCell::new(&board, rules, Settings::default())).collect();
    let known = vec![Known::Unsolved(0); games.len()];
    let mut attempts: Vec<Attempt> = ATTEMPTS
        .iter()
        .map(|&(weights, expansions)| Attempt { weights, expansions, known: known.clone() })
        .collect();
    let mut spent = expansions(&games, &mut attempts, None).unwrap_or_default();
    let mut random = stream(seed, "freecell-weights", &[]);
    for round in 1..=rounds {
        let mut changed = attempts.clone();
        change(&mut changed, &mut random);
        if let Some(fewer) = expansions(&games, &mut changed, Some(&spent)) {
            let mean = fewer.iter().sum::<u64>() as f64 / games.len() as f64;
            println!("{mean:.3} after {round} rounds");
            (attempts, spent) = (changed, fewer);
            print(&mut attempts);
        }
    }
    ExitCode::SUCCESS
}
