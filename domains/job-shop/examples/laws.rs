//! The laws of optimisation problems with a million moves each, and the proofs of small instances.
//!
//! `cargo run --release -p unstuck-job-shop --example laws [MOVES]`

use cpu_time::ProcessTime;
use unstuck_core::domain::Settings;
use unstuck_core::optimisation::conformance;
use unstuck_job_shop::generate;
use unstuck_job_shop::sets::Set;
use unstuck_job_shop::{Objective, Static, prove};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let moves = std::env::args().nth(1).map_or(Ok(1_000_000), |text| text.parse())?;
    let settings = [
        ("random", "jobs=10 machines=10"),
        ("random", "jobs=8 machines=6 tightness=1.3 setup=40 utilisation=1"),
        ("random", "jobs=8 machines=6 low=0 high=3"),
        ("workload", "jobs=12 machines=6 tightness=1.2"),
        ("flow", "jobs=12 machines=5"),
    ];
    for (name, given) in settings {
        let pairs = given.split(' ').filter_map(|pair| pair.split_once('='));
        let given: Settings = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let generator = generate::named(name).ok_or("an unknown generator")?;
        let shop = generate::generate(generator, &given, 1, 0)?;
        conformance::check(&Static::new(shop.clone()), 1, moves)?;
        let objective = if shop.has_due_dates() { Objective::Tardiness } else { Objective::FlowTime };
        conformance::check(&Static::new(shop.with_objective(objective)?), 2, moves / 10)?;
        println!("{name} {given:?}: the laws hold on {moves} moves");
    }
    let mut small = Set::named("ft").ok_or("an unknown set")?.read()?;
    small.truncate(2);
    small.extend(Set::named("la").ok_or("an unknown set")?.read()?.into_iter().take(20));
    for shop in small {
        let (name, best) = (shop.name.clone(), shop.best_known);
        let started = ProcessTime::now();
        let proof = prove(&Static::new(shop), 1_000_000)?;
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{name}: {} (best known {best:?}), optimal: {}, {} nodes, {seconds:.2} s",
            proof.makespan, proof.optimal, proof.nodes
        );
    }
    Ok(())
}
