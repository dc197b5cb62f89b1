//! Plans for the validators of all domains, one move a line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use unstuck_core::domain::{self, Settings};
use unstuck_core::instance::SearchInstance;
use unstuck_core::registry;
use unstuck_fuzz::{assert_short, choice, members, seed, sow};

/// A few instances of every set, in all metrics.
static INSTANCES: LazyLock<Vec<Box<dyn SearchInstance>>> = LazyLock::new(|| {
    let mut instances = Vec::new();
    for domain in registry::domains() {
        let info = domain.info();
        for text in info.sets.iter().flat_map(|set| members(set, 2)) {
            let read = |metric| domain::read_search(&*domain, &text, Some(metric), &Settings::new()).ok();
            instances.extend(info.metric_names().filter_map(read));
        }
    }
    instances
});

fuzz_target!(
    init: {
        let solved = INSTANCES.iter().enumerate().filter_map(|(number, instance)| {
            let mut request = instance.request("greedy", "zero").ok()?;
            request.parameters.limits.expanded = Some(2_000);
            let mut plan = instance.solve(&request, &mut ()).ok()?.plan;
            // Longer ones teach nothing more, and every input would take as long as they do.
            plan.truncate(40);
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
                assert!(replay.length(&instance.metric()).is_some());
            }
            Err(error) => assert_short(&error.to_string()),
        }
    }
);
