//! Line configurations: all the ways in which the vehicles of one row or column can stand.
//!
//! Vehicles never leave their line and never pass each other, so a line with its vehicles has a short
//! list of *configurations*: the positions of its vehicles from left to right (top to bottom). Six cells
//! have at most 6 of them, eight cells at most 15, sixteen at most 495. A wall splits a line: a vehicle
//! stays in its part, and what it cannot reach there is not listed.
//!
//! Configurations are numbered from 0 in lexicographic order of their positions. The number is then a
//! sum of one term per vehicle: the configurations after (p₀, p₁, …) are, for every i, those that agree
//! before i and have a larger pᵢ, and how many these are depends on pᵢ alone. So moving one vehicle changes
//! the number by a difference of two weights, whatever the others do, and no table of steps is needed.
//!
//! Lines of up to [`SHORT`] cells also have a table of *targets*: for each configuration and each set of
//! cells taken by crossing vehicles, the set of configurations that one move reaches, as bits. Lines
//! of equal layout share their tables, which keeps those of a whole board within a few kilobytes.
//!
//! ```
//! use unstuck_rush_hour::lines::{Metric, Placement, Tables};
//!
//! let mut tables = Tables::new(Metric::Slides);
//! // Two cars on six cells: AA.BB.
//! let placements = [Placement { position: 0, length: 2 }, Placement { position: 3, length: 2 }];
//! let (layout, start) = tables.add(6, 0, &placements);
//! let layout = tables.layout(layout);
//! assert_eq!((layout.count(), start), (6, 1));
//! // Positions (0,2) (0,3) (0,4) (1,3) (1,4) (2,4). A crossing vehicle at cell 2 holds A back;
//! // B can still go right.
//! assert_eq!(tables.targets(layout, start, 0b00_0100), 0b000100);
//! assert_eq!(tables.targets(layout, start, 0), 0b001101);
//! ```

/// What one action is. Every action costs 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One vehicle, any distance in one direction.
    Slides,
    /// One vehicle, one cell.
    Steps,
}

impl Metric {
    /// Both with their names and meanings, the default first.
    pub const ALL: [(Self, &'static str, &'static str); 2] = [
        (Self::Slides, "slides", "a vehicle moved any distance counts 1"),
        (Self::Steps, "steps", "every cell moved counts 1"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The metric of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known, _)| *known == name).map(|(metric, ..)| metric)
    }
}

/// Longest line with a table of targets.
pub const SHORT: u8 = 8;

/// Most vehicles in a line: sixteen cells, two for each.
pub const MAX: usize = 8;

/// The placement of a vehicle in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// Offset of its left or top end.
    pub position: u8,
    /// Cells covered.
    pub length: u8,
}

impl Placement {
    /// The cells covered, as bits.
    #[inline]
    pub fn mask(self) -> u16 {
        (((1u32 << self.length) - 1) << self.position) as u16
    }
}

/// What the configurations of a line depend on, and where its tables begin.
#[derive(Debug, Clone)]
pub struct Layout {
    cells: u8,
    vehicles: u8,
    lengths: [u8; MAX],
    /// First and last position of each vehicle, given the walls and room for the others.
    earliest: [u8; MAX],
    latest: [u8; MAX],
    first: u32,
    count: u16,
    weights: u32,
    targets: u32,
    kin: u32,
}

impl Layout {
    /// Number of configurations.
    #[inline]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }
    /// Number of vehicles.
    #[inline]
    pub fn vehicles(&self) -> usize {
        usize::from(self.vehicles)
    }
    /// Length of the vehicle in that place of the line's order.
    #[inline]
    pub fn length(&self, slot: usize) -> u8 {
        self.lengths[slot % MAX]
    }
    /// Where the layout's configurations begin among those of all layouts.
    #[inline]
    pub fn first(&self) -> usize {
        self.first as usize
    }
    /// Where its targets begin among those of all layouts.
    #[inline]
    pub(super) fn targets(&self) -> u32 {
        self.targets
    }

    /// Where its kin begin among those of all layouts.
    #[inline]
    pub(super) fn kin(&self) -> u32 {
        self.kin
    }

    /// Same vehicles with the same room.
    fn alike(&self, other: &Self) -> bool {
        self.cells == other.cells
            && self.vehicles == other.vehicles
            && self.lengths == other.lengths
            && self.earliest == other.earliest
            && self.latest == other.latest
    }
}

