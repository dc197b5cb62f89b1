//! Small tasks of our own, one for each part of the language: heuristics are audited on them.

use unstuck_core::domain::{Ids, InstanceSet};

/// Name, domain and problem of each.
const TASKS: &[(&str, &str, &str)] = &[
    ("gripper", include_str!("tasks/gripper.pddl"), include_str!("tasks/gripper-1.pddl")),
    ("blocksworld", include_str!("tasks/blocksworld.pddl"), include_str!("tasks/blocksworld-1.pddl")),
    ("luggage", include_str!("tasks/luggage.pddl"), include_str!("tasks/luggage-1.pddl")),
    ("pipes", include_str!("tasks/pipes.pddl"), include_str!("tasks/pipes-1.pddl")),
    ("courier", include_str!("tasks/courier.pddl"), include_str!("tasks/courier-1.pddl")),
    ("bakery", include_str!("tasks/bakery.pddl"), include_str!("tasks/bakery-1.pddl")),
];

/// The set of small tasks, one for each feature of the language.
pub const SETS: &[InstanceSet] = &[InstanceSet {
    name: "pddl-small",
    about: "small planning tasks of our own: actions, conditional effects, axioms, costs, interchangeable objects",
    ids: || Ids::Names(TASKS.iter().map(|task| task.0.to_owned()).collect()),
    text: |name| {
        let (_, domain, problem) = TASKS.iter().find(|task| task.0 == name)?;
        Some(format!("{domain}\n{problem}"))
    },
}];
