//! A sheet to print: instances as a grid of drawings with number and difficulty, and their solutions at the end.

use crate::ToSchema;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::Result;
use crate::request::instances::shortened;
use crate::request::kinds::only_search;
use crate::request::limits::Limits as Asked;
use crate::request::numbers::counted;
use crate::system::origin;
use crate::system::watch::Watch;
use crate::use_cases::solve::{self, Report, Solves};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use unstuck_core::instance::{SearchInstance, Status};
use unstuck_core::search::Limits;

/// Most states of a space that is enumerated for its class.
const STATES: u64 = 200_000;

/// A sheet that is asked for.
#[derive(Debug, Clone, Default, Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
#[schema(as = SheetRequest)]
pub struct Request {
    /// The heading.
    pub title: String,
    /// The domain.
    pub domain: String,
    /// Texts of instances.
    pub instances: Vec<String>,
    /// Limits of each search.
    #[serde(default)]
    pub limits: Asked,
    /// Number of threads; 0 for one per core.
    #[serde(default)]
    pub threads: usize,
}

/// A sheet.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Sheet)]
pub struct SheetResult {
    /// A page of HTML without scripts.
    pub html: String,
}

/// Solves instances and puts them on a sheet.
pub fn run(request: &Request, context: &Context<'_>) -> Result<SheetResult> {
    only_search(&*context.domain(&request.domain)?, "a sheet")?;
    let named = request.instances.iter().map(|text| format!("{}:{text}", request.domain)).collect();
    let (limits, threads) = (request.limits, request.threads);
    let wanted = solve::Request { instances: named, limits, threads, ..solve::Request::default() };
    let mut items = Vec::new();
    if let Solves::Searches(batch) = Solves::new(&wanted, context)? {
        let mut wrong = None;
        let taken = batch.run(context, |report| {
            match report {
                Ok(report) => items.push(Item::new(&report, context)),
                Err(error) => wrong = Some(error),
            }
            Ok(())
        });
        taken?;
        wrong.map_or(Ok(()), Err)?;
    }
    Ok(SheetResult { html: html(&request.title, &items) })
}

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

/// The drawing of a board that has one, or its text.
fn drawing(instance: &dyn SearchInstance) -> String {
    if let Some(drawing) = instance.view().drawing() {
        return drawing.svg();
    }
    let rows = instance.picture().rows;
    let line = |row: &Vec<unstuck_core::puzzle::Piece>| {
        row.iter().map(|piece| escaped(&piece.text)).collect::<String>()
    };
    format!("<pre>{}</pre>", rows.iter().map(line).collect::<Vec<_>>().join("\n"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::watch::Activity;
    use crate::use_cases::solve::{Request, Solves};

    #[test]
    fn a_sheet_has_every_board_and_its_solution() {
        unstuck_domains::install();
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
