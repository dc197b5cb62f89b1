//! The example of a domain of one's own: known counts, kept promises, and refusals.

#[path = "../../examples/pancakes.rs"]
#[allow(dead_code, reason = "its main is for those who run it")]
mod example;

pub use example::PancakesDomain;

use crate::solve;
use unstuck_core::audit::AuditRequest;
use unstuck_core::domain::{self, Domain, Settings};
use unstuck_core::instance::SearchInstance;
use unstuck_core::language::HeuristicRef;
use unstuck_core::puzzle::ReplayError;
use unstuck_core::search::Limits;

fn stack(text: &str) -> Box<dyn SearchInstance> {
    domain::read_search(&PancakesDomain, text, None, &Settings::new()).unwrap()
}

/// The stacks of n pancakes by their distance (OEIS A092113).
#[test]
fn the_spaces_are_those_of_the_literature() {
    let known: [(&str, &[u64]); 3] = [
        ("2 1 3 4 5", &[1, 4, 12, 35, 48, 20]),
        ("2 1 3 4 5 6", &[1, 5, 20, 79, 199, 281, 133, 2]),
        ("2 1 3 4 5 6 7", &[1, 6, 30, 149, 543, 1357, 1903, 1016, 35]),
    ];
    for (text, distances) in known {
        let found = stack(text).explore(Limits::default(), &mut ()).unwrap();
        assert_eq!(found.space.distances, distances);
        assert_eq!(found.distance, Some(1));
    }
}

#[test]
fn gaps_keep_their_promise_and_misplaced_gives_none() {
    let read = |text: &str| HeuristicRef::read(text, PancakesDomain.features()).unwrap();
    let heuristics = ["gaps", "misplaced", "top"].map(read);
    let request = AuditRequest { heuristics: &heuristics, limits: Limits::default(), clock: &|| 0.0 };
    let cards = stack("3 1 5 2 6 4").audit(&request, &mut ()).unwrap();
    assert!(cards[0].declared_admissible && cards[0].declared_consistent);
    assert_eq!((cards[0].states, cards[0].overestimates, cards[0].inconsistencies), (720, 0, 0));
    assert!(!cards[1].declared_admissible && cards[1].overestimates > 0 && cards[2].overestimates > 0);
}

#[test]
fn it_is_solved_and_drawn() {
    let instance = stack("4 8 2 6 1 7 3 5");
    let solve = |algorithm, heuristic| solve(&*instance, algorithm, heuristic).unwrap();
    let (blind, bound) = (solve("bfs", "zero"), solve("astar", "gaps"));
    assert!(blind.optimal && bound.optimal);
    assert_eq!((blind.cost, bound.cost), (Some(9), Some(9)));
    assert_eq!((blind.stats.expanded, bound.stats.expanded), (34_689, 24));
    assert!(!solve("greedy", "gaps + 0.1*misplaced").optimal);
    let frames = instance.replay(&bound.plan).unwrap().frames;
    assert_eq!((frames.len(), frames[9].text.as_str()), (10, "1 2 3 4 5 6 7 8"));
    assert_eq!(frames[0].picture.to_string(), "4 8 2 6 1 7 3 5");
    assert_eq!(frames[1].words, bound.plan[0]);
}

#[test]
fn what_is_wrong_is_refused() {
    let refused = |text: &str| {
        let read = domain::read_search(&PancakesDomain, text, None, &Settings::new());
        read.err().map(|error| error.to_string())
    };
    let words = |text: &str| {
        let help = "name the sizes from the top, 1 to at most 16, each of them once: 3 1 2";
        Some(format!("'{text}' is no stack of pancakes ({help})"))
    };
    for text in ["", "1", "1 1", "1 3", "2 x 1", "0 1", "300 1", "-1 1"] {
        assert_eq!(refused(text), words(text));
    }
    let long: Vec<String> = (1..=17).map(|size: u8| size.to_string()).collect();
    assert_eq!(refused(&long.join(" ")), words(&long.join(" ")));
    let replay = |plan: &[&str]| {
        stack("3 1 2").replay(&plan.iter().map(|flip| (*flip).to_owned()).collect::<Vec<_>>()).unwrap_err()
    };
    for wrong in ["1", "4", "x", "-2", ""] {
        let reason = "a move is a number from 2 to 3".to_owned();
        assert_eq!(replay(&["3", wrong]), ReplayError::Step { step: 2, text: wrong.into(), reason });
    }
    let reason = "it is not sorted".to_owned();
    assert_eq!(replay(&["3"]), ReplayError::NotSolved { moves: 1, reason });
}
