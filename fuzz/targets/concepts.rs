//! Lifted features of the built-in domains: read, printed, read back, and evaluated along a walk.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};
use unstuck_planning::generate::{BENCHMARKS, Set};
use unstuck_planning::ground_task::GroundTask;
use unstuck_planning::lifted::evaluate::Evaluator;
use unstuck_planning::lifted::parse::{HEADS, parse};
use unstuck_fuzz::{assert_short, choice, seed, sow};
use unstuck_pddl::ground::{Grounded, ground};
use unstuck_pddl::syntax::tree::Domain;
use unstuck_pddl::syntax::{parse_domain, parse_problem};

/// A domain, and a small task of it.
static TASKS: LazyLock<Vec<(Domain, Arc<GroundTask>)>> = LazyLock::new(|| {
    let task = |benchmark: &unstuck_planning::generate::Benchmark| {
        let (set, index) = Set::parse("train-1")?;
        let domain = parse_domain(benchmark.domain).ok()?.value;
        let problem = parse_problem(&benchmark.member(set, index)?.problem, &domain).ok()?.value;
        let Ok(Grounded::Task(task)) = ground(&domain, &problem, &mut ()) else { return None };
        Some((domain, Arc::new(GroundTask::new(*task, &mut |_| true)?)))
    };
    BENCHMARKS.iter().filter_map(task).collect()
});

/// Texts to begin with: every form of the grammar with the words of the domain.
fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for ((domain, _), number) in TASKS.iter().zip(0..) {
        for predicate in &domain.predicates {
            let name = &predicate.name;
            let role = if predicate.parameters.len() == 2 { name.to_string() } else { format!("{name}.1.2") };
            for text in [
                format!("count({name})"),
                format!("unmet({name})"),
                format!("count(and({name}.1, not({name}!)))"),
                format!("any(some(plus({role}), {name}.1))"),
                format!("count(only(inv({role}), same({role}, {name}!)))"),
                format!("far({name}.1, and({role}, {role}), object)"),
            ] {
                all.push(seed(&[number], &text));
            }
        }
    }
    all
}

fuzz_target!(
    init: { sow(seeds()) },
    |input: &[u8]| {
        let Some(([choice], text)) = choice(input) else { return };
        let (domain, ground) = &TASKS[usize::from(*choice) % TASKS.len()];
        let term = match parse(text, domain) {
            Ok(term) => term,
            Err(error) => {
                assert!(error.at <= text.len());
                return assert_short(&error.message);
            }
        };
        let written = term.text(domain);
        assert!(HEADS.iter().any(|head| written.starts_with(head)));
        match parse(&written, domain) {
            Ok(again) => assert_eq!(again.text(domain), written),
            Err(error) => panic!("{written:?} does not read back: {error}"),
        }
        let mut evaluator = Evaluator::default();
        let mut state = ground.task.initial_state();
        for step in 0..8 {
            let here = ground.state(&state[..ground.task.variables.fluent()]);
            let value = evaluator.value(ground, here.words(), (0, &term));
            // One evaluator that follows the walk says what a new one says.
            let alone = Evaluator::default().value(ground, here.words(), (0, &term));
            assert_eq!(value, alone, "{written} after {step} steps");
            let next = ground.task.operators.ids().filter(|&one| ground.task.is_applicable(&state, one)).nth(step);
            let Some(next) = next else { break };
            state = ground.task.successor(&state, next);
        }
    }
);
