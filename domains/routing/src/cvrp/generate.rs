//! Generators of instances, the same on every machine for the same seed.

use super::customers::Customers;
use crate::distances::{Distances, Rule};
use unstuck_core::error::ParseError;
use unstuck_core::random::{RngExt, Stream, stream};

/// Where the depot is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depot {
    /// In the centre.
    Centre,
    /// In a corner.
    Corner,
    /// Anywhere.
    Random,
}

/// Where the customers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Anywhere.
    Random,
    /// Around 3 to 8 of them.
    Clustered,
    /// A half of each.
    Mixed,
}

/// How demands are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// 1 each.
    Unit,
    /// Uniformly from a range.
    Range(i64, i64),
    /// 1 to 50 in two quadrants that face each other, 51 to 100 in the others.
    Quadrants,
    /// Mostly 1 to 10, some 50 to 100.
    ManySmall,
}

impl Demand {
    /// The distributions of the X instances.
    pub const ALL: [Self; 7] = [
        Self::Unit,
        Self::Range(1, 10),
        Self::Range(5, 10),
        Self::Range(1, 100),
        Self::Range(50, 100),
        Self::Quadrants,
        Self::ManySmall,
    ];
}

/// A distribution of instances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Customers anywhere in a square, the depot in its centre, demands 1 to 9, capacity 50: as in studies of learning.
    Uniform,
    /// The distribution of the X instances (Uchoa et al., 2017) on a grid of 1,000 by 1,000.
    X {
        /// Where the depot is.
        depot: Depot,
        /// Where the customers are.
        layout: Layout,
        /// How demands are drawn.
        demand: Demand,
        /// Customers of a route on average.
        route: f64,
    },
    /// The same with everything drawn at random: routes of 3 to 25 customers by a triangular distribution with its peak at 6.
    AnyX,
}

/// Coordinates of uniform instances are below this, so that a unit square keeps six digits.
pub const SIDE: f64 = 1_000_000.0;
/// The largest coordinate of X instances.
const GRID: u32 = 1_000;
/// e^(−1 ÷ 40).
const ATTRACTION: f64 = 0.975_309_912_028_332_6;

impl Kind {
    /// The instance of a number in the set that a seed stands for.
    ///
    /// # Errors
    ///
    /// There are too few or too many customers.
    pub fn generate(self, count: usize, seed: u64, number: u64) -> Result<Customers, ParseError> {
        if !(1..10_000).contains(&count) {
            return Err(ParseError::new(format!("{count} customers")).help("1 to 9,999 are supported"));
        }
        let mut random = stream(seed, "vehicle routing", &[count as u64, number]);
        match self {
            Self::Uniform => {
                let anywhere =
                    |random: &mut Stream| [(); 2].map(|()| (SIDE * random.random::<f64>()).floor());
                let customers = (0..count).map(|_| anywhere(&mut random));
                let places = [[SIDE / 2.0; 2]].into_iter().chain(customers).collect();
                let demands = [0].into_iter().chain((0..count).map(|_| random.random_range(1..=9))).collect();
                let made = Customers::new("", Distances::of_places(places, Rule::Euclidean)?, demands, 50)?;
                Ok(Customers { scale: SIDE, ..made })
            }
            Self::X { depot, layout, demand, route } => x(count, depot, layout, demand, route, &mut random),
            Self::AnyX => {
                let depot = [Depot::Centre, Depot::Corner, Depot::Random][random.random_range(0..3_usize)];
                let layout =
                    [Layout::Random, Layout::Clustered, Layout::Mixed][random.random_range(0..3_usize)];
                let demand = Demand::ALL[random.random_range(0..Demand::ALL.len())];
                let route = triangular(&mut random, 3.0, 6.0, 25.0);
                x(count, depot, layout, demand, route, &mut random)
            }
        }
    }
}

/// A draw from a triangular distribution.
fn triangular(random: &mut Stream, low: f64, peak: f64, high: f64) -> f64 {
    let (drawn, split): (f64, f64) = (random.random(), (peak - low) / (high - low));
    match drawn < split {
        true => low + (drawn * (high - low) * (peak - low)).sqrt(),
        false => high - ((1.0 - drawn) * (high - low) * (high - peak)).sqrt(),
    }
}

fn x(
    count: usize,
    depot: Depot,
    layout: Layout,
    demand: Demand,
    route: f64,
    random: &mut Stream,
) -> Result<Customers, ParseError> {
    let anywhere = |random: &mut Stream| [(); 2].map(|()| f64::from(random.random_range(0..=GRID)));
    let mut places = vec![match depot {
        Depot::Centre => [f64::from(GRID) / 2.0; 2],
        Depot::Corner => [0.0; 2],
        Depot::Random => anywhere(random),
    }];
    // No two places are the same.
    let mut taken = vec![false; (GRID as usize + 1).pow(2)];
    let mut take = |[x, y]: [f64; 2]| {
        !std::mem::replace(&mut taken[x as usize * (GRID as usize + 1) + y as usize], true)
    };
    take(places[0]);
    let free = match layout {
        Layout::Random => count,
        Layout::Mixed => count / 2,
        Layout::Clustered => 0,
    };
    let seeds = if layout == Layout::Random { 0 } else { random.random_range(3..=8_usize) };
    while places.len() <= (free + seeds).min(count) {
        let place = anywhere(random);
        if take(place) {
            places.push(place);
        }
    }
    // The other customers are attracted by the first ones: the probability of a place falls with e^(−distance ÷ 40).
    let centres = places[1..1 + seeds.min(count)].to_vec();
    // The powers by multiplication, so that they are the same on every machine.
    let powers: Vec<f64> =
        std::iter::successors(Some(1.0), |power| Some(power * ATTRACTION)).take(1_500).collect();
    while places.len() <= count {
        let place = anywhere(random);
        let far =
            |centre: &[f64; 2]| ((place[0] - centre[0]).powi(2) + (place[1] - centre[1]).powi(2)).sqrt();
        let attraction: f64 = centres.iter().map(|centre| powers[far(centre).round() as usize]).sum();
        if random.random::<f64>() < attraction && take(place) {
            places.push(place);
        }
    }
    let small = random.random_range(0.7..=0.95);
    let mut draw = |place: &[f64; 2]| match demand {
        Demand::Unit => 1,
        Demand::Range(low, high) => random.random_range(low..=high),
        Demand::Quadrants => {
            let [right, upper] = place.map(|coordinate| coordinate >= f64::from(GRID) / 2.0);
            if right == upper { random.random_range(51..=100) } else { random.random_range(1..=50) }
        }
        Demand::ManySmall if random.random::<f64>() < small => random.random_range(1..=10),
        Demand::ManySmall => random.random_range(50..=100),
    };
    let demands: Vec<i64> = [0].into_iter().chain(places[1..].iter().map(&mut draw)).collect();
    let total: i64 = demands.iter().sum();
    let largest = demands.iter().copied().max().unwrap_or(1);
    let capacity = ((route * total as f64 / count as f64).ceil() as i64).max(largest);
    Customers::new("", Distances::of_places(places, Rule::Euclidean)?, demands, capacity)
}
