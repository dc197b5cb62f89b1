//! Distances between places, by the published definitions of TSPLIB (Reinelt, 1991): whole numbers, symmetric.

use unstuck_core::error::ParseError;

/// How the distance of two places follows from their coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// `EUC_2D`: rounded to the nearest whole number.
    Euclidean,
    /// `CEIL_2D`: rounded up.
    Ceiling,
    /// `ATT`: the square root of a tenth of the squared distance, rounded up.
    PseudoEuclidean,
    /// `GEO`: kilometres on the sphere, coordinates as degrees and minutes.
    Geographical,
}

impl Rule {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Euclidean, Self::Ceiling, Self::PseudoEuclidean, Self::Geographical];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Euclidean => "EUC_2D",
            Self::Ceiling => "CEIL_2D",
            Self::PseudoEuclidean => "ATT",
            Self::Geographical => "GEO",
        }
    }

    /// The rule of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The distance of two places.
    #[inline]
    pub fn distance(self, [ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> i32 {
        let square = || (ax - bx) * (ax - bx) + (ay - by) * (ay - by);
        match self {
            Self::Euclidean => (square().sqrt() + 0.5) as i32,
            Self::Ceiling => square().sqrt().ceil() as i32,
            Self::PseudoEuclidean => {
                let exact = (square() / 10.0).sqrt();
                let near = (exact + 0.5) as i32;
                near + i32::from(f64::from(near) < exact)
            }
            Self::Geographical => great_circle([ax, ay], [bx, by]),
        }
    }
}

/// Kilometres between two places on the earth as TSPLIB defines it: its own value of π, degrees cut off, 1 added.
fn great_circle(a: [f64; 2], b: [f64; 2]) -> i32 {
    #[allow(clippy::approx_constant)]
    const PI: f64 = 3.141_592;
    const RADIUS: f64 = 6_378.388;
    let radians = |value: f64| {
        let degrees = value.trunc();
        PI * (degrees + 5.0 * (value - degrees) / 3.0) / 180.0
    };
    let [(lat_a, long_a), (lat_b, long_b)] = [a, b].map(|[lat, long]| (radians(lat), radians(long)));
    let q1 = (long_a - long_b).cos();
    let q2 = (lat_a - lat_b).cos();
    let q3 = (lat_a + lat_b).cos();
    (RADIUS * (0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)).acos() + 1.0) as i32
}

/// Up to this many places the distances are kept as a matrix; on the sphere, where they take longer, up to more.
const MATRIX_PLACES: usize = 1_500;
const MATRIX_SPHERE: usize = 5_000;

/// Larger distances could overflow sums of a few of them.
pub const MAX_DISTANCE: i64 = 1 << 28;

/// The distances of an instance.
#[derive(Debug, Clone)]
pub struct Distances {
    places: Vec<[f64; 2]>,
    /// The rule of the coordinates; none where the distances were given.
    rule: Option<Rule>,
    count: usize,
    matrix: Vec<i32>,
}

impl Distances {
    /// By coordinates.
    ///
    /// # Errors
    ///
    /// Two places are too far from each other.
    pub fn of_places(places: Vec<[f64; 2]>, rule: Rule) -> Result<Self, ParseError> {
        let count = places.len();
        let mut distances = Self { places, rule: Some(rule), count, matrix: Vec::new() };
        let [low, high] = distances.corners();
        let diagonal = (high[0] - low[0]).hypot(high[1] - low[1]);
        if rule != Rule::Geographical && diagonal >= MAX_DISTANCE as f64 {
            let wrong =
                format!("the places are up to {diagonal:.0} apart; at most {MAX_DISTANCE} is supported");
            return Err(ParseError::new(wrong).help("use a larger unit"));
        }
        let kept = if rule == Rule::Geographical { MATRIX_SPHERE } else { MATRIX_PLACES };
        if count <= kept {
            let mut matrix = vec![0; count * count];
            for a in 0..count {
                for b in 0..a {
                    let distance = distances.computed(a as u32, b as u32);
                    (matrix[a * count + b], matrix[b * count + a]) = (distance, distance);
                }
            }
            distances.matrix = matrix;
        }
        Ok(distances)
    }

    /// By a matrix of `count` rows, with places to draw if there are any. Its diagonal is ignored.
    ///
    /// # Errors
    ///
    /// The matrix is not symmetric, or has a distance that is negative or too large.
    pub fn of_matrix(count: usize, mut matrix: Vec<i32>, places: Vec<[f64; 2]>) -> Result<Self, ParseError> {
        for a in 0..count {
            matrix[a * count + a] = 0;
            for b in 0..a {
                let (there, back) = (matrix[a * count + b], matrix[b * count + a]);
                let pair = format!("{} to {}", a + 1, b + 1);
                if there != back {
                    let wrong = format!("the distance {pair} is {there}, and {back} the other way");
                    return Err(ParseError::new(wrong).help("distances must be symmetric"));
                }
                if there < 0 || i64::from(there) > MAX_DISTANCE {
                    let wrong = format!("the distance {pair} is {there}; 0 to {MAX_DISTANCE} is supported");
                    return Err(ParseError::new(wrong));
                }
            }
        }
        Ok(Self { places, rule: None, count, matrix })
    }

    /// How many places there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The coordinates; empty if none are known.
    pub fn places(&self) -> &[[f64; 2]] {
        &self.places
    }

    /// The coordinates as they are drawn, to the right and upwards: the longitude comes first.
    pub fn drawn(&self) -> Vec<[f64; 2]> {
        let is_geographical = self.rule == Some(Rule::Geographical);
        self.places.iter().map(|&[x, y]| if is_geographical { [y, x] } else { [x, y] }).collect()
    }

    /// The rule of the coordinates; none where the distances were given.
    pub fn rule(&self) -> Option<Rule> {
        self.rule
    }

    /// The distance of two places.
    #[inline(always)]
    pub fn get(&self, a: u32, b: u32) -> i32 {
        match self.matrix.is_empty() {
            false => self.matrix[a as usize * self.count + b as usize],
            true => self.computed(a, b),
        }
    }

    #[inline]
    fn computed(&self, a: u32, b: u32) -> i32 {
        match self.rule {
            // The definition of GEO gives 1 for a place and itself.
            _ if a == b => 0,
            Some(rule) => rule.distance(self.places[a as usize], self.places[b as usize]),
            None => 0,
        }
    }

    /// No distance is greater.
    pub fn longest(&self) -> i32 {
        match (self.matrix.iter().max(), self.corners()) {
            (Some(&longest), _) => longest,
            (None, [low, high]) if self.rule != Some(Rule::Geographical) => {
                (high[0] - low[0]).hypot(high[1] - low[1]) as i32 + 2
            }
            _ => 20_100,
        }
    }

    /// The sum of the distances along a closed tour.
    pub fn around(&self, tour: &[u32]) -> i64 {
        let ends = tour.last().zip(tour.first()).map_or(0, |(&last, &first)| self.get(last, first));
        let along = tour.windows(2).map(|pair| i64::from(self.get(pair[0], pair[1])));
        i64::from(ends) + along.sum::<i64>()
    }

    /// The smallest and the largest coordinates.
    pub fn corners(&self) -> [[f64; 2]; 2] {
        let mut places = self.places.iter();
        let first = places.next().copied().unwrap_or_default();
        places.fold([first, first], |[low, high], place| {
            let each =
                |fold: fn(f64, f64) -> f64, of: [f64; 2]| [fold(of[0], place[0]), fold(of[1], place[1])];
            [each(f64::min, low), each(f64::max, high)]
        })
    }
}
