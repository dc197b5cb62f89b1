//! Solutions of optimisation domains. What the validator accepts, the engine reads, with the same cost; a schedule with
//! gaps becomes shorter, as the engine starts all operations as early as their order allows.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use unstuck_core::domain::{self, Request, Settings};
use unstuck_core::instance::Instance;
use unstuck_core::instance::optimisation::SolveRequest;
use unstuck_core::language::Decisions;
use unstuck_core::local_search::{ALGORITHMS, Limits, Parameters};
use unstuck_fuzz::{assert_short, choice, optimisation_domains, seed, sow};

/// An instance of each domain, made by its first generator, and a solution of it.
static INSTANCES: LazyLock<Vec<(Box<dyn Instance>, String)>> = LazyLock::new(|| {
    let mut instances = Vec::new();
    for domain in optimisation_domains() {
        let generator = &domain.info().generators[0];
        let request = Request { generator: generator.name, parameters: &Settings::new(), count: 1, seed: 1 };
        let mut text = String::new();
        domain::generate(&**domain, &request, &mut (), &mut |made| text = made).expect("an instance");
        let instance = domain::read(&**domain, &text, None, &Settings::new()).expect("an instance");
        let problem = instance.as_optimisation().expect("an optimisation problem");
        let info = ALGORITHMS.iter().find(|info| info.name == "construct").expect("an algorithm");
        let reference = domain.reference().expect("a reference rule");
        let rule = domain.rules().iter().find(|rule| rule.name == reference).expect("a named rule");
        let rules = Decisions::read(rule.text, domain.decisions()).expect("a named rule");
        let limits = Limits { effort: Some(1_000_000), seconds: None };
        let request = SolveRequest { rules, parameters: Parameters::new(info), seed: 1, limits, from: None };
        let solution = problem.solve(&request, &mut ()).expect("a solution").text;
        instances.push((instance, solution));
    }
    instances
});

fuzz_target!(
    init: {
        sow(INSTANCES.iter().enumerate().map(|(number, (_, solution))| seed(&[number as u8], solution)));
    },
    |input: &[u8]| {
        let Some(([number], text)) = choice(input) else { return };
        let number = usize::from(*number) % INSTANCES.len();
        let (instance, _) = &INSTANCES[number];
        let has_gaps = optimisation_domains()[number].info().name == "job-shop";
        let problem = instance.as_optimisation().expect("an optimisation problem");
        match (problem.validate(text), problem.show(text)) {
            (Ok(cost), Ok(shown)) => {
                let sum: i64 = shown.components.iter().map(|one| one.cost.soft).sum();
                assert!(sum == cost.soft || has_gaps && sum < cost.soft, "parts of {sum} make {}", cost.soft);
            }
            (Ok(cost), Err(error)) => panic!("valid with a cost of {cost:?}, but not read: {error}"),
            (Err(violation), _) => assert_short(&violation),
        }
    }
);
