//! What every optimisation domain that is installed promises.

use unstuck_core::domain::{self, DomainRef, Ids, Kind, Request, Settings};
use unstuck_core::instance::Instance;
use unstuck_core::instance::optimisation::{OptimisationInstance, SolveRequest};
use unstuck_core::language::Decisions;
use unstuck_core::local_search::{ALGORITHMS, Limits, Parameters};
use unstuck_core::registry;

fn domains() -> Vec<DomainRef> {
    unstuck_domains::install();
    let found: Vec<DomainRef> =
        registry::domains().into_iter().filter(|domain| domain.info().kind == Kind::Optimisation).collect();
    assert!(!found.is_empty());
    found
}

/// An instance of every generator, and the first member of the first set.
fn instances(domain: &DomainRef) -> Vec<Box<dyn Instance>> {
    let mut texts = Vec::new();
    for generator in domain.info().generators {
        let parameters = Settings::new();
        let request = Request { generator: generator.name, parameters: &parameters, count: 1, seed: 5 };
        domain::generate(&**domain, &request, &mut (), &mut |text| texts.push(text)).expect(generator.name);
    }
    if let Some(set) = domain.info().sets.first() {
        let id = match (set.ids)() {
            Ids::Numbers(first, _) => first.to_string(),
            Ids::Names(names) => names[0].clone(),
        };
        texts.push((set.text)(&id).expect("a member"));
    }
    let read = |text: String| domain::read(&**domain, &text, None, &Settings::new()).expect("an instance");
    texts.into_iter().map(read).collect()
}

#[test]
fn rules_are_read_and_the_reference_is_one_of_them() {
    for domain in domains() {
        let name = &domain.info().name;
        for rule in domain.rules() {
            let read = Decisions::read(rule.text, domain.decisions());
            assert!(read.is_ok(), "{name}, {}: {read:?}", rule.name);
            let metric = &domain.info().metrics[0].name;
            let saved = format!("heuristic 1 for {name} ({metric})\n{}", rule.text);
            let read = Decisions::read(&saved, domain.decisions());
            assert!(read.is_ok(), "{name}, {} with a header: {read:?}", rule.name);
            assert!(domain.features().index(rule.name).is_none(), "{name}: {} is a feature, too", rule.name);
        }
        let reference = domain.reference().expect("a reference rule");
        assert!(domain.rules().iter().any(|rule| rule.name == reference), "{name}: {reference}");
        for champion in domain.champions() {
            let read = Decisions::read(champion.text, domain.decisions());
            assert!(read.is_ok(), "{name}, {}: {read:?}", champion.name);
        }
    }
}

#[test]
fn texts_of_instances_read_back() {
    for domain in domains() {
        for instance in instances(&domain) {
            let text = instance.text();
            let again = domain::read(&*domain, &text, None, &Settings::new()).expect("its own text");
            assert_eq!(again.text(), text, "{}", domain.info().name);
            let pieces = domain.split(&text);
            assert_eq!(pieces.len(), 1, "{}: a text is one instance of a file", domain.info().name);
        }
    }
}

#[test]
fn the_laws_of_optimisation_hold() {
    for domain in domains() {
        for instance in instances(&domain) {
            let broken = instance.check_laws(3, 2_000);
            assert_eq!(broken, Ok(()), "{}", domain.info().name);
        }
    }
}

/// The cost that the solver names is the validator's, by every algorithm that the problem has.
#[test]
fn solutions_of_all_algorithms_are_valid() {
    for domain in domains() {
        let reference = domain.reference().expect("a reference rule");
        let text = domain.rules().iter().find(|rule| rule.name == reference).expect("a rule").text;
        let rules = Decisions::read(text, domain.decisions()).expect("a rule");
        for instance in instances(&domain) {
            let problem: &dyn OptimisationInstance =
                instance.as_optimisation().expect("an optimisation problem");
            for info in ALGORITHMS.iter().filter(|info| problem.refusal(info).is_none()) {
                let limits = Limits { effort: Some(300_000), seconds: None };
                let parameters = Parameters::new(info);
                let request = SolveRequest { rules: rules.clone(), parameters, seed: 1, limits, from: None };
                let found = problem.solve(&request, &mut ()).expect("a solution");
                assert_eq!(
                    problem.validate(&found.text),
                    Ok(found.cost),
                    "{} by {}",
                    domain.info().name,
                    info.name
                );
                assert!(found.lower_bound.is_none_or(|bound| bound <= found.cost));
                let from = Some(found.text.clone());
                let again = problem.solve(&SolveRequest { from, ..request }, &mut ()).expect("a solution");
                assert!(again.cost <= found.cost, "{} by {}: never worse", domain.info().name, info.name);
                let shown = problem.show(&found.text).expect("a solution");
                let sum: i64 = shown.components.iter().map(|one| one.cost.soft).sum();
                assert_eq!(sum, found.cost.soft, "{}: the parts make the whole", domain.info().name);
            }
        }
    }
}
