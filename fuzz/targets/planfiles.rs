//! Plan files of planning tasks: read, and executed by the validator.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use unstuck_planning::generate::{BENCHMARKS, FIXED, Set};
use unstuck_fuzz::{assert_short, choice, seed, sow};
use unstuck_pddl::syntax::tree::{Domain, Problem};
use unstuck_pddl::syntax::{parse_domain, parse_problem};
use unstuck_pddl::validate::{parse_plan, validate};

/// A domain, a problem of it, and a plan.
static TASKS: LazyLock<Vec<(Domain, Problem, String)>> = LazyLock::new(|| {
    let benchmarks = BENCHMARKS.iter().filter_map(|benchmark| {
        let (set, index) = Set::parse("train-1")?;
        let made = benchmark.member(set, index)?;
        Some((benchmark.domain, made.problem, made.plan.join("\n")))
    });
    let fixed = FIXED.iter().map(|task| (task.domain, task.problem.to_owned(), task.plan.to_owned()));
    let read = |(domain, problem, plan): (&str, String, String)| {
        let domain = parse_domain(domain).ok()?.value;
        let problem = parse_problem(&problem, &domain).ok()?.value;
        Some((domain, problem, plan))
    };
    benchmarks.chain(fixed).filter_map(read).collect()
});

fuzz_target!(
    init: {
        let seeds = TASKS.iter().zip(0..).map(|((_, _, plan), number)| seed(&[number], plan));
        sow(seeds.collect::<Vec<_>>());
    },
    |input: &[u8]| {
        let Some(([choice], text)) = choice(input) else { return };
        let (domain, problem, _) = &TASKS[usize::from(*choice) % TASKS.len()];
        match parse_plan(text, domain, problem) {
            Ok(plan) => drop(validate(domain, problem, &plan)),
            Err(error) => assert_short(&error.to_string()),
        }
    }
);
