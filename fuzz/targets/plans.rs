//! Plans for the validators of all domains, one move a line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use unstuck_core::instance::{Instance, Job};
use unstuck_core::registry::{self, Settings};
use unstuck_fuzz::{assert_short, choice, members, seed, sow};

/// A few instances of every set, in all metrics.
static INSTANCES: LazyLock<Vec<Box<dyn Instance>>> = LazyLock::new(|| {
    let sets = registry::domains()
        .into_iter()
        .flat_map(|domain| domain.info().sets.iter().map(move |set| (domain, set)));
    sets.flat_map(|(domain, set)| {
        let metrics = domain.info().metrics.iter();
        members(set, 2).into_iter().flat_map(move |text| {
            let read = |&(metric, _): &(&str, &str)| {
                registry::read(domain, &text, Some(metric), &Settings::new()).ok()
            };
            metrics.clone().filter_map(read).collect::<Vec<_>>()
        })
    })
    .collect()
});

fuzz_target!(
    init: {
        let solved = INSTANCES.iter().enumerate().filter_map(|(number, instance)| {
            let mut job = Job::new("greedy", instance.ranges().first()?.0);
            job.limits.expanded = Some(100_000);
            let plan = instance.solve(&job, &mut ()).ok()?.plan;
            Some(seed(&[u8::try_from(number).ok()?], &plan.join("\n")))
        });
        sow(solved.collect::<Vec<_>>());
    },
    |input: &[u8]| {
        let Some(([choice], text)) = choice(input) else { return };
        let instance = &INSTANCES[usize::from(*choice) % INSTANCES.len()];
        let plan: Vec<String> = text.lines().map(str::to_owned).collect();
        match instance.replay(&plan) {
            Ok(replay) => {
                assert_eq!(replay.frames.len(), plan.len() + 1);
                assert!(replay.length(instance.metric()).is_some());
            }
            Err(error) => assert_short(&error.to_string()),
        }
    }
);
