//! What features see on a board, so that pages can paint it.
//!
//! A feature is painted where it is a matter of things that lie on the board: vehicles in the way, tiles that are not
//! home, cards that bury others. [`Shown::marks`](super::desk) of each puzzle knows its own; this file says how a mark
//! is written.

use super::Desk;
use serde_json::{Value, json};
use unstuck_core::language::Checked;

/// The features of a text that can show on the board what they count.
pub fn paint(desk: &dyn Desk, checked: &Checked) -> Vec<Value> {
    let infos = desk.domain().features().features();
    let values = desk.values();
    let mut found = Vec::new();
    for index in checked.formula.features() {
        let (info, value) = (&infos[usize::from(index)], values[usize::from(index)]);
        let marks = desk.marks(&info.name);
        if !marks.is_empty() {
            found.push(json!({ "feature": info.name, "value": value, "about": info.about, "marks": marks }));
        }
    }
    found
}

/// A vehicle that a feature counts.
pub fn vehicle(letter: char, role: &str) -> Value {
    json!({ "kind": "vehicle", "vehicle": letter.to_string(), "role": role })
}

/// A place where a vehicle is thought to go.
pub fn ghost(letter: char, row: u8, column: u8) -> Value {
    json!({ "kind": "ghost", "vehicle": letter.to_string(), "row": row, "column": column, "role": "goal" })
}

/// A cell that a feature counts.
pub fn cell(row: usize, column: usize, role: &str) -> Value {
    json!({ "kind": "cell", "row": row, "column": column, "role": role })
}

/// A card that a feature counts.
pub fn card(card: &str, role: &str) -> Value {
    json!({ "kind": "card", "card": card, "role": role })
}

#[cfg(test)]
mod tests {
    use crate::server::desk::{Desk, open};
    use serde_json::Value;
    use unstuck_core::domain::Settings;
    use unstuck_core::registry;

    fn desk(domain: &str, text: &str) -> Box<dyn Desk> {
        open(&registry::domain(domain).unwrap(), text, None, &Settings::new()).unwrap()
    }

    fn value(desk: &dyn Desk, feature: &str) -> f64 {
        let index = desk.domain().features().index(feature).unwrap();
        desk.values()[usize::from(index)].unwrap()
    }

    /// Positions along a walk that takes the moves round robin.
    fn walk(start: Box<dyn Desk>, moves: usize) -> Vec<Box<dyn Desk>> {
        let mut all = vec![start];
        for number in 0..moves {
            let here = all.last().unwrap();
            let offers = here.offers();
            // Cards can be stuck for good.
            let Some(offer) = offers.get((7 * number + 3) % offers.len().max(1)) else { break };
            let next = here.play(std::slice::from_ref(&offer.text)).unwrap();
            all.push(next);
        }
        all
    }

    #[test]
    fn what_is_painted_is_what_is_counted() {
        let jams = ["BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo", "BooCooBooCooBAACoooooooDEEoooDFFFooD"];
        for jam in jams {
            for desk in walk(desk("rush-hour", jam), 30) {
                for feature in ["blockers", "stuck_vehicles", "free_vehicles"] {
                    assert_eq!(desk.marks(feature).len() as f64, value(&*desk, feature), "{feature}");
                }
                let board = desk.board();
                let places = |mark: &Value| {
                    let one = board["vehicles"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .find(|one| one["letter"] == mark["vehicle"]);
                    let one = one.unwrap();
                    let far = |key: &str| one[key].as_f64().unwrap() - mark[key].as_f64().unwrap();
                    far("row").abs() + far("column").abs()
                };
                let way: f64 = desk.marks("goal_distance").iter().map(places).sum();
                assert_eq!(way, value(&*desk, "goal_distance"));
            }
        }
        for desk in walk(desk("tiles", "3 1 2 0 4 5 6 7 8"), 40) {
            assert_eq!(desk.marks("misplaced").len() as f64, value(&*desk, "misplaced"));
        }
        for desk in walk(desk("freecell", "617"), 40) {
            assert_eq!(desk.marks("buried_next").len() as f64, value(&*desk, "buried_next"));
        }
        assert!(desk("tiles", "3 1 2 0 4 5 6 7 8").marks("g").is_empty());
    }
}
