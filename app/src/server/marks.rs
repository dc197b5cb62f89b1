//! What features see on a board, so that pages can paint it.

use super::desk::Desk;
use serde_json::{Value, json};
use unstuck_core::language::Checked;

/// The features of a text that can show on the board what they count.
pub fn paint(desk: &dyn Desk, checked: &Checked) -> Vec<Value> {
    let board = desk.board();
    let infos = desk.family().features();
    let values = desk.values();
    let mut found = Vec::new();
    for index in checked.formula.features() {
        let info = infos[usize::from(index)];
        let marks = match desk.family().info().name {
            "rush-hour" if info.name.starts_with("block") => blockers(&board),
            "tiles" if matches!(info.name, "manhattan" | "misplaced" | "linear_conflict") => {
                misplaced(&board)
            }
            "freecell" if info.name.contains("buried") || info.name.contains("home") => wanted(&board),
            _ => Vec::new(),
        };
        if !marks.is_empty() {
            let value = values[usize::from(index)];
            found.push(json!({ "feature": info.name, "value": value, "about": info.about, "marks": marks }));
        }
    }
    found
}

/// The vehicles between the target and the exit.
fn blockers(board: &Value) -> Vec<Value> {
    let vehicles = board["vehicles"].as_array().cloned().unwrap_or_default();
    let Some(target) = vehicles.iter().find(|vehicle| vehicle["letter"] == board["target"]) else {
        return Vec::new();
    };
    let number = |vehicle: &Value, key: &str| vehicle[key].as_u64().unwrap_or_default();
    let (row, column, length) = (number(target, "row"), number(target, "column"), number(target, "length"));
    let (width, height) = (number(board, "width"), number(board, "height"));
    let way: Vec<(u64, u64)> = match board["exit"].as_str() {
        Some("left") => (0..column).map(|at| (row, at)).collect(),
        Some("up") => (0..row).map(|at| (at, column)).collect(),
        Some("down") => (row + length..height).map(|at| (at, column)).collect(),
        _ => (column + length..width).map(|at| (row, at)).collect(),
    };
    let covers = |vehicle: &Value| {
        let flat = vehicle["axis"] == "horizontal";
        (0..number(vehicle, "length")).any(|along| {
            let (down, right) = if flat { (0, along) } else { (along, 0) };
            way.contains(&(number(vehicle, "row") + down, number(vehicle, "column") + right))
        })
    };
    let between = vehicles.iter().filter(|vehicle| covers(vehicle));
    between
        .map(|vehicle| json!({ "kind": "vehicle", "vehicle": vehicle["letter"], "role": "blocker" }))
        .collect()
}

/// The tiles that are not where the goal has them.
fn misplaced(board: &Value) -> Vec<Value> {
    let (cells, goal) = (board["cells"].as_array(), board["goal"].as_array());
    let width = board["width"].as_u64().unwrap_or(1).max(1);
    let pairs = cells.into_iter().flatten().zip(goal.into_iter().flatten()).zip(0_u64..);
    let wrong = pairs.filter(|((tile, home), _)| tile != home && **tile != json!(0));
    wrong
        .map(|(_, place)| json!({ "kind": "cell", "row": place / width, "column": place % width, "role": "misplaced" }))
        .collect()
}

/// The next card of each suit, where others lie on it.
fn wanted(board: &Value) -> Vec<Value> {
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
    let mut marks = Vec::new();
    for suit in ["C", "D", "H", "S"] {
        let home = board["home"][suit].as_u64().unwrap_or_default() as usize;
        let Some(rank) = ranks.get(home) else { continue };
        let card = format!("{rank}{suit}");
        for column in board["columns"].as_array().into_iter().flatten().filter_map(Value::as_array) {
            if column.iter().rev().skip(1).any(|held| *held == json!(card)) {
                marks.push(json!({ "kind": "card", "card": card, "role": "buried" }));
            }
        }
    }
    marks
}
