//! Several methods on one board. The figures are the program's own searches'. Of deepening searches the layers are
//! their own rounds as well; of the others that have layers, these and the states on the way are told by the
//! textbook's search with a diary, as far as it gets. The rest tell how many nodes they expand and nothing more.

use super::Job;
use super::request::RaceRequest;
use super::solve::{begin, in_full, search};
use super::trace::Diary;
use crate::server::catalog::TRACEABLE;
use crate::server::failure::Failure;
use crate::server::positions::{seat, source};
use serde_json::{Value, json};
use unstuck_core::search::{Limit, Observer, Stats};
use unstuck_ops::watch::Watch;

/// Entrants at most.
const ENTRANTS: usize = 4;
/// Expansions that the diary follows.
const FOLLOWED: usize = 5_000;
/// States that are shown on the way.
const SAMPLES: usize = 60;

/// Races methods.
pub fn race(job: &Job, request: &RaceRequest) -> Result<Value, Failure> {
    if !(1..=ENTRANTS).contains(&request.methods.len()) {
        return Err(Failure::bad(format!("a race has from 1 to {ENTRANTS} entrants")).field("methods"));
    }
    let reading = request.reading();
    let source = source(&request.instance, &reading)?;
    let mut entrants = Vec::new();
    for (number, method) in request.methods.iter().enumerate() {
        job.say(format!("entrant {} of {}", number + 1, request.methods.len()));
        let limits = job.limits(request.limits);
        let (search_request, puzzle) = begin(&source, &reading, method, limits)?;
        let mut rounds = Rounds { watch: Watch::new(&job.activity, limits), begun: Vec::new() };
        let report = search(&source, puzzle, search_request, &mut rounds)?;
        let by = by(report.algorithm());
        let mut object = json!({ "by": by, "layers": rounds.layers(&report.solution.stats), "samples": [] });
        // The rounds are the search's own; everything else is the diary's.
        if by.is_some_and(|by| by != "bound") {
            let start = seat(&request.instance, reading.metric.as_deref(), &reading.settings, &[])?;
            let diary = Diary::keep(job, start, &report.request, FOLLOWED);
            object["layers"] = json!(layers(&diary));
            object["samples"] = json!(samples(&diary));
        }
        object["solve"] = in_full(&report, &source.domain, &reading.settings)?;
        entrants.push(object);
    }
    Ok(json!({ "entrants": entrants }))
}

/// What the layers of a search are by; nothing for those that have none.
fn by(algorithm: &str) -> Option<&'static str> {
    match algorithm {
        "bfs" | "dfs" => Some("depth"),
        "greedy" => Some("h"),
        "iddfs" | "ida" | "wida" => Some("bound"),
        name => TRACEABLE.contains(&name).then_some("f"),
    }
}

/// Watches a search, and notes with how many expansions each round of a deepening search began.
struct Rounds<'a> {
    watch: Watch<'a>,
    begun: Vec<(u32, u64)>,
}

impl Observer for Rounds<'_> {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        self.watch.poll(stats)
    }

    fn iteration(&mut self, bound: u32, stats: &Stats) {
        self.watch.iteration(bound, stats);
        self.begun.push((bound, stats.expanded));
    }

    fn improved(&mut self, cost: u64, plan: &[String], stats: &Stats) {
        self.watch.improved(cost, plan, stats);
    }
}

impl Rounds<'_> {
    /// Expansions of each round, once the search is over.
    fn layers(&self, stats: &Stats) -> Vec<Value> {
        let ends = self.begun.iter().skip(1).map(|(_, begun)| *begun).chain([stats.expanded]);
        let layer = |((bound, begun), end): (&(u32, u64), u64)| json!({ "f": bound, "expanded": end.saturating_sub(*begun) });
        self.begun.iter().zip(ends).map(layer).collect()
    }
}

/// The ids of the expanded nodes, in their order.
fn order(diary: &Diary) -> Vec<usize> {
    let mut order: Vec<(usize, usize)> =
        diary.nodes.iter().enumerate().filter_map(|(id, node)| Some((node.expanded?, id))).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, id)| id).collect()
}

/// Expansions in each layer, in the order the layers happened first.
fn layers(diary: &Diary) -> Vec<Value> {
    let mut found: Vec<(f64, u64)> = Vec::new();
    for id in order(diary) {
        let f = diary.nodes[id].f.abs();
        match found.iter_mut().find(|(known, _)| *known == f) {
            Some((_, count)) => *count += 1,
            None => found.push((f, 1)),
        }
    }
    found.into_iter().map(|(f, expanded)| json!({ "f": f, "expanded": expanded })).collect()
}

/// Some states as they were expanded, evenly spread.
fn samples(diary: &Diary) -> Vec<Value> {
    let order = order(diary);
    let count = order.len().min(SAMPLES);
    let sample = |place: usize| {
        let at = if count > 1 { place * (diary.expanded() - 1) / (count - 1) } else { 0 };
        let id = *order.get(at)?;
        let node = &diary.nodes[id];
        Some(json!({
            "expanded": at + 1, "f": node.f.abs(), "h": node.h, "text": node.text, "board": diary.board(id),
        }))
    };
    (0..count).filter_map(sample).collect()
}
