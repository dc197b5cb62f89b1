//! The nearest neighbours of every place: what local search looks at instead of all pairs.

use crate::distances::Distances;

/// For every place its nearest ones, the nearest first.
#[derive(Debug, Clone)]
pub struct Neighbours {
    each: usize,
    list: Vec<(u32, i32)>,
}

impl Neighbours {
    /// The `each` nearest places of every place, of those from `first` on.
    pub fn new(distances: &Distances, first: u32, each: usize) -> Self {
        let count = distances.count() as u32;
        let each = each.min((count.saturating_sub(first) as usize).saturating_sub(1));
        let grid = Grid::new(distances, first);
        let mut list = Vec::with_capacity(count as usize * each);
        let mut near: Vec<(i32, u32)> = Vec::new();
        for place in 0..count {
            near.clear();
            match &grid {
                Some(grid) => grid.near(distances, place, each, &mut near),
                None => near.extend((first..count).map(|other| (distances.get(place, other), other))),
            }
            near.retain(|&(_, other)| other != place);
            if near.len() > each {
                near.select_nth_unstable(each);
                near.truncate(each);
            }
            near.sort_unstable();
            list.extend(near.iter().map(|&(distance, other)| (other, distance)));
        }
        Self { each, list }
    }

    /// The neighbours of a place with their distances.
    #[inline(always)]
    pub fn of(&self, place: u32) -> &[(u32, i32)] {
        &self.list[place as usize * self.each..][..self.each]
    }

    /// How many neighbours each place has.
    pub fn each(&self) -> usize {
        self.each
    }
}

/// Places sorted into square cells, so that near ones are found without looking at all.
struct Grid {
    low: [f64; 2],
    size: f64,
    columns: usize,
    rows: usize,
    /// The members of cell c are `members[starts[c]..starts[c + 1]]`.
    starts: Vec<u32>,
    members: Vec<u32>,
}

/// Places of a cell on average.
const PER_CELL: f64 = 3.0;
/// Fewer places than this are compared with each other.
const FEW: usize = 1_000;

impl Grid {
    /// `None` where all pairs are compared: few places, or distances that do not follow from coordinates on a plane.
    fn new(distances: &Distances, first: u32) -> Option<Self> {
        use crate::distances::Rule::{Ceiling, Euclidean};
        let flat = matches!(distances.rule(), Some(Euclidean | Ceiling));
        if !flat || distances.count() < FEW {
            return None;
        }
        let [low, high] = distances.corners();
        let (width, height) = (high[0] - low[0], high[1] - low[1]);
        let cells = distances.count() as f64 / PER_CELL;
        let size = (width * height / cells).sqrt().max(width.max(height) / 10_000.0).max(f64::MIN_POSITIVE);
        let (columns, rows) = ((width / size) as usize + 1, (height / size) as usize + 1);
        let mut grid =
            Self { low, size, columns, rows, starts: vec![0; columns * rows + 1], members: Vec::new() };
        let places = distances.places();
        let cell_of: Vec<usize> = places[first as usize..].iter().map(|&place| grid.cell(place)).collect();
        for &cell in &cell_of {
            grid.starts[cell + 1] += 1;
        }
        for cell in 0..columns * rows {
            grid.starts[cell + 1] += grid.starts[cell];
        }
        let mut next = grid.starts.clone();
        grid.members = vec![0; cell_of.len()];
        for (&cell, place) in cell_of.iter().zip(first..) {
            grid.members[next[cell] as usize] = place;
            next[cell] += 1;
        }
        Some(grid)
    }

    fn cell(&self, [x, y]: [f64; 2]) -> usize {
        let column = ((x - self.low[0]) / self.size) as usize;
        let row = ((y - self.low[1]) / self.size) as usize;
        row.min(self.rows - 1) * self.columns + column.min(self.columns - 1)
    }

    /// Adds the places of growing rings of cells until the nearest `each` are certainly among them.
    fn near(&self, distances: &Distances, place: u32, each: usize, near: &mut Vec<(i32, u32)>) {
        let cell = self.cell(distances.places()[place as usize]);
        let (column, row) = ((cell % self.columns) as i64, (cell / self.columns) as i64);
        let most = self.columns.max(self.rows) as i64;
        for ring in 0..=most {
            for y in row - ring..=row + ring {
                let edge = (y - row).abs() == ring;
                let step = if edge || ring == 0 { 1 } else { 2 * ring };
                let mut x = column - ring;
                while x <= column + ring {
                    if (0..self.columns as i64).contains(&x) && (0..self.rows as i64).contains(&y) {
                        let cell = y as usize * self.columns + x as usize;
                        let members =
                            &self.members[self.starts[cell] as usize..self.starts[cell + 1] as usize];
                        near.extend(members.iter().map(|&other| (distances.get(place, other), other)));
                    }
                    x += step;
                }
            }
            // Everything nearer than the width of the rings around the cell has been seen.
            let seen = (ring as f64 * self.size) as i32;
            if near.iter().filter(|&&(distance, other)| distance <= seen && other != place).count() >= each {
                return;
            }
        }
    }
}
