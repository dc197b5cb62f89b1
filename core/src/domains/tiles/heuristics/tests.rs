//! Values updated move by move against values computed afresh.

use crate::domains::tiles::board::{Board, Size};
use crate::domains::tiles::cells::Cells;
use crate::domains::tiles::pdb;
use crate::domains::tiles::problem::{Large, Medium, Small, Tiles};
use crate::executor::Sequential;
use crate::feature::View;
use crate::heuristic::{Estimate, Featured, Heuristic, WithHeuristic};
use crate::language::Compiled;
use crate::problem::{Problem, actions};
use crate::random::{RngExt, stream};
use crate::resources::InMemory;

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
