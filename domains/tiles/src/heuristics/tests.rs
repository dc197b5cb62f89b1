//! Values updated move by move against values computed afresh.

use crate::board::{Board, Size};
use crate::cells::Cells;
use crate::domain::TilesDomain;
use crate::pdb;
use crate::problem::{Action, Large, Medium, Small, Tiles};
use crate::text;
use unstuck_core::domain::Domain;
use unstuck_core::executor::Sequential;
use unstuck_core::feature::View;
use unstuck_core::heuristic::{Estimate, Featured, Heuristic, WithHeuristic, clean};
use unstuck_core::language::{Compiled, HeuristicRef, interpret, with_compiled, with_heuristic};
use unstuck_core::problem::{Problem, actions};
use unstuck_core::random::{RngExt, stream};
use unstuck_core::resources::InMemory;
use unstuck_core::search::{self, Limits, Outcome, Search, SearchParameters};

struct Walk<'a, C: Cells> {
    problem: &'a Tiles<C>,
    name: &'a str,
}

impl<C: Cells> WithHeuristic<Tiles<C>, ()> for Walk<'_, C> {
    fn call<H: Heuristic<Tiles<C>>>(self, mut heuristic: H) {
        let Self { problem, name } = self;
        let mut random = stream(1, "walk", &[]);
        let mut fresh = Compiled::named(problem, name).unwrap();
        let mut state = problem.state(problem.goal());
        let (h, mut incremental) = heuristic.root(&View::root(problem, &state));
        assert_eq!(h.value(), 0.0);
        for _ in 0..5_000 {
            let all = actions(problem, &state);
            let action = all[random.random_range(0..all.len())];
            let mut child = state;
            problem.apply(&mut child, action);
            let (h, after) = heuristic.evaluate_successor(problem, &state, action, incremental).unwrap();
            assert_eq!(h.value(), fresh.value(&View::root(problem, &child)), "{name}");
            let mut back = child;
            problem.undo(&mut back, action, ());
            assert_eq!(back, state);
            (state, incremental) = (child, after);
        }
    }
}

fn walk<C: Cells>(goal: Board) {
    let problem = Tiles::<C>::new(goal);
    for name in ["manhattan", "linear_conflict", "walking_distance", "pdb_555"] {
        let walk = Walk { problem: &problem, name };
        let found = problem.incremental(name, walk).is_ok();
        let expected = match name {
            "manhattan" => true,
            "linear_conflict" => C::CAPACITY <= 25,
            "walking_distance" => problem.walking().is_some(),
            _ => problem.database(name).is_some(),
        };
        assert_eq!(found, expected);
    }
}

#[test]
fn updated_values_are_the_fresh_ones() {
    pdb::prepare(&["pdb_555"], &mut InMemory(&Sequential)).unwrap();
    for (width, height) in [(2, 2), (3, 3), (2, 4), (4, 3), (4, 4)] {
        let size = Size::new(width, height).unwrap();
        walk::<u64>(Board::ordered(size));
        walk::<u64>(Board::blank_last(size));
    }
    walk::<u64>(Board::new(Size::new(3, 3).unwrap(), vec![1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap());
    walk::<u128>(Board::ordered(Size::new(5, 5).unwrap()));
    walk::<[u64; 4]>(Board::blank_last(Size::new(6, 6).unwrap()));
    assert!(Small::fits(Size::new(5, 3).unwrap()) && !Small::fits(Size::new(6, 3).unwrap()));
    assert!(Medium::fits(Size::new(4, 6).unwrap()) && !Medium::fits(Size::new(5, 6).unwrap()));
    assert!(Large::fits(Size::new(6, 6).unwrap()));
}

/// A formula over features that are updated move by move, against the reference interpreter over fresh ones.
struct FormulaWalk<'a, C: Cells> {
    problem: &'a Tiles<C>,
    heuristic: &'a HeuristicRef,
}

impl<C: Cells> WithHeuristic<Tiles<C>, ()> for FormulaWalk<'_, C> {
    fn call<H: Heuristic<Tiles<C>>>(self, mut heuristic: H) {
        let problem = self.problem;
        let formula = &self.heuristic.formula().unwrap().formula;
        let names = problem.features().iter().map(|feature| &*feature.info.name);
        let mut fresh: Vec<_> = names.map(|name| Compiled::named(problem, name)).collect();
        let mut expected = |view: &View<'_, Tiles<C>>| {
            let value = |feature: &mut Option<Compiled<_>>| feature.as_mut().map_or(0.0, |f| f.value(view));
            let values: Vec<f64> = fresh.iter_mut().map(value).collect();
            if problem.is_goal(view.state) { 0.0 } else { clean(interpret(formula, &values)) }
        };
        let mut random = stream(2, "walk", &[]);
        let mut state = problem.state(problem.goal());
        let (_, mut incremental) = heuristic.root(&View::root(problem, &state));
        for g in 1..200 {
            let all = actions(problem, &state);
            // A search evaluates all successors of a node, then goes on with one of them.
            let children: Vec<_> = all
                .iter()
                .map(|&action| {
                    let mut child = state;
                    problem.apply(&mut child, action);
                    let parent = Some((&state, action));
                    let siblings = all.len() as u32;
                    let view = View { parent, g, siblings, ..View::root(problem, &child) };
                    let (h, after) = heuristic.child(&view, incremental);
                    assert_eq!(h.value(), expected(&view), "{}", self.heuristic);
                    (child, after)
                })
                .collect();
            (state, incremental) = children[random.random_range(0..children.len())];
            if g % 50 == 0 {
                let view = View { g, ..View::root(problem, &state) };
                let (h, after) = heuristic.root(&view);
                assert_eq!(h.value(), expected(&view), "{}", self.heuristic);
                incremental = after;
            }
        }
    }
}

