//! The built-in planning benchmarks: every text is well-formed, every constructed plan valid, every member fixed.

use std::collections::HashSet;
use unstuck_core::random::checksum;
use unstuck_pddl::ground::{Grounded, ground};
use unstuck_pddl::interpret::Interpreter;
use unstuck_pddl::syntax::tree::{Domain, Problem};
use unstuck_pddl::syntax::{Parsed, parse_domain, parse_problem};
use unstuck_pddl::validate::{Outcome, parse_plan, validate};
use unstuck_planning::generate::{BENCHMARKS, Benchmark, FIXED, Generated, Set, benchmark};

fn slow() -> bool {
    std::env::var_os("UNSTUCK_SLOW").is_some()
}

fn parse(domain: &str, problem: &str) -> (Domain, Problem) {
    let Parsed { value: domain, warnings } = parse_domain(domain).unwrap();
    assert_eq!(warnings, []);
    let Parsed { value: problem, warnings } = parse_problem(problem, &domain).unwrap();
    assert_eq!(warnings, []);
    (domain, problem)
}

/// Checks a task and its plan, which must not be empty because the goal does not hold at first.
fn check(domain: &str, problem: &str, plan: &str) -> u64 {
    let (domain, problem) = parse(domain, problem);
    let interpreter = Interpreter::new(&domain, &problem);
    assert!(!interpreter.is_goal(&interpreter.world(&interpreter.initial())), "the goal holds at first");
    let steps = parse_plan(plan, &domain, &problem).unwrap();
    let report = validate(&domain, &problem, &steps);
    assert_eq!(report.outcome, Outcome::Valid);
    report.cost
}

/// Number of ground operators.
fn operators(domain: &str, problem: &str) -> usize {
    let (domain, problem) = parse(domain, problem);
    match ground(&domain, &problem, &mut ()).unwrap() {
        Grounded::Task(task) => task.operators.len(),
        Grounded::Unreachable => panic!("the goal is unreachable"),
    }
}

/// All members, or the first, the middle and the last of each set.
fn members() -> impl Iterator<Item = (&'static Benchmark, Set, usize)> {
    BENCHMARKS.iter().flat_map(|benchmark| {
        Set::ALL.into_iter().flat_map(move |set| {
            let last = set.members();
            let some = [1, last / 2, last];
            (1..=last)
                .filter(move |index| slow() || some.contains(index))
                .map(move |index| (benchmark, set, index))
        })
    })
}

#[test]
fn constructed_plans_are_valid() {
    for (benchmark, set, index) in members() {
        let Generated { problem, plan } = benchmark.member(set, index).unwrap();
        println!("{}:{}-{index}: {} steps", benchmark.name, set.name(), plan.len());
        assert!(!plan.is_empty());
        check(benchmark.domain, &problem, &plan.join("\n"));
    }
}

#[test]
fn small_members_have_operators() {
    for benchmark in BENCHMARKS {
        for (set, index) in [(Set::Train, 1), (Set::Train, 99), (Set::Easy, 1), (Set::Easy, 30)] {
            let Generated { problem, plan } = benchmark.member(set, index).unwrap();
            let operators = operators(benchmark.domain, &problem);
            assert!(operators > 0, "{}:{}-{index}", benchmark.name, set.name());
            assert!(plan.len() < 100 * operators);
        }
    }
}

#[test]
fn members_never_change() {
    let sums: Vec<String> = members()
        .filter(|&(_, set, index)| set != Set::Hard && (index == 1 || index == set.members()))
        .map(|(benchmark, set, index)| {
            let Generated { problem, plan } = benchmark.member(set, index).unwrap();
            let sum = checksum((problem + &plan.join("\n")).as_bytes());
            format!("{}:{}-{index} {sum:016x}", benchmark.name, set.name())
        })
        .collect();
    insta::assert_snapshot!(sums.join("\n"));
}

#[test]
fn members_differ() {
    for benchmark in BENCHMARKS {
        let mut seen = HashSet::new();
        for set in [Set::Train, Set::Easy, Set::Medium] {
            for index in 1..=set.members() {
                let made = benchmark.member(set, index).unwrap();
                assert!(seen.insert(made.problem), "{}:{}-{index}", benchmark.name, set.name());
            }
        }
    }
}