/// The tables of all layouts on a board.
#[derive(Debug, Clone)]
pub struct Tables {
    metric: Metric,
    layouts: Vec<Layout>,
    /// Positions of a configuration's vehicles, four bits each, the first vehicle lowest.
    positions: Vec<u32>,
    masks: Vec<u16>,
    /// Per vehicle and position, how many configurations come later through this vehicle.
    weights: Vec<[u16; 16]>,
    /// `targets[crossing << 4 | configuration]`.
    targets: Vec<u16>,
    /// `kin[from << 4 | to]`: what need not be tried after that move.
    kin: Vec<u16>,
}

impl Tables {
    /// No layouts yet.
    pub fn new(metric: Metric) -> Self {
        Self {
            metric,
            layouts: Vec::new(),
            positions: Vec::new(),
            masks: Vec::new(),
            weights: Vec::new(),
            targets: Vec::new(),
            kin: Vec::new(),
        }
    }

    /// What one action is.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The layout of a line of `cells` cells with those walls (as bits) and vehicles (in order, not
    /// overlapping anything), and the number of the configuration they stand in.
    pub fn add(&mut self, cells: u8, walls: u16, placements: &[Placement]) -> (usize, u16) {
        let mut layout = Layout {
            cells,
            vehicles: placements.len() as u8,
            lengths: [0; MAX],
            earliest: [0; MAX],
            latest: [0; MAX],
            first: self.masks.len() as u32,
            count: 0,
            weights: self.weights.len() as u32,
            targets: self.targets.len() as u32,
            kin: self.kin.len() as u32,
        };
        let mut room = 0;
        for (slot, placement) in placements.iter().enumerate() {
            let before = u32::from(walls) & ((1 << placement.position) - 1);
            room = room.max(32 - before.leading_zeros() as u8);
            layout.lengths[slot] = placement.length;
            layout.earliest[slot] = room;
            room += placement.length;
        }
        let mut room = cells;
        for (slot, placement) in placements.iter().enumerate().rev() {
            let behind = u32::from(walls) >> placement.position;
            room = room.min((placement.position + behind.trailing_zeros().min(16) as u8).min(cells))
                - placement.length;
            layout.latest[slot] = room;
        }
        let layout = match self.layouts.iter().position(|known| known.alike(&layout)) {
            Some(known) => known,
            None => {
                self.build(layout);
                self.layouts.len() - 1
            }
        };
        let weights = self.weights(&self.layouts[layout]);
        let later: u16 = placements
            .iter()
            .zip(weights)
            .map(|(placement, weight)| weight[usize::from(placement.position & 15)])
            .sum();
        (layout, self.layouts[layout].count - 1 - later)
    }

    /// The layout of that number.
    #[inline]
    pub fn layout(&self, layout: usize) -> &Layout {
        &self.layouts[layout]
    }

    /// Positions of all vehicles, four bits each.
    #[inline]
    pub fn positions(&self, first: usize, configuration: u16) -> u32 {
        self.positions[first + usize::from(configuration)]
    }

    /// Cells taken by the vehicles of a configuration.
    #[inline]
    pub fn mask(&self, first: usize, configuration: u16) -> u16 {
        self.masks[first + usize::from(configuration)]
    }

    /// Per vehicle of a layout and position: the weight that its configuration's number lacks.
    #[inline]
    pub fn weights(&self, layout: &Layout) -> &[[u16; 16]] {
        &self.weights[layout.weights as usize..][..usize::from(layout.vehicles)]
    }

    /// The configurations one move away on a short line, as bits.
    #[inline]
    pub fn targets(&self, layout: &Layout, configuration: u16, crossing: u16) -> u16 {
        self.targets_at(layout.targets, configuration, crossing)
    }

    /// [`targets`](Self::targets) of the layout whose targets begin at `base`.
    #[inline]
    pub(super) fn targets_at(&self, base: u32, configuration: u16, crossing: u16) -> u16 {
        self.targets[base as usize + (usize::from(crossing) << 4 | usize::from(configuration))]
    }

    /// After the move `from` → `to` on a short line, the configurations that need not be tried: with slides
    /// all that the same vehicle reaches (one slide did as well), with steps the way back. The layout's kin begin at `base`.
    #[inline]
    pub(super) fn kin_at(&self, base: u32, from: u16, to: u16) -> u16 {
        self.kin[base as usize + usize::from(from << 4 | to)]
    }

