//! Small fixed tasks for what the benchmarks do not use: conditional effects, derived predicates, quantifiers and
//! disjunctions, action costs.

mod texts;

/// A task with a plan.
#[derive(Debug, Clone, Copy)]
pub struct Fixed {
    /// The name of the PDDL domain.
    pub name: &'static str,
    /// What the task is for.
    pub summary: &'static str,
    /// The domain definition.
    pub domain: &'static str,
    /// The problem definition.
    pub problem: &'static str,
    /// A plan of least cost, one step a line.
    pub plan: &'static str,
    /// The cost of the plan: its number of steps if the task has no costs.
    pub cost: u64,
}

/// All of them.
pub const FIXED: &[Fixed] = &[
    Fixed {
        name: "briefcase",
        summary: "universal and conditional effects: a briefcase moves with everything in it",
        domain: texts::BRIEFCASE,
        problem: texts::BRIEFCASE_TASK,
        plan: texts::BRIEFCASE_PLAN,
        cost: 6,
    },
    Fixed {
        name: "lights",
        summary: "conditional effects that toggle: each switch flips its neighbours",
        domain: texts::LIGHTS,
        problem: texts::LIGHTS_TASK,
        plan: texts::LIGHTS_PLAN,
        cost: 3,
    },
    Fixed {
        name: "network",
        summary: "derived predicates: stations have power through closed switches",
        domain: texts::NETWORK,
        problem: texts::NETWORK_TASK,
        plan: texts::NETWORK_PLAN,
        cost: 5,
    },
    Fixed {
        name: "gallery",
        summary: "quantified, disjunctive and negative conditions: guards and paintings",
        domain: texts::GALLERY,
        problem: texts::GALLERY_TASK,
        plan: texts::GALLERY_PLAN,
        cost: 6,
    },
    Fixed {
        name: "tolls",
        summary: "action costs: the way with fewer roads is dearer",
        domain: texts::TOLLS,
        problem: texts::TOLLS_TASK,
        plan: texts::TOLLS_PLAN,
        cost: 7,
    },
];
