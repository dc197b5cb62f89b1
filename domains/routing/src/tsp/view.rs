//! What people see of an instance and of a tour: a drawing, edges.

use super::explain::edges;
use super::partial::Partial;
use super::problem::{Solution, Touring};
use super::text;
use crate::canvas::Canvas;
use serde::Serialize;
use unstuck_core::optimisation::{Component, Cost, Presented};
use unstuck_core::puzzle::{Picture, Piece, Tint};
use unstuck_core::view::Board;

/// The data of a board of kind `tour`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TourBoard {
    /// How many cities there are.
    pub count: usize,
    /// The coordinates of each city; empty if none are known.
    pub places: Vec<[f64; 2]>,
    /// The cities in their order, numbered from 0; empty before there is a tour.
    pub tour: Vec<u32>,
}

impl Presented for Touring {
    fn text(&self) -> String {
        text::line(self.cities())
    }

    fn size(&self) -> usize {
        self.cities().count()
    }

    fn best_known(&self) -> Option<Cost> {
        self.cities().best_known.map(Cost::soft)
    }

    fn picture(&self, solution: Option<&Solution>) -> Picture {
        let text = format!("{} cities", self.cities().count());
        let mut rows = vec![vec![Piece { text, tint: Tint::Faint }]];
        let places = self.distances().drawn();
        if let Some(mut canvas) = Canvas::new(&places) {
            let order = solution.map_or(&[][..], Solution::order);
            for (&a, &b) in order.iter().zip(order.iter().cycle().skip(1)) {
                canvas.line(places[a as usize], places[b as usize], Tint::Plain);
            }
            for &place in &places {
                canvas.point(place, Tint::Strong);
            }
            rows.extend(canvas.rows());
        }
        Picture { rows }
    }

    fn view(&self, solution: Option<&Solution>) -> Board {
        let tour = solution.map_or_else(Vec::new, |solution| solution.order().to_vec());
        let places = self.distances().drawn();
        Board::new("tour", TourBoard { count: self.cities().count(), places, tour })
    }

    fn sketch(&self, partial: &Partial) -> Option<Board> {
        let tour = if partial.cities.is_empty() { Vec::new() } else { partial.order() };
        let places = self.distances().drawn();
        Some(Board::new("tour", TourBoard { count: self.cities().count(), places, tour }))
    }

    /// The edges.
    fn components(&self, solution: &Solution) -> Vec<Component> {
        let component = |edge: super::explain::Edge| Component {
            name: format!(
                "{} to {}: {} nearer, the nearest at {}",
                edge.from + 1,
                edge.to + 1,
                edge.nearer,
                edge.least
            ),
            cost: Cost::soft(edge.length.into()),
        };
        edges(self, solution).into_iter().map(component).collect()
    }
}
