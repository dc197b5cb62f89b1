use super::*;
use unstuck_core::random::stream;
use unstuck_core::search::{IDA, RESTARTS};

fn gene(parameter: Parameter, values: GeneValues) -> SearchGene {
    SearchGene { parameter, values }
}

/// Every kind of range.
fn space() -> SearchSpace {
    let words = vec!["h".to_owned(), "domain".to_owned()];
    let genes = vec![
        gene(Parameter::Growth, GeneValues::Numbers(1.25, 4.0)),
        gene(Parameter::Step, GeneValues::Counts(1, 4)),
        gene(Parameter::Order, GeneValues::Words(words)),
    ];
    SearchSpace::new(genes, &SearchParameters::new(&IDA))
}

#[test]
fn values_stay_within_their_ranges_and_reach_all_of_them() {
    let space = space();
    let mut random = stream(1, "genes", &[]);
    let mut one = space.own().clone();
    let mut other = space.draw(&mut random);
    let mut seen = std::collections::BTreeSet::new();
    for round in 0..2_000 {
        let child = match round % 3 {
            0 => space.draw(&mut random),
            1 => space.cross(&one, &other, &mut random),
            _ => space.mutate(&one, 0.5, &mut random),
        };
        assert_eq!(space.adopt(Some(&child)), Ok(child.clone()), "{child}");
        seen.insert(text(&child, Parameter::Step).to_owned());
        seen.insert(text(&child, Parameter::Order).to_owned());
        (one, other) = (other, child);
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["1", "2", "3", "4", "domain", "h"]);
}

#[test]
fn a_wide_range_is_drawn_by_its_logarithm() {
    let genes = vec![gene(Parameter::Budget, GeneValues::Counts(10, 100_000))];
    let space = SearchSpace::new(genes, &SearchParameters::new(&RESTARTS));
    let mut random = stream(1, "genes", &[]);
    let draw = |_| text(&space.draw(&mut random), Parameter::Budget).parse().unwrap();
    let mut drawn: Vec<u64> = (0..1_001).map(draw).collect();
    drawn.sort_unstable();
    assert!((500..2_000).contains(&drawn[500]), "the median is {}", drawn[500]);
    assert!(drawn[0] >= 10 && drawn[1_000] <= 100_000);
}

#[test]
fn rates_and_parents_decide_what_changes() {
    let space = space();
    let mut random = stream(2, "genes", &[]);
    let parent = space.draw(&mut random);
    assert_eq!(space.mutate(&parent, 0.0, &mut random), parent);
    assert_eq!(space.cross(&parent, &parent, &mut random), parent);
    for _ in 0..100 {
        let child = space.mutate(&parent, 1.0, &mut random);
        assert_ne!(text(&child, Parameter::Growth), text(&parent, Parameter::Growth), "{child}");
    }
}

#[test]
fn a_search_that_is_given_must_fit() {
    let space = space();
    assert_eq!(space.own().to_string(), "ida, order domain, step 1, growth 2");
    let refused = |set: &[(Parameter, &str)]| {
        let mut named = Tuning::new(&IDA);
        for (parameter, text) in set {
            named.set(*parameter, text).unwrap();
        }
        match space.adopt(Some(&named)) {
            Ok(adopted) => panic!("{adopted}"),
            Err(misfit) => misfit.to_string(),
        }
    };
    assert_eq!(refused(&[(Parameter::Step, "9")]), "its step is 9, and values from 1 to 4 evolve here");
    assert_eq!(refused(&[(Parameter::Order, "random")]), "its order is random, and h, domain evolve here");
    assert_eq!(refused(&[(Parameter::Table, "0")]), "it names its table, which does not evolve here");
    let other = Tuning::new(&RESTARTS);
    let misfit = space.adopt(Some(&other)).unwrap_err();
    assert_eq!(misfit.to_string(), "it is made for restarts, and ida searches here");
}
