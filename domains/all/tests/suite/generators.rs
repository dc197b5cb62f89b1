//! New instances: what generators refuse, when they stop, and what is made where little is asked for.

use crate::conformance::{read, solve};
use crate::installed as registry;
use crate::limits::StopAt;
use unstuck_core::domain::{self, GenerateError, Request, Settings};
use unstuck_core::search::{Limit, Observer, Stats};

/// What a generator makes of a request, and how it ended.
fn made(
    (name, generator): (&str, &str),
    parameters: &[(&str, &str)],
    count: usize,
    observer: &mut dyn Observer,
) -> (Vec<String>, Result<(), GenerateError>) {
    let parameters: Settings =
        parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let request = Request { generator, parameters: &parameters, count, seed: 1 };
    let mut texts = Vec::new();
    let domain = registry::domain(name).unwrap();
    let ended = domain::generate(&*domain, &request, observer, &mut |text| texts.push(text));
    (texts, ended)
}

/// All generators of the crate, with their domains.
fn generators() -> Vec<(String, &'static str)> {
    let domains = registry::search_domains();
    let all = domains.iter().flat_map(|domain| {
        let info = domain.info();
        info.generators.iter().map(|generator| (info.name.to_string(), generator.name))
    });
    all.collect()
}

#[test]
fn names_that_do_not_exist_are_refused() {
    let generators = generators();
    let refusal = |generator, parameters: &[(&str, &str)]| {
        let (texts, ended) = made(generator, parameters, 1, &mut ());
        assert!(texts.is_empty());
        ended.unwrap_err().to_string()
    };
    for (domain, generator) in &generators {
        let whose = format!("the generator {generator} of {domain} has no parameter 'colour'");
        assert!(refusal((domain, generator), &[("colour", "red")]).starts_with(&whose));
        let none = format!("{domain} has no generator 'colour' (it has ");
        assert!(refusal((domain, "colour"), &[]).starts_with(&none));
    }
    assert_eq!(
        refusal(("rush-hour", "randm"), &[]),
        "rush-hour has no generator 'randm' (did you mean 'random'?)"
    );
    assert_eq!(
        refusal(("freecell", "deal"), &[("size", "3")]),
        "the generator deal of freecell has no parameter 'size' (it has first, last)"
    );
}

#[test]
fn generators_stop_when_they_are_told_to() {
    let stopped = Err(GenerateError::Stopped(Limit::Cancelled));
    for (domain, name) in &generators() {
        let generator = (&**domain, *name);
        assert_eq!(
            made(generator, &[], 5, &mut StopAt(1, 0)),
            (Vec::new(), stopped.clone()),
            "{generator:?}"
        );
    }
    // A long walk, and boards that never come about.
    assert_eq!(made(("tiles", "tiles"), &[("walk", "9999")], 1, &mut StopAt(9, 0)).1, stopped);
    assert_eq!(made(("rush-hour", "random"), &[("vehicles", "18")], 1, &mut StopAt(9, 0)).1, stopped);
}

/// Time that is over after a number of polls.
struct Clock(u32);

impl Observer for Clock {
    fn poll(&mut self, _stats: &Stats) -> Option<Limit> {
        self.0 = self.0.saturating_sub(1);
        (self.0 == 0).then_some(Limit::Time)
    }
}

#[test]
fn the_best_so_far_is_there_when_time_is_over() {
    let small = [("size", "5"), ("vehicles", "5-9")];
    // Nothing of that length exists: the nearest is told, and it is a board.
    let rush_hour = registry::domain("rush-hour").unwrap();
    for (generator, polls) in [("random", 60), ("hardest", 60), ("evolved", 400)] {
        let parameters = [&small[..], &[("length", "90-95")]].concat();
        let (texts, ended) = made(("rush-hour", generator), &parameters, 1, &mut Clock(polls));
        assert!(texts.is_empty());
        let Err(GenerateError::StoppedNear { limit: Limit::Time, nearest }) = ended else {
            panic!("{generator}: {ended:?}")
        };
        let (board, length) = nearest.split_once(" (").unwrap();
        let length: u64 = length.strip_suffix(" slides)").unwrap().parse().unwrap();
        let found = solve(&*read(&*rush_hour, board, "slides"), "bfs", "zero").unwrap();
        assert_eq!(found.cost, Some(length), "{generator}");
    }
}

#[test]
fn deals_beyond_the_usual_ones_need_no_last_number() {
    let (texts, ended) = made(("freecell", "deal"), &[("first", "40000")], 20, &mut ());
    ended.unwrap();
    let number = |text: &String| text.lines().next().unwrap().strip_prefix("# deal ").unwrap().parse::<u64>();
    let numbers: Vec<u64> = texts.iter().map(|text| number(text).unwrap()).collect();
    assert!(numbers.len() == 20 && numbers.iter().all(|number| *number >= 40_000), "{numbers:?}");
    assert!(numbers.iter().max() > numbers.iter().min());
    let wrong = made(("freecell", "deal"), &[("first", "9"), ("last", "8")], 1, &mut ()).1.unwrap_err();
    assert!(wrong.to_string().starts_with("'8' is no value for last (it is a number from 9 to "), "{wrong}");
}

#[test]
fn boards_that_are_bred_for_nothing_else_are_hard() {
    let small = [("size", "5"), ("vehicles", "4-7")];
    let lengths = |generator| {
        let (boards, ended) = made(("rush-hour", generator), &small, 3, &mut ());
        ended.unwrap();
        let solve = |board: &String| {
            let rush_hour = registry::domain("rush-hour").unwrap();
            solve(&*read(&*rush_hour, board, "slides"), "bfs", "zero").unwrap().cost.unwrap()
        };
        boards.iter().map(solve).collect::<Vec<u64>>()
    };
    let (bred, random) = (lengths("evolved"), lengths("hardest"));
    assert!(bred.iter().min() > random.iter().max(), "{bred:?}, {random:?}");
    // An end that is never reached is none, however large the numbers are.
    let open = [&small[..], &[("length", "6-18446744073709551615")]].concat();
    let (boards, ended) = made(("rush-hour", "evolved"), &open, 2, &mut ());
    assert_eq!((boards.len(), ended), (2, Ok(())));
}
