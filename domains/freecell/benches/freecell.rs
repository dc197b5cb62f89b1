//! FreeCell: the fast solver over the published range, and short solutions with a budget.
//!
//! `cargo bench -p unstuck-freecell --bench freecell` solves deals 1 to 32000 (11982, which has no solution, apart) and
//! replays every plan. `make bench-peers` has it next to Freecell Solver.

use cpu_time::ProcessTime;
use std::time::Instant;
use unstuck_core::domain::{self, Settings};
use unstuck_core::instance::{SearchRequest, Solution, Status};
use unstuck_core::search::{self, Limit, Limits, Observer, Stats};
use unstuck_freecell::FreeCellDomain;

const ROUNDS: usize = 3;

fn solve(deal: u64, request: &SearchRequest, observer: &mut dyn Observer) -> Solution {
    let instance = domain::read_search(&FreeCellDomain, &deal.to_string(), None, &Settings::new())
        .expect("a numbered deal");
    instance.solve(request, observer).expect("a plan that the validator accepts")
}

fn main() {
    quick();
    shortest();
}

fn quick() {
    let request = SearchRequest::blind(&search::QUICK, Limits::NONE);
    let mut seconds = Vec::new();
    let (mut solved, mut expanded, mut length, mut peak) = (0_u64, 0, 0, 0);
    for round in 0..ROUNDS {
        let begun = ProcessTime::now();
        for deal in (1..=32_000).filter(|&deal| deal != 11_982) {
            let solution = solve(deal, &request, &mut ());
            if round == 0 {
                solved += u64::from(solution.status == Status::Solved);
                expanded += solution.stats.expanded;
                length += solution.cost.unwrap_or(0);
                peak = solution.stats.peak_bytes.max(peak);
            }
        }
        seconds.push(begun.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    let proof = solve(11_982, &request, &mut ());
    println!("quick, deals 1 to 32000 without 11982, solved and replayed on one thread:");
    println!("  {solved} solved; 11982: {:?} after {} expansions", proof.status, proof.stats.expanded);
    let mean = |sum: u64| sum as f64 / 31_999.0;
    println!("  mean expanded {:.1}, mean length {:.1} moves", mean(expanded), mean(length));
    println!("  most memory of a search {} KiB", peak >> 10);
    println!("  processor time {:.2} s (median of {ROUNDS})", seconds[ROUNDS / 2]);
}

/// Ends a search after 50 ms.
struct Budget(Instant);

impl Observer for Budget {
    fn poll(&mut self, _: &Stats) -> Option<Limit> {
        (self.0.elapsed().as_millis() >= 50).then_some(Limit::Time)
    }
}

fn shortest() {
    let request = SearchRequest::blind(&search::SHORTEST, Limits::NONE);
    let cost = |deal| solve(deal, &request, &mut Budget(Instant::now())).cost.unwrap_or(0);
    let total: u64 = (1..=100).map(cost).sum();
    println!("shortest, 50 ms a deal, deals 1 to 100: mean length {:.2} moves", total as f64 / 100.0);
}