#[test]
fn sizes_are_those_of_the_sets() {
    for benchmark in BENCHMARKS {
        let sizes = benchmark.sizes;
        for set in Set::ALL {
            let (least, most) = sizes.of(set);
            let of_members: Vec<usize> =
                (1..=set.members()).map(|index| sizes.member(set, index).unwrap()).collect();
            assert!(of_members.is_sorted());
            assert_eq!((of_members[0], of_members[set.members() - 1]), (least, most));
            assert!(sizes.any.0 <= least && most <= sizes.any.1);
            assert_eq!((sizes.member(set, 0), sizes.member(set, set.members() + 1)), (None, None));
        }
        assert!(
            sizes.train.1 <= sizes.easy.1 && sizes.easy.1 <= sizes.medium.1 && sizes.medium.1 <= sizes.hard.1
        );
    }
    let ranges = |name: &str| {
        let sizes = benchmark(name).unwrap().sizes;
        [sizes.easy, sizes.medium, sizes.hard]
    };
    assert_eq!(ranges("blocksworld"), [(5, 30), (35, 150), (160, 500)]);
    assert_eq!(ranges("childsnack"), [(4, 10), (15, 40), (50, 300)]);
    assert_eq!(ranges("ferry"), [(2, 20), (10, 100), (200, 1_000)]);
    assert_eq!(ranges("floortile"), [(1, 3), (4, 15), (15, 35)]);
    assert_eq!(ranges("miconic"), [(1, 10), (20, 80), (50, 500)]);
    assert_eq!(ranges("rovers"), [(1, 4), (5, 10), (15, 30)]);
    assert_eq!(ranges("satellite"), [(3, 10), (15, 40), (50, 100)]);
    assert_eq!(ranges("sokoban"), [(8, 13), (20, 50), (60, 100)]);
    assert_eq!(ranges("spanner"), [(1, 10), (30, 90), (100, 500)]);
    assert_eq!(ranges("transport"), [(3, 6), (10, 20), (30, 50)]);
}

#[test]
fn sizes_count_what_they_say() {
    for benchmark in BENCHMARKS {
        for (set, index) in Set::ALL.into_iter().flat_map(|set| [(set, 1), (set, 2), (set, set.members())]) {
            let size = benchmark.sizes.member(set, index).unwrap();
            let (domain, problem) = parse(benchmark.domain, &benchmark.member(set, index).unwrap().problem);
            let counted = match benchmark.name {
                "sokoban" | "visitall" => columns(&problem),
                _ => {
                    let unit = benchmark.unit.trim_end_matches("ren").trim_end_matches('s');
                    let unit = domain.types.find(unit);
                    problem.objects.iter().filter(|object| object.types.contains(&unit.unwrap())).count()
                }
            };
            assert_eq!(counted, size, "{}:{}-{index}", benchmark.name, set.name());
        }
    }
}

/// The largest column of the cells of a maze.
fn columns(problem: &Problem) -> usize {
    let cells = problem.objects.iter().filter_map(|object| object.name.strip_prefix("cell"));
    cells.map(|cell| cell.split('-').next().unwrap().parse().unwrap()).max().unwrap()
}

#[test]
fn other_sizes_follow_the_seed() {
    for benchmark in BENCHMARKS {
        let (least, most) = benchmark.sizes.any;
        let seeds = if slow() { 200 } else { 3 };
        for (size, seed) in (least..=least + 4).flat_map(|size| (0..seeds).map(move |seed| (size, seed))) {
            let made = benchmark.generate(size, seed, 0).unwrap();
            check(benchmark.domain, &made.problem, &made.plan.join("\n"));
            assert_eq!(benchmark.generate(size, seed, 0), Ok(made));
        }
        let size = benchmark.sizes.easy.1;
        assert_ne!(benchmark.generate(size, 7, 0), benchmark.generate(size, 8, 0));
        assert_ne!(benchmark.generate(size, 7, 0), benchmark.generate(size, 7, 1));
        assert!(benchmark.generate(least - 1, 7, 0).is_err() && benchmark.generate(most + 1, 7, 0).is_err());
    }
    let refused = benchmark("ferry").unwrap().generate(0, 1, 0).unwrap_err();
    assert_eq!(refused.to_string(), "ferry has 1 to 4000 cars, not 0");
}

#[test]
fn member_names_are_read() {
    assert_eq!(Set::parse("train-99"), Some((Set::Train, 99)));
    for wrong in ["train-0", "train-100", "easy-31", "easy", "easy-", "huge-1", "Easy-1"] {
        assert_eq!(Set::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn fixed_tasks_have_plans_of_least_cost() {
    for task in FIXED {
        println!("{}", task.name);
        assert_eq!(check(task.domain, task.problem, task.plan), task.cost);
        assert!(operators(task.domain, task.problem) > 0);
        assert_eq!(min_cost(task.domain, task.problem), Some(task.cost));
    }
}

/// The least cost of any plan, by Dijkstra's algorithm over the interpreter's states.
fn min_cost(domain: &str, problem: &str) -> Option<u64> {
    use std::cmp::Reverse;
    let (domain, problem) = parse(domain, problem);
    let interpreter = Interpreter::new(&domain, &problem);
    let mut queue = std::collections::BinaryHeap::from([Reverse((0, interpreter.initial()))]);
    let mut closed = HashSet::new();
    while let Some(Reverse((cost, state))) = queue.pop() {
        if interpreter.is_goal(&interpreter.world(&state)) {
            return Some(cost);
        }
        if closed.insert(state.clone()) {
            let successors = interpreter.successors(&state).into_iter();
            queue.extend(
                successors.map(|(action, next)| Reverse((cost + interpreter.cost(&action).unwrap(), next))),
            );
        }
    }
    None
}
