//! The laws on long walks, and how many moves are evaluated a second of CPU time.
//!
//! `cargo run --release -p unstuck-rostering --example rostering_laws [MOVES]`

use cpu_time::ProcessTime;
use unstuck_core::optimisation::{Moves, conformance};
use unstuck_core::random::{RngExt, stream};
use unstuck_rostering::{Rostering, sets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let moves = std::env::args().nth(1).map_or(Ok(1_000_000), |text| text.parse())?;
    let wards = sets::all()?;
    for ward in wards.into_iter().filter(|ward| ["curtois-3", "curtois-10"].contains(&ward.name.as_str())) {
        let problem = Rostering::new(ward);
        conformance::check(&problem, 1, moves)?;
        println!("{}: the laws hold on {moves} moves", problem.ward().name);
        let mut random = stream(1, "evaluations", &[]);
        let mut roster = problem.empty();
        for _ in 0..20_000 {
            let kind = random.random_range(0..Rostering::KINDS.len());
            if let Some(change) = problem.propose(kind, &roster, &mut random)
                && problem.energy(problem.delta(&roster, change)) <= 0.0
            {
                problem.apply(&mut roster, change);
            }
        }
        for (kind, info) in Rostering::KINDS.iter().enumerate() {
            let (started, mut proposed, mut sum) = (ProcessTime::now(), 0, 0);
            for _ in 0..1_000_000 {
                if let Some(change) = problem.propose(kind, &roster, &mut random) {
                    proposed += 1;
                    sum += problem.delta(&roster, change).cost.soft;
                }
            }
            let seconds = started.elapsed().as_secs_f64();
            println!(
                "  {:6} {:.2} M draws a second, {:.2} M of them evaluated (sum {sum})",
                info.name,
                1.0 / seconds,
                f64::from(proposed) / seconds / 1e6
            );
        }
    }
    Ok(())
}
