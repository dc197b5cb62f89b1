//! The laws of optimisation problems on many random moves: `cargo run --release -p unstuck-routing --example laws -- MOVES`.

use std::error::Error;
use unstuck_core::optimisation::conformance;
use unstuck_routing::cvrp::{self, Routing};
use unstuck_routing::tsp::Touring;
use unstuck_routing::tsp::generate::Kind;

fn main() -> Result<(), Box<dyn Error>> {
    let moves = std::env::args().nth(1).map_or(Ok(1_000_000), |text| text.parse())?;
    for kind in [Kind::Uniform, Kind::Clustered { cities: 20, deviation: 0.03 }] {
        conformance::check(&Touring::new(kind.generate(100, 5, 0)?), 2, moves)?;
    }
    for number in 0..2 {
        let customers = cvrp::generate::Kind::AnyX.generate(60, 5, number)?;
        conformance::check(&Routing::new(customers.clone()), number, moves)?;
        let (fixed, apart) = (vec![(1, 1), (2, 1), (3, 2)], vec![(4, 5), (6, 7)]);
        conformance::check(&Routing::new(customers.constrained(fixed, apart)?), number, moves)?;
    }
    println!("the laws hold: {moves} moves on each of six instances");
    Ok(())
}
