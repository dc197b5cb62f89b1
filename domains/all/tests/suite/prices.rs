//! Features have their prices in effort.

use crate::installed as registry;
use unstuck_core::domain::{self, Settings};

/// Effort of a search by A*, and its evaluations.
fn effort(set: &str, member: &str, heuristic: &str) -> (u64, u64) {
    let (domain, set) = registry::set(set).unwrap();
    let text = (set.text)(member).unwrap();
    let settings = Settings::new();
    let instance = domain::read_search(&*domain, &text, None, &settings).unwrap();
    let mut request = instance.request("astar", heuristic).unwrap();
    request.parameters.limits.expanded = Some(200);
    let stats = instance.solve(&request, &mut ()).unwrap().stats;
    (stats.effort, stats.evaluated)
}

#[test]
fn effort_counts_the_prices_of_features() {
    let (free, evaluated) = effort("jam", "39", "0*zero");
    let beyond = |heuristic: &str| {
        let (effort, same) = effort("jam", "39", heuristic);
        assert_eq!(same, evaluated, "{heuristic}");
        (effort - free) / evaluated
    };
    assert_eq!((beyond("0*blockers"), beyond("0*blockers_deep"), beyond("0*hybrid")), (0, 300, 220));
    assert_eq!(beyond("0*blockers_deep + 0*hybrid + 0*blockers_deep"), 520);
    // These two are computed together.
    assert_eq!(beyond("0*goal_distance + 0*hybrid"), 220);
    let (free, evaluated) = effort("korf", "88", "0*zero");
    assert_eq!(effort("korf", "88", "0*walking_distance"), (free + 280 * evaluated, evaluated));
}
