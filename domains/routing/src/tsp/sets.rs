//! Published instances: the sets that rules and searches are tested on, never trained on.

use super::cities::Cities;
use super::generate::SIDE;
use super::text;
use crate::distances::{Distances, Rule};
use crate::mersenne::Mersenne;
use unstuck_core::error::ParseError;

/// A set of published instances.
#[derive(Debug, Clone, Copy)]
pub struct Set {
    /// Name in every text.
    pub name: &'static str,
    /// One line of explanation, with the source.
    pub about: &'static str,
    source: Source,
}

#[derive(Debug, Clone, Copy)]
enum Source {
    Files,
    /// The uniform instances of this many cities.
    Drawn(usize),
}

/// The sets.
pub const SETS: &[Set] = &[
    Set {
        name: "tsplib",
        about: "45 files of TSPLIB (Reinelt, 1991) with up to 1,817 cities and their shortest tours",
        source: Source::Files,
    },
    Set {
        name: "uniform-20",
        about: "ReEvo's test set (Ye et al., 2024): 64 instances, 20 cities in a unit square; mean optimum 3.836285",
        source: Source::Drawn(20),
    },
    Set {
        name: "uniform-50",
        about: "ReEvo's test set (Ye et al., 2024): 64 instances, 50 cities in a unit square; mean optimum 5.684580",
        source: Source::Drawn(50),
    },
    Set {
        name: "uniform-100",
        about: "ReEvo's test set (Ye et al., 2024): 64 instances, 100 cities in a unit square; mean optimum 7.778580",
        source: Source::Drawn(100),
    },
    Set {
        name: "uniform-200",
        about: "ReEvo's test set (Ye et al., 2024): 64 instances, 200 cities in a unit square; mean optimum 10.711946",
        source: Source::Drawn(200),
    },
];

/// The files that ship, each with the length of its shortest tour.
macro_rules! files {
    ($($name:literal $optimum:literal)*) => {
        const FILES: &[(&str, i64, &str)] = &[$((
            $name,
            $optimum,
            include_str!(concat!("../../data/tsplib/", $name, ".tsp")),
        )),*];
    };
}

files! {
    "burma14" 3_323
    "gr17" 2_085
    "ulysses22" 7_013
    "fri26" 937
    "bays29" 2_020
    "swiss42" 1_273
    "gr48" 5_046
    "eil51" 426
    "brazil58" 25_395
    "eil76" 538
    "gr96" 55_209
    "kroA100" 21_282
    "kroC100" 20_749
    "kroE100" 22_068
    "eil101" 629
    "pr107" 44_303
    "pr124" 59_030
    "ch130" 6_110
    "gr137" 69_853
    "ch150" 6_528
    "kroB150" 26_130
    "u159" 42_080
    "d198" 15_780
    "kroB200" 29_437
    "ts225" 126_643
    "pr226" 80_369
    "gil262" 2_378
    "a280" 2_579
    "lin318" 42_029
    "rd400" 15_281
    "gr431" 171_414
    "pcb442" 50_778
    "att532" 27_686
    "u574" 36_905
    "p654" 34_643
    "gr666" 294_358
    "rat783" 8_806
    "pr1002" 259_045
    "u1060" 224_094
    "pcb1173" 56_892
    "rl1304" 252_948
    "nrw1379" 56_638
    "u1432" 152_970
    "d1655" 62_128
    "u1817" 57_201
}

impl Set {
    /// The set of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SETS.iter().find(|set| set.name == name)
    }

    /// The instances.
    ///
    /// # Errors
    ///
    /// Never for the sets that ship.
    pub fn read(&self) -> Result<Vec<Cities>, ParseError> {
        match self.source {
            Source::Files => {
                FILES.iter().map(|&(name, optimum, file)| read_file(name, optimum, file)).collect()
            }
            Source::Drawn(count) => drawn(count),
        }
    }
}

/// The instance of a file that ships.
///
/// # Errors
///
/// There is no such file.
pub fn file(name: &str) -> Result<Cities, ParseError> {
    match FILES.iter().find(|file| file.0 == name) {
        Some(&(name, optimum, file)) => read_file(name, optimum, file),
        None => Err(ParseError::new(format!("there is no published instance '{name}'"))),
    }
}

fn read_file(name: &str, optimum: i64, file: &str) -> Result<Cities, ParseError> {
    let mut cities = text::read(file, name)?.remove(0);
    cities.best_known = Some(optimum);
    Ok(cities)
}

/// The instances that `numpy.random.seed(4)` begins: 64 of 20 cities, then of 50, 100 and 200.
fn drawn(count: usize) -> Result<Vec<Cities>, ParseError> {
    let mut random = Mersenne::new(4);
    for size in [20, 50, 100, 200] {
        let mut instances = Vec::new();
        for number in 0..64 {
            let places = (0..size).map(|_| [(); 2].map(|()| SIDE * random.unit())).collect();
            let distances = Distances::of_places(places, Rule::Euclidean)?;
            let name = format!("uniform-{size}-{number}");
            instances.push(Cities { scale: SIDE, ..Cities::new(name, distances) });
        }
        if size == count {
            return Ok(instances);
        }
    }
    Ok(Vec::new())
}
