//! What people see of an instance and of its routes: a drawing in colours, loads.

use super::explain::{RouteCost, routes};
use super::partial::Partial;
use super::problem::Routing;
use super::routes::Routes;
use super::text;
use crate::canvas::Canvas;
use serde::Serialize;
use unstuck_core::optimisation::{Component, Construction, Cost, Presented};
use unstuck_core::puzzle::{Picture, Piece, Tint};
use unstuck_core::view::Board;

/// The data of a board of kind `routes`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RoutesBoard {
    /// Most demand of a route.
    pub capacity: i64,
    /// The demand of each place, the depot first.
    pub demands: Vec<i64>,
    /// The coordinates of each place, the depot first; empty if none are known.
    pub places: Vec<[f64; 2]>,
    /// The customers of each route in their order, numbered from 1; empty before there are routes.
    pub routes: Vec<Vec<u32>>,
}

/// Bars of routes that a terminal shows, and the columns of a full one.
const BARS: usize = 12;
const COLUMNS: i64 = 30;

impl Routing {
    fn bar(&self, number: usize, route: &RouteCost) -> Vec<Piece> {
        let capacity = self.customers().capacity;
        let filled = (route.load * COLUMNS / capacity).clamp(0, COLUMNS) as usize;
        let rest = COLUMNS as usize - filled;
        let text = format!(
            " {}: {} of {capacity}, {} customers, {}",
            number + 1,
            route.load,
            route.customers.len(),
            route.length
        );
        vec![
            Piece { text: "█".repeat(filled), tint: Tint::Hue(number as u8) },
            Piece { text: "·".repeat(rest), tint: Tint::Faint },
            Piece { text, tint: Tint::Plain },
        ]
    }
}

impl Presented for Routing {
    fn text(&self) -> String {
        text::line(self.customers())
    }

    fn size(&self) -> usize {
        self.customers().count()
    }

    fn best_known(&self) -> Option<Cost> {
        self.customers().best_known.map(Cost::soft)
    }

    fn picture(&self, solution: Option<&Routes>) -> Picture {
        let customers = self.customers();
        let routes = solution.map_or_else(Vec::new, |solution| routes(self, solution));
        let line = |text: String| vec![Piece { text, tint: Tint::Faint }];
        let mut rows =
            vec![line(format!("{} customers, capacity {}", customers.count(), customers.capacity))];
        let places = self.distances().drawn();
        if let Some(mut canvas) = Canvas::new(&places) {
            for (number, route) in routes.iter().enumerate() {
                // The ways from and to the depot would cover the rest.
                for pair in route.customers.windows(2) {
                    let [from, to] = [pair[0], pair[1]].map(|customer| places[customer as usize]);
                    canvas.line(from, to, Tint::Hue(number as u8));
                }
                for &customer in &route.customers {
                    canvas.point(places[customer as usize], Tint::Hue(number as u8));
                }
            }
            if routes.is_empty() {
                places.iter().for_each(|&place| canvas.point(place, Tint::Plain));
            }
            canvas.point(places[0], Tint::Strong);
            rows.extend(canvas.rows());
        }
        rows.extend(routes.iter().enumerate().take(BARS).map(|(number, route)| self.bar(number, route)));
        if routes.len() > BARS {
            rows.push(line(format!("and {} more routes", routes.len() - BARS)));
        }
        Picture { rows }
    }

    fn view(&self, solution: Option<&Routes>) -> Board {
        let customers = self.customers();
        let board = RoutesBoard {
            capacity: customers.capacity,
            demands: customers.demands.to_vec(),
            places: self.distances().drawn(),
            routes: solution.map_or_else(Vec::new, |solution| solution.lists().collect()),
        };
        Board::new("routes", board)
    }

    fn sketch(&self, partial: &Partial) -> Option<Board> {
        Some(self.view(Some(&self.finish(partial))))
    }

    /// The routes.
    fn components(&self, solution: &Routes) -> Vec<Component> {
        let component = |(number, route): (usize, &RouteCost)| {
            let words: Vec<String> = route.customers.iter().map(u32::to_string).collect();
            let capacity = self.customers().capacity;
            let name =
                format!("route {}: customers {}, {} of {capacity}", number + 1, words.join(" "), route.load);
            Component { name, cost: Cost::soft(route.length) }
        };
        routes(self, solution).iter().enumerate().map(component).collect()
    }
}
