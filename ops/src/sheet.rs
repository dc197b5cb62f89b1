//! A sheet to print: instances as a grid of drawings with number and difficulty, and their solutions at the end.

use crate::context::Context;
use crate::instances::shortened;
use crate::numbers::counted;
use crate::origin;
use crate::solve::Report;
use crate::watch::Watch;
use std::fmt::Write as _;
use unstuck_core::domains::rush_hour::view::{Direction, RushHourBoard, Side};
use unstuck_core::domains::tiles::view::TilesBoard;
use unstuck_core::instance::{SearchInstance, Status};
use unstuck_core::search::Limits;

/// Most states of a space that is enumerated for its class.
const STATES: u64 = 200_000;

/// One instance on the sheet.
pub struct Item {
    drawing: String,
    /// Length of the plan, and the kind of the space.
    difficulty: String,
    plan: Vec<String>,
}

impl Item {
    /// What a solve has found, with the class of the space where it can be enumerated.
    pub fn new(report: &Report, context: &Context<'_>) -> Self {
        let (instance, solution) = (&*report.puzzle, &report.solution);
        let mut difficulty = match (solution.status, report.length()) {
            (Status::Solved, Some(length)) => counted(length, &instance.metric()),
            _ => report.word().to_owned(),
        };
        let limits = Limits { expanded: Some(STATES), ..Limits::default() };
        let space = instance.explore(limits, &mut Watch::new(context.activity, limits)).ok();
        if let Some(class) = space.and_then(|space| space.class) {
            let _ = write!(difficulty, ", {class}");
        }
        Self { drawing: drawing(instance), difficulty, plan: solution.plan.clone() }
    }
}

/// The sheet as an HTML file without scripts, for any number of pages.
pub fn html(title: &str, items: &[Item]) -> String {
    let title = escaped(&shortened(title));
    let (mut boards, mut plans) = (String::new(), String::new());
    for (number, item) in (1..).zip(items) {
        let difficulty = escaped(&item.difficulty);
        let _ = writeln!(
            boards,
            "<figure>{}<figcaption><b>{number}</b> · {difficulty}</figcaption></figure>",
            item.drawing
        );
        let plan = if item.plan.is_empty() { difficulty } else { escaped(&item.plan.join(" ")) };
        let _ = writeln!(plans, "<li>{plan}</li>");
    }
    let made = escaped(&origin::line());
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style></head>\n\
         <body><h1>{title}</h1>\n<main>\n{boards}</main>\n<section><h2>Solutions</h2>\n<ol>\n{plans}</ol>\n\
         <footer>{made}</footer></section></body></html>\n"
    )
}

const STYLE: &str = "body{font-family:sans-serif;margin:1.5cm;color:#111}h1{font-size:18pt}\
    main{display:grid;grid-template-columns:repeat(3,1fr);gap:8mm}figure{margin:0;text-align:center;break-inside:avoid}\
    figure svg{width:100%;max-height:70mm}figure pre{font-size:7pt;text-align:left;line-height:1.1}\
    figcaption{font-size:10pt;margin-top:2mm}section{break-before:page}li{margin:2mm 0;font-family:monospace;font-size:9pt}\
    footer{font-size:7pt;color:#666}@media print{body{margin:0}}";

fn drawing(instance: &dyn SearchInstance) -> String {
    let view = instance.view();
    if let Some(board) = view.data::<RushHourBoard>() {
        return rush_hour(board);
    }
    if let Some(board) = view.data::<TilesBoard>() {
        return tiles(board);
    }
    let rows = instance.picture().rows;
    let line = |row: &Vec<unstuck_core::puzzle::Piece>| {
        row.iter().map(|piece| escaped(&piece.text)).collect::<String>()
    };
    format!("<pre>{}</pre>", rows.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// Length of a cell's side.
const CELL: u32 = 20;

fn svg(width: u32, height: u32, inside: &str) -> String {
    let (wide, high) = (width * CELL, height * CELL);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -4 {} {}\" font-size=\"11\" text-anchor=\"middle\">\
         <rect width=\"{wide}\" height=\"{high}\" fill=\"#fff\" stroke=\"#333\"/>{inside}</svg>",
        wide + 8,
        high + 8
    )
}

fn rectangle((x, y): (u32, u32), (width, height): (u32, u32), fill: &str) -> String {
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"3\" fill=\"{fill}\" stroke=\"#333\"/>"
    )
}

