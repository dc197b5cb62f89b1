//! What people see of an instance and of a packing: bins as bars.

use crate::packing::{Packing, Solution};
use crate::partial::Partial;
use crate::text;
use serde::Serialize;
use unstuck_core::optimisation::{Component, Construction, Cost, Presented};
use unstuck_core::puzzle::{Picture, Piece, Tint};
use unstuck_core::view::Board;

/// The data of a board of kind `bins`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BinsBoard {
    /// Capacity of every bin.
    pub capacity: u32,
    /// Sizes of the items, in the order of arrival.
    pub sizes: Vec<u32>,
    /// The items of each bin, by their numbers from 0; none before anything is packed.
    pub bins: Vec<Vec<u32>>,
}

/// Bins that a terminal shows, and the columns of a full one.
const ROWS: usize = 20;
const COLUMNS: u32 = 50;

impl<const ONLINE: bool> Packing<ONLINE> {
    /// A bar: items in colours, free room faint.
    fn bar(&self, items: &[u32]) -> Vec<Piece> {
        let (capacity, sizes) = (self.items().capacity, &self.items().sizes);
        let column = |load: u32| (u64::from(load) * u64::from(COLUMNS) / u64::from(capacity)) as usize;
        let mut row = Vec::new();
        let mut load = 0;
        for &item in items {
            let before = column(load);
            load += sizes[item as usize];
            let text = "█".repeat(column(load) - before);
            row.push(Piece { text, tint: Tint::Hue(item as u8) });
        }
        row.push(Piece { text: "·".repeat(column(capacity) - column(load)), tint: Tint::Faint });
        let words: Vec<String> = items.iter().map(|&item| sizes[item as usize].to_string()).collect();
        let free = capacity - load.min(capacity);
        row.push(Piece { text: format!(" {}, {free} free", words.join(" + ")), tint: Tint::Plain });
        row
    }
}

fn line(text: String) -> Vec<Piece> {
    vec![Piece { text, tint: Tint::Faint }]
}

impl<const ONLINE: bool> Presented for Packing<ONLINE> {
    fn text(&self) -> String {
        text::line(self.items())
    }

    fn size(&self) -> usize {
        self.items().sizes.len()
    }

    fn best_known(&self) -> Option<Cost> {
        self.items().best_known.map(|bins| Cost::soft(bins.into()))
    }

    fn picture(&self, solution: Option<&Solution>) -> Picture {
        let items = self.items();
        let mut rows = vec![line(format!("{} items, capacity {}", items.sizes.len(), items.capacity))];
        if let Some(solution) = solution {
            // The bins with the most free room are those worth looking at.
            let mut order: Vec<usize> = (0..solution.bins.len()).collect();
            order.sort_by_key(|&bin| solution.loads[bin]);
            order.truncate(ROWS);
            order.sort_unstable();
            rows.extend(order.iter().map(|&bin| self.bar(&solution.bins[bin])));
            let more = solution.bins.len() - order.len();
            if more > 0 {
                rows.push(line(format!("and {more} bins that are fuller")));
            }
        }
        Picture { rows }
    }

    fn view(&self, solution: Option<&Solution>) -> Board {
        let items = self.items();
        let bins = solution.map_or_else(Vec::new, |solution| solution.bins.clone());
        Board::new("bins", BinsBoard { capacity: items.capacity, sizes: items.sizes.to_vec(), bins })
    }

    fn sketch(&self, partial: &Partial) -> Option<Board> {
        Some(self.view(Some(&self.finish(partial))))
    }

    fn components(&self, solution: &Solution) -> Vec<Component> {
        let component = |(number, items): (usize, &Vec<u32>)| {
            let load = solution.loads[number];
            let words: Vec<String> = items.iter().map(|item| (item + 1).to_string()).collect();
            Component {
                name: format!(
                    "bin {}: items {}, {load} of {}",
                    number + 1,
                    words.join(" "),
                    self.items().capacity
                ),
                cost: Cost::soft(1),
            }
        };
        solution.bins.iter().enumerate().map(component).collect()
    }
}
