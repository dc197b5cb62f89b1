//! PDDL problems of the built-in domains: read, printed, read back, ground under limits, and written as SAS.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use unstuck_planning::generate::{BENCHMARKS, FIXED, Set};
use unstuck_fuzz::{assert_short, choice, seed, sow};
use unstuck_pddl::ground::{Grounded, Observer, ground};
use unstuck_pddl::sas::write_sas;
use unstuck_pddl::syntax::tree::Domain;
use unstuck_pddl::syntax::{parse_domain, parse_problem, print_problem};

/// A domain, and a problem of it.
static TASKS: LazyLock<Vec<(Domain, String)>> = LazyLock::new(|| {
    let benchmarks = BENCHMARKS.iter().filter_map(|benchmark| {
        let (set, index) = Set::parse("train-1")?;
        Some((benchmark.domain, benchmark.member(set, index)?.problem))
    });
    let fixed = FIXED.iter().map(|task| (task.domain, task.problem.to_owned()));
    let read = |(domain, problem): (&str, String)| Some((parse_domain(domain).ok()?.value, problem));
    benchmarks.chain(fixed).filter_map(read).collect()
});

/// Stops where an input would take seconds.
struct Small(usize);

impl Observer for Small {
    fn poll(&mut self, bytes: usize) -> bool {
        self.0 += 1;
        self.0 < 100 && bytes < 1 << 20
    }
}

fuzz_target!(
    init: {
        let seeds = TASKS.iter().zip(0..).map(|((_, problem), number)| seed(&[number], problem));
        sow(seeds.collect::<Vec<_>>());
    },
    |input: &[u8]| {
        let Some(([choice], text)) = choice(input) else { return };
        let (domain, _) = &TASKS[usize::from(*choice) % TASKS.len()];
        let problem = match parse_problem(text, domain) {
            Ok(parsed) => parsed.value,
            Err(error) => return assert_short(&error.to_string()),
        };
        let printed = print_problem(domain, &problem);
        match parse_problem(&printed, domain) {
            Ok(again) => assert_eq!(print_problem(domain, &again.value), printed),
            Err(error) => panic!("{printed:?} does not read back: {error}"),
        }
        if let Ok(Grounded::Task(task)) = ground(domain, &problem, &mut Small(0)) {
            assert!(task.operators.ids().all(|operator| !task.operators.effects(operator).is_empty()
                || task.operators.conditional_effects(operator).count() > 0));
            assert!(write_sas(&task, &mut std::io::sink()).is_ok());
        }
    }
);