fn label(x: u32, y: u32, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{}\">{}</text>", y + 4, escaped(text))
}

fn rush_hour(board: &RushHourBoard) -> String {
    let mut inside = String::new();
    for &(row, column) in &board.walls {
        inside += &rectangle((column * CELL, row * CELL), (CELL, CELL), "#666");
    }
    for vehicle in &board.vehicles {
        let long = vehicle.length * CELL;
        let (width, height) = if vehicle.axis == Direction::Horizontal { (long, CELL) } else { (CELL, long) };
        let (x, y) = (vehicle.column * CELL, vehicle.row * CELL);
        let fill = if vehicle.letter == board.target { "#e88" } else { "#ddd" };
        inside += &rectangle((x + 1, y + 1), (width - 2, height - 2), fill);
        inside += &label(x + width / 2, y + height / 2, &vehicle.letter);
    }
    if let Some(target) = board.vehicles.iter().find(|vehicle| vehicle.letter == board.target) {
        let (x, y) = (target.column * CELL, target.row * CELL);
        let (wide, high) = (board.width * CELL, board.height * CELL);
        // The gap in the wall.
        let (x1, y1, x2, y2) = match board.exit {
            Side::Right => (wide, y + 2, wide, y + CELL - 2),
            Side::Left => (0, y + 2, 0, y + CELL - 2),
            Side::Up => (x + 2, 0, x + CELL - 2, 0),
            Side::Down => (x + 2, high, x + CELL - 2, high),
        };
        let _ = write!(inside, "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"#e88\" stroke-width=\"4\"/>");
    }
    svg(board.width, board.height, &inside)
}

fn tiles(board: &TilesBoard) -> String {
    let mut inside = String::new();
    for (place, tile) in (0..).zip(&board.cells).filter(|(_, tile)| **tile > 0) {
        let (x, y) = (place % board.width * CELL, place / board.width * CELL);
        inside += &rectangle((x + 1, y + 1), (CELL - 2, CELL - 2), "#ddd");
        inside += &label(x + CELL / 2, y + CELL / 2, &tile.to_string());
    }
    svg(board.width, board.height, &inside)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Request, Solves};
    use crate::watch::Activity;

    #[test]
    fn a_sheet_has_every_board_and_its_solution() {
        let activity = Activity::default();
        let context = Context::silent(&activity);
        let instances = ["jam:1", "eight:1", "ferry:train-1"].map(str::to_owned).to_vec();
        let items: Vec<Item> = instances
            .into_iter()
            .map(|name| {
                let request = Request { instances: vec![name], threads: 1, ..Request::default() };
                let Solves::Searches(batch) = Solves::new(&request, &context).unwrap() else {
                    panic!("a search")
                };
                let mut found = None;
                let run = batch.run(&context, |report| {
                    found = report.ok().map(|report| Item::new(&report, &context));
                    Ok(())
                });
                run.unwrap();
                found.unwrap()
            })
            .collect();
        let page = html("Three <puzzles>", &items);
        assert!(page.contains("<h1>Three &lt;puzzles&gt;</h1>"));
        assert!(page.contains("<b>1</b> · 8 slides") && page.contains("<b>2</b> · 8 moves"));
        assert!(
            page.contains("<li>B+1 G-3 D-1 F-1 H-2 E+2 C+3 A+3</li>")
                && page.contains("<li>D L D L U R U L</li>")
        );
        assert_eq!(
            (page.matches("<figure>").count(), page.matches("<svg").count(), page.matches("<pre>").count()),
            (3, 2, 1)
        );
        assert_eq!(page.matches("stroke-width=\"4\"").count(), 1, "one exit");
    }
}