    fn build(&mut self, mut layout: Layout) {
        self.weigh(&layout);
        self.list(&mut layout);
        if layout.cells <= SHORT {
            self.aim(&layout);
        }
        self.layouts.push(layout);
    }

    /// Counts, from the last vehicle to the first, the configurations of it and those after it
    /// in which it stands later than at each position.
    fn weigh(&mut self, layout: &Layout) {
        let vehicles = layout.vehicles();
        let base = self.weights.len();
        self.weights.resize(base + vehicles, [0; 16]);
        // Ways to place the later vehicles from a cell on; one way to place none.
        let mut ways = [1u16; 18];
        for slot in (0..vehicles).rev() {
            let mut here = [0u16; 18];
            for position in (0..16u8).rev() {
                let at = usize::from(position);
                self.weights[base + slot][at] = here[at + 1];
                let placements = (layout.earliest[slot]..=layout.latest[slot]).contains(&position);
                let behind = usize::from(position + layout.lengths[slot]).min(17);
                here[at] = here[at + 1] + if placements { ways[behind] } else { 0 };
            }
            ways = here;
        }
    }

    /// Lists the configurations in order.
    fn list(&mut self, layout: &mut Layout) {
        let vehicles = layout.vehicles();
        let mut at = layout.earliest;
        loop {
            let mut positions = 0;
            let mut mask = 0;
            for (slot, &position) in at[..vehicles].iter().enumerate() {
                positions |= u32::from(position) << (4 * slot);
                mask |= Placement { position, length: layout.lengths[slot] }.mask();
            }
            self.positions.push(positions);
            self.masks.push(mask);
            layout.count += 1;
            let Some(slot) = (0..vehicles).rev().find(|&slot| at[slot] < layout.latest[slot]) else { break };
            at[slot] += 1;
            for later in slot + 1..vehicles {
                at[later] = layout.earliest[later].max(at[later - 1] + layout.lengths[later - 1]);
            }
        }
    }

    /// Fills the targets and what need not be tried after each move.
    fn aim(&mut self, layout: &Layout) {
        let count = layout.count();
        let vehicles = layout.vehicles();
        let targets = self.targets.len();
        self.targets.resize(targets + (16 << layout.cells), 0);
        let kin = self.kin.len();
        self.kin.resize(kin + (count << 4), 0);
        for from in 0..layout.count {
            let positions = self.positions(layout.first(), from);
            let mut all = 0u16;
            // Per cell, the targets that a crossing vehicle there rules out.
            let mut ruled_out = [0u16; SHORT as usize];
            let mut end = 0;
            for slot in 0..vehicles {
                let position = (positions >> (4 * slot) & 15) as u8;
                let length = layout.lengths[slot];
                let low = end.max(layout.earliest[slot]);
                let next = (positions >> (4 * slot + 4) & 15) as u8;
                let high = if slot + 1 < vehicles { next - length } else { u8::MAX }.min(layout.latest[slot]);
                end = position + length;
                let (low, high) = match self.metric {
                    Metric::Slides => (low, high),
                    Metric::Steps => (low.max(position.saturating_sub(1)), high.min(position + 1)),
                };
                let weight = self.weights[layout.weights as usize + slot];
                let number = |to: u8| from + weight[usize::from(position)] - weight[usize::from(to)];
                let mut reached = 0;
                for to in low..position {
                    reached |= 1 << number(to);
                    for cell in to..position {
                        ruled_out[usize::from(cell)] |= 1 << number(to);
                    }
                }
                for to in position + 1..=high {
                    reached |= 1 << number(to);
                    for cell in end..to + length {
                        ruled_out[usize::from(cell)] |= 1 << number(to);
                    }
                }
                all |= reached;
                let without = match self.metric {
                    Metric::Slides => reached | 1 << from,
                    Metric::Steps => 1 << from,
                };
                for to in low..=high {
                    self.kin[kin + usize::from(from << 4 | number(to))] = without;
                }
            }
            // What a set of crossing cells leaves is what the set without its lowest cell leaves, less what that
            // cell rules out.
            let table = &mut self.targets[targets + usize::from(from)..];
            table[0] = all;
            for crossing in 1..1usize << layout.cells {
                let cell = crossing.trailing_zeros() as usize;
                table[crossing << 4] = table[(crossing & (crossing - 1)) << 4] & !ruled_out[cell];
            }
        }
    }
}

#[cfg(test)]
mod tests;
