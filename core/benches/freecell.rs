//! FreeCell: the fast solver over the published range, and short solutions with a budget.
//!
//! `cargo bench -p unstuck-core --bench freecell` solves deals 1 to 32000 (11982, which has no solution, apart) and
//! replays every plan. Where `freecell-solver-range-parallel-solve` is installed (Debian's freecell-solver-bin), it
//! does the same with its fastest preset, turn by turn with ours, and the medians of processor times are compared.

use std::process::{Command, Stdio};
use std::time::Instant;
use unstuck_core::instance::{Job, Solution, Status};
use unstuck_core::registry::{self, Settings};
use unstuck_core::search::{Limit, Observer, Stats};

const ROUNDS: usize = 7;
const PEER: &str = "freecell-solver-range-parallel-solve";

fn solve(deal: u64, job: &Job, observer: &mut dyn Observer) -> Solution {
    let family = registry::family("freecell").expect("a registered family");
    let instance =
        registry::read(family, &deal.to_string(), None, &Settings::new()).expect("a numbered deal");
    instance.solve(job, observer).expect("a plan that the validator accepts")
}

fn main() {
    quick();
    shortest();
}

fn quick() {
    let job = Job::new("quick", "zero");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let (mut solved, mut expanded, mut length, mut peak) = (0_u64, 0, 0, 0);
    for round in 0..ROUNDS {
        let before = Times::now();
        for deal in (1..=32_000).filter(|&deal| deal != 11_982) {
            let solution = solve(deal, &job, &mut ());
            if round == 0 {
                solved += u64::from(solution.status == Status::Solved);
                expanded += solution.stats.expanded;
                length += solution.cost.unwrap_or(0);
                peak = solution.stats.peak_bytes.max(peak);
            }
        }
        ours.push(before.own());
        let before = Times::now();
        let ranges = [("1", "11981"), ("11983", "32000")];
        let ran = ranges.iter().all(|(from, to)| {
            let mut peer = Command::new(PEER);
            peer.args([from, to, "32000", "-l", "lg"])
                .stdout(Stdio::null())
                .status()
                .is_ok_and(|s| s.success())
        });
        if ran {
            theirs.push(before.children());
        }
    }
    let proof = solve(11_982, &job, &mut ());
    println!("quick, deals 1 to 32000 without 11982, solved and replayed on one thread:");
    println!("  {solved} solved; 11982: {:?} after {} expansions", proof.status, proof.stats.expanded);
    let mean = |sum: u64| sum as f64 / 31_999.0;
    println!("  mean expanded {:.1}, mean length {:.1} moves", mean(expanded), mean(length));
    println!("  most memory of a search {} KiB", peak >> 10);
    println!("  processor time {:.2} s (median of {ROUNDS})", median(&mut ours.clone()));
    if theirs.is_empty() {
        println!("  {PEER} is not installed: nothing to compare with");
    } else {
        let mut ratios: Vec<f64> = ours.iter().zip(&theirs).map(|(our, their)| our / their).collect();
        println!("  fc-solve -l lg: {:.2} s; ratio {:.2}", median(&mut theirs), median(&mut ratios));
    }
}

/// Ends a search after 50 ms.
struct Budget(Instant);

impl Observer for Budget {
    fn poll(&mut self, _: &Stats) -> Option<Limit> {
        (self.0.elapsed().as_millis() >= 50).then_some(Limit::Time)
    }
}

fn shortest() {
    let job = Job::new("shortest", "zero");
    let cost = |deal| solve(deal, &job, &mut Budget(Instant::now())).cost.unwrap_or(0);
    let total: u64 = (1..=100).map(cost).sum();
    println!("shortest, 50 ms a deal, deals 1 to 100: mean length {:.2} moves", total as f64 / 100.0);
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Processor times where the system tells them, else the wall clock.
struct Times {
    wall: Instant,
    /// Ticks of this process, and of the children it has waited for.
    ticks: Option<(f64, f64)>,
}

impl Times {
    fn now() -> Self {
        Self { wall: Instant::now(), ticks: ticks() }
    }

    fn own(&self) -> f64 {
        self.since(|ticks| ticks.0)
    }

    fn children(&self) -> f64 {
        self.since(|ticks| ticks.1)
    }

    fn since(&self, which: fn((f64, f64)) -> f64) -> f64 {
        match (self.ticks, ticks()) {
            // Linux counts a hundred ticks a second for /proc.
            (Some(before), Some(after)) => (which(after) - which(before)) / 100.0,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

fn ticks() -> Option<(f64, f64)> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The fields after the program's name, which may hold spaces.
    let fields: Vec<f64> =
        text.rsplit_once(')')?.1.split_whitespace().skip(1).filter_map(|field| field.parse().ok()).collect();
    let [user, system, child_user, child_system] = fields.get(10..14)?.try_into().ok()?;
    Some((user + system, child_user + child_system))
}