const FORMULAS: &[&str] = &[
    "1.5*linear_conflict",
    "linear_conflict + corner_tiles - manhattan",
    "max(corner_tiles, walking_distance) + (linear_conflict - (manhattan - 1.4764874107111996))",
    "max(pdb_555, walking_distance) + 0.1*pdb_663",
    "policy; if linear_conflict > manhattan: walking_distance + 3; otherwise: 1.1*last_moves/(1 + phase)",
];

fn walk_formulas<C: Cells>(goal: Board) {
    let problem = Tiles::<C>::new(goal);
    let table = TilesDomain.features();
    let present = problem.features().iter().filter(|feature| feature.range(&problem).is_some());
    let present: Vec<&str> = present.map(|feature| &*feature.info.name).collect();
    let mut texts: Vec<String> = FORMULAS.iter().map(|&text| text.to_owned()).collect();
    texts.extend(present.iter().map(|name| format!("0.3*misplaced + 1.7*{name} - 2")));
    texts.push(present.iter().map(|name| format!("0.7*{name}")).collect::<Vec<_>>().join(" + "));
    for text in texts {
        let heuristic = HeuristicRef::read(&text, table).unwrap();
        let walk = FormulaWalk { problem: &problem, heuristic: &heuristic };
        let exists = heuristic.features().iter().all(|name| present.contains(name));
        assert_eq!(with_heuristic(&problem, &heuristic, walk).is_ok(), exists, "{text}");
    }
}

#[test]
fn formulas_over_updated_values_are_those_over_fresh_ones() {
    pdb::prepare(&["pdb_555", "pdb_663"], &mut InMemory(&Sequential)).unwrap();
    for (width, height) in [(2, 2), (3, 3), (2, 4), (4, 4)] {
        let size = Size::new(width, height).unwrap();
        walk_formulas::<u64>(Board::ordered(size));
        walk_formulas::<u64>(Board::blank_last(size));
    }
    walk_formulas::<u128>(Board::ordered(Size::new(5, 5).unwrap()));
    walk_formulas::<[u64; 4]>(Board::ordered(Size::new(6, 6).unwrap()));
}

/// Runs a search; tells whether nodes keep something for their children.
struct Solve<'a>(&'a Small, &'a Board, SearchParameters, bool);

impl WithHeuristic<Small, (Outcome<Action>, bool)> for Solve<'_> {
    fn call<H: Heuristic<Small>>(self, heuristic: H) -> (Outcome<Action>, bool) {
        let Self(problem, board, parameters, admissible) = self;
        let start = &problem.state(board);
        let (observer, executor) = (&mut (), &Sequential);
        let search = Search { problem, start, heuristic, parameters, admissible, observer, executor };
        (search::run_incremental(search), size_of::<H::Incremental>() > 0)
    }
}

#[test]
fn searches_by_updated_features_are_those_by_fresh_ones() {
    pdb::prepare(&["pdb_555", "pdb_663"], &mut InMemory(&Sequential)).unwrap();
    let problem = Small::new(Board::ordered(Size::new(4, 4).unwrap()));
    let board = text::parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3").unwrap();
    let features = ["manhattan", "linear_conflict", "walking_distance", "pdb_555", "pdb_663"];
    let formulas = FORMULAS.iter().chain(&["max(linear_conflict, walking_distance)"]).chain(&features);
    for (&formula, most) in formulas.flat_map(|formula| [3_000, 1_001].map(|most| (formula, most))) {
        let heuristic = HeuristicRef::read(formula, TilesDomain.features()).unwrap();
        let admissible = heuristic.is_admissible("moves");
        for algorithm in search::ALGORITHMS.iter().filter(|algorithm| search::is_incremental(algorithm)) {
            let limits = Limits { expanded: Some(most), ..Limits::default() };
            let parameters = SearchParameters { limits, ..SearchParameters::new(algorithm) };
            let solve = || Solve(&problem, &board, parameters, admissible);
            let (updated, keeps) = with_heuristic(&problem, &heuristic, solve()).unwrap();
            let (fresh, keeps_nothing) = with_compiled(&problem, &heuristic, solve()).unwrap();
            assert!(keeps && !keeps_nothing);
            let counts = |outcome: &Outcome<_>| {
                let stats = &outcome.stats;
                (outcome.end.clone(), stats.expanded, stats.generated, stats.evaluated, stats.iterations)
            };
            assert_eq!(counts(&updated), counts(&fresh), "{formula} by {}", algorithm.name);
        }
    }
}
