//! Random walks through larger tasks: invariants, statics and successors hold far from the initial state.

use crate::lockstep::Lockstep;
use crate::tasks::{named, task};
use unstuck_pddl::interpret::Interpreter;

#[test]
fn long_walks() {
    for (name, seed) in
        [("logistics", 1_u64), ("blocks", 2), ("ferry", 3), ("cases", 4), ("lift", 5), ("freight", 6)]
    {
        let (domain, problem) = named(name);
        let task = task(&domain, &problem);
        let lockstep = Lockstep { interpreter: Interpreter::new(&domain, &problem), task: &task };
        let mut state = lockstep.interpreter.initial();
        let mut random = seed;
        for _ in 0..300 {
            let mut successors = lockstep.compare(&state);
            if successors.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state = successors.swap_remove((random >> 33) as usize % successors.len());
        }
    }
}
