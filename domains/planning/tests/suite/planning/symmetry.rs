//! Interchangeable objects: fewer successors, the same costs.

use super::tasks::{bakery, gripper};
use super::{read, solve};

#[test]
fn fewer_states_and_the_same_cost() {
    let (mut with, mut without) = (0, 0);
    for (domain, problem) in [bakery(4, 3, 2), bakery(6, 2, 2), bakery(2, 4, 1), gripper(4, 2)] {
        let run = |symmetry: &str| {
            let solution = solve(&*read(&domain, &problem, &[("symmetry", symmetry)]), "astar", "zero");
            (solution.cost, solution.stats.generated)
        };
        let (on, off) = (run("on"), run("off"));
        assert_eq!(on.0, off.0);
        with += on.1;
        without += off.1;
    }
    // In single searches the order among equals may outweigh what is left out.
    assert!(2 * with < without, "{with} of {without}");
}

/// Millions of operators would be applicable; the first of each kind suffices.
#[test]
fn a_root_of_many_symmetric_operators() {
    let (domain, problem) = bakery(12, 12, 3);
    let instance = read(&domain, &problem, &[]);
    let request = {
        let mut request = instance.request("astar", "zero").unwrap();
        request.parameters.limits.expanded = Some(1);
        request
    };
    // One way to bake, and two bowls to wash, of which one is tidy.
    let found = instance.solve(&request, &mut ()).unwrap();
    assert_eq!(found.stats.generated, 3);
    let applicable = instance.table().index("applicable").unwrap();
    assert_eq!(instance.values()[usize::from(applicable)], Some(12.0 * 12.0 + 2.0));
}

#[test]
fn other_values_are_refused() {
    let (domain, problem) = bakery(1, 1, 1);
    let domain = unstuck_planning::pddl_domain::PddlDomain::read(&domain).unwrap();
    let settings = [("symmetry".to_owned(), "perhaps".to_owned())].into();
    let error = unstuck_core::domain::read_search(&*domain, &problem, None, &settings).err().unwrap();
    assert_eq!(error.to_string(), "'perhaps' is no value for symmetry (it is on or off)");
}
