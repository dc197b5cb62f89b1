//! What people see of an instance and of its routes: a drawing in colours, loads.

use super::explain::{Place, RouteCost, places, routes};
use super::partial::Partial;
use super::problem::{Extra, Routing};
use super::routes::{DEPOT, Routes};
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

    /// The routes; and where one more customer would go, if there is one.
    fn components(&self, solution: &Routes) -> Vec<Component> {
        let component = |(number, route): (usize, &RouteCost)| {
            let words: Vec<String> = route.customers.iter().map(u32::to_string).collect();
            let capacity = self.customers().capacity;
            let name =
                format!("route {}: customers {}, {} of {capacity}", number + 1, words.join(" "), route.load);
            Component { name, cost: Cost::soft(route.length) }
        };
        let mut parts: Vec<Component> = routes(self, solution).iter().enumerate().map(component).collect();
        parts.extend(self.extra.iter().flat_map(|extra| self.extra_places(solution, *extra)));
        parts
    }
}

/// Places of one more customer that are shown.
const SHOWN_PLACES: usize = 3;

impl Routing {
    fn extra_places(&self, solution: &Routes, Extra { place, demand }: Extra) -> Vec<Component> {
        let (distances, scale) = (self.distances(), self.customers().scale);
        let Some(rule) = distances.rule() else { return Vec::new() };
        let at = place.map(|coordinate| coordinate * scale);
        let far = |other: u32| rule.distance(at, distances.places()[other as usize]).into();
        let found = places(self, solution, demand, far).into_iter().take(SHOWN_PLACES);
        let component = |Place { cost, route, after }: Place| {
            let place = match (route, after) {
                (None, _) => "on a new route".to_owned(),
                (Some(route), DEPOT) => format!("on route {} behind the depot", route + 1),
                (Some(route), after) => format!("on route {} behind {after}", route + 1),
            };
            Component { name: format!("not included: one more customer {place}"), cost: Cost::soft(cost) }
        };
        found.map(component).collect()
    }
}
