//! Job shops against their laws, published figures, and straightforward implementations.

#![allow(clippy::unwrap_used)]

use unstuck_core::domain::{Domain, GeneratorInfo, Settings};
use unstuck_core::instance::optimisation::{Bound, KeptRule, OptimisationInstance};
use unstuck_core::local_search::{self, Limits, Outcome, Parameters, Solve, solve};
use unstuck_core::optimisation::decision::{Rule, explain};
use unstuck_core::optimisation::{
    Construction, LowLevelHeuristics, Moves, Optimisation, Presented, conformance,
};
use unstuck_core::random::checksum;
use unstuck_job_shop::generate::{GENERATORS, generate};
use unstuck_job_shop::problem::JobShop;
use unstuck_job_shop::sets::{self, SETS};
use unstuck_job_shop::validate::validate;
use unstuck_job_shop::{
    Dynamic, Job, JobShopDomain, Objective, Schedule, Shop, Static, bounds, features, prove, rules, taillard,
    text,
};

fn settings(set: &[(&str, f64)]) -> Settings {
    set.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect()
}

fn named(generator: &str) -> &'static GeneratorInfo {
    GENERATORS.iter().find(|known| known.name == generator).unwrap()
}

fn made(generator: &str, set: &[(&str, f64)], number: u64) -> Shop {
    generate(named(generator), &settings(set), 1, number).unwrap()
}

/// With the objective that fits: tardiness if there are due dates, else the makespan.
fn due(shop: Shop) -> Shop {
    let objective = if shop.has_due_dates() { Objective::Tardiness } else { Objective::Makespan };
    shop.with_objective(objective).unwrap()
}

/// The costs of a rule on some instances.
fn costs<const ONLINE: bool>(problems: &[JobShop<ONLINE>], rule: &str) -> Vec<i64> {
    let (rules, mut kept) = (rules::read(rule).unwrap(), KeptRule::default());
    let cost = |problem: &JobShop<ONLINE>| {
        let bound = Bound::new(problem.clone(), features::tables(), "makespan");
        bound.construct(&rules, &mut kept).unwrap().cost.soft
    };
    problems.iter().map(cost).collect()
}

fn small(number: u64) -> Shop {
    made("random", &[("jobs", 4.0), ("machines", 3.0)], number)
}

fn set(name: &str) -> Vec<Shop> {
    sets::read(name).unwrap()
}

/// The instances in the standard format.
fn written(shops: &[Shop]) -> String {
    let lines = |shop: &Shop| text::line(shop).replace("; ", "\n");
    shops.iter().map(|shop| format!("instance {}\n{}\n", shop.name, lines(shop))).collect()
}

fn run(problem: &Static, algorithm: &str, rule: &str, effort: u64) -> Outcome<Schedule> {
    let parameters = Parameters::new(local_search::algorithm(algorithm).unwrap());
    let rules = rules::read(rule).unwrap();
    let limits = Limits { effort: Some(effort), seconds: None };
    let (parameters, observer) = (&parameters, &mut ());
    solve(Solve { problem, rules: &rules, parameters, seed: 1, limits, from: None, observer }).unwrap()
}

#[test]
fn the_laws_hold() {
    let rich: &[(&str, f64)] =
        &[("jobs", 6.0), ("machines", 4.0), ("tightness", 1.3), ("setup", 40.0), ("utilisation", 1.0)];
    let plain: &[(&str, f64)] = &[("jobs", 8.0), ("machines", 6.0)];
    let short: &[(&str, f64)] = &[("jobs", 6.0), ("machines", 4.0), ("low", 0.0), ("high", 3.0)];
    for (name, set) in
        [("random", rich), ("random", plain), ("random", short), ("flow", plain), ("workload", plain)]
    {
        let problem = Static::new(due(made(name, set, 0)));
        conformance::check(&problem, 1, 20_000).unwrap();
        conformance::check(&problem.with_delay(0.3), 2, 100).unwrap();
        let flow = made(name, set, 1).with_objective(Objective::FlowTime).unwrap();
        conformance::check(&Static::new(flow), 3, 500).unwrap();
    }
    let dynamic = made("dynamic", &[("jobs", 60.0), ("warm-up", 20.0), ("cool-down", 20.0)], 0);
    conformance::check(&Dynamic::new(due(dynamic)), 1, 0).unwrap();
}

#[test]
fn a_machine_may_be_visited_again() {
    let jobs = vec![
        Job::new(vec![(0, 3), (1, 2), (0, 4)]),
        Job::new(vec![(0, 2), (0, 5), (1, 1)]),
        Job::new(vec![(1, 4), (0, 1), (1, 6)]),
    ];
    let shop = Shop::new("again", 2, jobs, Objective::Makespan).unwrap();
    conformance::check(&Static::new(shop.clone()), 1, 5_000).unwrap();
    let proof = prove(&Static::new(shop.clone()), 10_000).unwrap();
    assert_eq!((proof.makespan, proof.optimal), (optimum(&shop), true));
}

#[test]
fn published_sets_are_complete_and_seeds_make_them() {
    // Checksums of the collection from which the data comes, with every time and machine.
    let sums = [
        ("ft", 3, 0x2847_26f6_decf_cc29),
        ("la", 40, 0x3480_1c8e_a8f9_e5f1),
        ("abz", 5, 0x0cab_43fa_d6e5_dda7),
        ("orb", 10, 0x8ba2_f4d6_351d_f2fa),
        ("ta", 80, 0x0068_172e_b949_d18a),
    ];
    assert_eq!(SETS.len(), sums.len());
    for (name, count, sum) in sums {
        let shops = set(name);
        assert_eq!((shops.len(), checksum(written(&shops).as_bytes())), (count, sum), "{name}");
        for shop in shops {
            let bound = bounds::lower_bound(&shop);
            assert!(Some(bound) <= shop.best_bound && shop.best_bound <= shop.best_known, "{}", shop.name);
        }
    }
}

#[test]
fn classic_rules_have_their_published_gaps() {
    let ta: Vec<Static> = set("ta").into_iter().map(Static::new).collect();
    for (rule, expected) in [("mwkr", 19.6), ("mopnr", 19.7), ("spt", 27.5)] {
        let ratio = |(cost, problem): (i64, &Static)| cost as f64 / problem.shop().best_known.unwrap() as f64;
        let gap = 100.0 * (costs(&ta, rule).into_iter().zip(&ta).map(ratio).sum::<f64>() / 80.0 - 1.0);
        assert!((gap - expected).abs() < 0.1, "{rule}: {gap}");
    }
}

/// Dispatching on a list of all operations: the schedule without delay by a priority of jobs, ties to the first job.
fn without_delay(shop: &Shop, priority: impl Fn(u32) -> i64) -> i64 {
    let mut next: Vec<u32> = (0..shop.jobs().len() as u32).map(|job| shop.route(job).start).collect();
    let mut ready: Vec<u32> = shop.jobs().iter().map(|job| job.release).collect();
    let mut free = vec![0; shop.machines() as usize];
    for _ in shop.operations() {
        let open = (0..next.len()).filter(|&job| next[job] < shop.route(job as u32).end);
        let start = |job: usize| ready[job].max(free[shop.operations()[next[job] as usize].machine as usize]);
        let chosen = open.min_by_key(|&job| (start(job), -priority(next[job]), job)).unwrap();
        let (start, operation) = (start(chosen), shop.operations()[next[chosen] as usize]);
        ready[chosen] = start + operation.time;
        free[operation.machine as usize] = start + operation.time;
        next[chosen] += 1;
    }
    shop.total(|job| ready[job as usize])
}

#[test]
fn queues_dispatch_as_a_list_of_operations_does() {
    for number in 0..5 {
        let shop = due(made(
            "random",
            &[("jobs", 9.0), ("machines", 7.0), ("utilisation", 1.2), ("tightness", 2.0)],
            number,
        ));
        let time = |operation: u32| -i64::from(shop.operations()[operation as usize].time);
        let date =
            |operation: u32| -i64::from(shop.jobs()[shop.operations()[operation as usize].job as usize].due);
        for (rule, expected) in [("spt", without_delay(&shop, time)), ("edd", without_delay(&shop, date))] {
            let cost = |problem: Static| costs(&[problem], rule)[0];
            assert_eq!(cost(Static::new(shop.clone()).with_delay(0.0)), expected);
            assert_eq!(cost(Static::new(shop.clone())), expected, "the rule excludes delay");
            assert_eq!(costs(&[Dynamic::new(shop.clone())], rule), [expected]);
        }
    }
}

/// The least cost, by trying all active schedules and more: any job may be next.
fn optimum(shop: &Shop) -> i64 {
    fn extend(shop: &Shop, next: &mut Vec<u32>, sequence: &mut Vec<u32>, best: &mut i64) {
        if sequence.len() == shop.operations().len() {
            *best = Schedule::of_sequence(shop, sequence).cost(shop).min(*best);
        }
        for job in 0..next.len() {
            if next[job] < shop.route(job as u32).end {
                sequence.push(next[job]);
                next[job] += 1;
                extend(shop, next, sequence, best);
                next[job] -= 1;
                sequence.pop();
            }
        }
    }
    let mut best = i64::MAX;
    let mut next: Vec<u32> = (0..shop.jobs().len() as u32).map(|job| shop.route(job).start).collect();
    extend(shop, &mut next, &mut Vec::new(), &mut best);
    best
}

#[test]
fn bounds_proofs_and_active_schedules_agree_with_enumeration() {
    for number in 0..6 {
        let shop = made("random", &[("jobs", 3.0), ("machines", 3.0)], number);
        let best = optimum(&shop);
        assert!(bounds::lower_bound(&shop) <= best);
        let problem = Static::new(shop);
        let proof = prove(&problem, 10_000).unwrap();
        assert_eq!((proof.makespan, proof.optimal), (best, true));
        // Some active schedule is optimal: enumerate the choices of the construction.
        fn construct(problem: &Static, partial: &<Static as Construction>::Partial, best: &mut i64) {
            let mut choices = Vec::new();
            let _ = problem.visit(partial, &mut |choice| {
                choices.push(choice);
                std::ops::ControlFlow::Continue(())
            });
            if choices.is_empty() {
                *best = problem.finished_cost(partial).soft.min(*best);
            }
            for choice in choices {
                let mut extended = partial.clone();
                problem.extend(&mut extended, choice);
                construct(problem, &extended, best);
            }
        }
        let mut active = i64::MAX;
        construct(&problem, &problem.start(&[]), &mut active);
        assert_eq!(active, best);
    }
}

#[test]
fn local_search_is_optimal_on_small_instances_of_every_objective() {
    let rich: &[(&str, f64)] =
        &[("jobs", 3.0), ("machines", 3.0), ("tightness", 1.1), ("setup", 30.0), ("utilisation", 2.0)];
    for number in 0..4 {
        for objective in Objective::ALL {
            let shop = made("random", rich, number).with_objective(objective).unwrap();
            let best = optimum(&shop);
            let found = run(&Static::new(shop), "iterated", "mwkr", 5_000_000);
            assert_eq!(found.cost.soft, best, "{objective:?} {number}");
        }
    }
}

#[test]
fn published_optima_are_found_and_proved() {
    let proved = set("ft").into_iter().take(1).chain(set("la").into_iter().take(2));
    for shop in proved {
        let best = shop.best_known;
        let proof = prove(&Static::new(shop), 100_000).unwrap();
        assert_eq!((Some(proof.makespan), proof.optimal), (best, true));
    }
    // The first flow shop of Taillard's paper, whose shortest permutation schedule has 1278.
    let flow = Shop::new("flow", 5, taillard::flow_shop(20, 5, 873_654_221), Objective::Makespan).unwrap();
    let first: Vec<u32> = flow.jobs().iter().map(|job| job.route[0].1).collect();
    assert_eq!(first[..10], [54, 83, 15, 71, 77, 36, 53, 38, 27, 87]);
    let found = run(&Static::new(flow), "iterated", "mwkr", 100_000_000);
    assert!((1_232..=1_297).contains(&found.cost.soft), "{}", found.cost);
}

#[test]
fn every_algorithm_is_repeatable_and_its_schedule_valid() {
    let shop = due(made("random", &[("jobs", 8.0), ("machines", 5.0), ("tightness", 1.2)], 3));
    for algorithm in ["construct", "restarts", "descent", "iterated", "anneal", "late_acceptance"] {
        let problem = Static::new(shop.clone());
        let (one, two) =
            (run(&problem, algorithm, "atc", 3_000_000), run(&problem, algorithm, "atc", 3_000_000));
        let mut written = String::new();
        problem.write(&one.solution, &mut written);
        assert_eq!(validate(&shop, &written), Ok(one.cost.soft), "{algorithm}");
        assert_eq!((one.cost, one.stats), (two.cost, two.stats), "{algorithm}");
    }
}

#[test]
fn a_dynamic_shop_counts_jobs_behind_the_warm_up_and_offers_no_local_search() {
    assert!(Dynamic::KINDS.is_empty() && Dynamic::HEURISTICS.is_empty());
    let mean = |utilisation: f64, rule: &str| {
        let set = [("jobs", 400.0), ("warm-up", 100.0), ("cool-down", 50.0), ("utilisation", utilisation)];
        let shop = due(made("dynamic", &set, 0));
        assert_eq!((shop.jobs().len(), shop.counted.clone()), (550, 100..500));
        costs(&[Dynamic::new(shop)], rule)[0] / 400
    };
    assert!(mean(0.7, "atc") < mean(0.9, "atc"));
    assert!(mean(0.9, "atc") < mean(0.9, "fifo"));
    let champion = JobShopDomain.champions().iter().find(|champion| champion.name == "tardiness").unwrap();
    assert!(mean(0.9, champion.text) < mean(0.9, "covert"));
    // Before its first arrival, nothing is known of a job; its number of jobs is never known.
    let shop = made("dynamic", &[("jobs", 30.0)], 0);
    let absent = Rule::new(&Dynamic::new(shop), &rules::read("jobs").unwrap()).err();
    assert_eq!(absent.unwrap(), "jobs");
}

#[test]
fn jobs_that_are_not_released_are_not_seen_online() {
    let mut jobs = vec![Job::new(vec![(0, 10)]), Job::new(vec![(0, 10)]), Job::new(vec![(0, 10)])];
    jobs[2].release = 9;
    let shop = Shop::new("late", 1, jobs, Objective::FlowTime).unwrap();
    let rule = rules::read("machine_work").unwrap();
    let problem = Dynamic::new(shop.clone());
    let mut bound = Rule::new(&problem, &rule).unwrap();
    let mut partial = problem.start(bound.features());
    let seen = |partial: &_, bound: &mut Rule<Dynamic>| explain(&problem, bound, partial)[0].value;
    assert_eq!(seen(&partial, &mut bound), 20.0);
    let (choice, _) = bound.choose(&problem, &partial).unwrap();
    problem.extend(&mut partial, choice);
    assert_eq!(seen(&partial, &mut bound), 20.0, "one is done, another has come");
    let problem = Static::new(shop);
    let mut bound = Rule::new(&problem, &rule).unwrap();
    assert_eq!(explain(&problem, &mut bound, &problem.start(&[]))[0].value, 30.0);
}

#[test]
fn decisions_online_do_not_depend_on_later_arrivals() {
    let shop = due(made("dynamic", &[("jobs", 80.0), ("utilisation", 0.95)], 0));
    let changed = 60;
    let mut jobs = shop.jobs().to_vec();
    jobs[changed..].iter_mut().for_each(|job| (job.route, job.weight) = (vec![(0, 500)], 9));
    let other = Shop::new("other", shop.machines(), jobs, Objective::Tardiness).unwrap();
    // Machines wait for some jobs.
    let rule = rules::read("weight/time - wait*weight/100").unwrap();
    let schedules = [shop, other].map(|shop| {
        let problem = Dynamic::new(shop);
        let mut partial = problem.start(&[]);
        Rule::new(&problem, &rule).unwrap().construct(&problem, &mut partial);
        (problem.finish(&partial), problem)
    });
    let arrival = schedules[0].1.shop().jobs()[changed].release;
    let [one, two] = schedules.map(|(schedule, problem)| {
        let starts = 0..problem.shop().route(changed as u32).start;
        let starts = starts.map(|operation| schedule.start(problem.shop(), operation));
        starts.map(|start| (start < arrival).then_some(start)).collect::<Vec<_>>()
    });
    assert_eq!(one, two);
    assert!(one.iter().flatten().count() > 200);
}

#[test]
fn a_step_is_explained_and_costs_have_parts() {
    let jobs = vec![Job::new(vec![(0, 3), (1, 2)]), Job::new(vec![(0, 2), (1, 4)])];
    let problem = Static::new(Shop::new("two", 2, jobs, Objective::Makespan).unwrap());
    let mut rule = Rule::new(&problem, &rules::read("mwkr").unwrap()).unwrap();
    let shown: Vec<(String, f64, bool)> = explain(&problem, &mut rule, &problem.start(&[]))
        .into_iter()
        .map(|choice| (choice.text, choice.value, choice.made))
        .collect();
    assert_eq!(
        shown,
        [
            ("operation 0.0 on machine 0 from 0 to 3".to_owned(), 5.0, false),
            ("operation 1.0 on machine 0 from 0 to 2".to_owned(), 6.0, true),
        ]
    );
    let found = run(&problem, "construct", "mwkr", 0);
    let parts: Vec<(String, i64)> =
        problem.components(&found.solution).into_iter().map(|part| (part.name, part.cost.soft)).collect();
    let expected = [
        ("job 1 on machine 0 from 0 to 2", 2),
        ("job 1 on machine 1 from 2 to 6", 4),
        ("job 0 on machine 1 from 6 to 8", 2),
    ];
    assert_eq!(parts, expected.map(|(name, cost)| (name.to_owned(), cost)));
    let bars = found.solution.gantt(problem.shop());
    let shown: Vec<_> =
        bars[1].iter().map(|bar| (bar.job, bar.operation, bar.start, bar.end, bar.critical)).collect();
    assert_eq!(shown, [(1, 1, 2, 6, true), (0, 1, 6, 8, true)]);
}

#[test]
fn texts_of_all_formats_say_the_same() {
    let expected = vec![Job::new(vec![(0, 3), (1, 2)]), Job::new(vec![(1, 4), (0, 5)])];
    for written in [
        "2 2\n0 3 1 2\n1 4 0 5\n",
        "# a comment\ninstance a\nbest 9\n2 2\n0 3 1 2 # job 0\n\n1 4 0 5\n",
        " instance a\n +++++\n Someone 2x2 instance\n 2 2\n 0 3 1 2\n 1 4 0 5\n +++++\n",
        "Nb of jobs, Nb of Machines, Time seed, Machine seed, Upper bound, Lower bound\n2 2 11 12 9 9\nTimes\n3 2\n4 5\nMachines\n1 2\n2 1\n",
        "2 2; 0 3 1 2; 1 4 0 5",
        "job,machine,time\n0,0,3\n0,1,2\n1,1,4\n1,0,5\n",
        "job,operation,machine,time\na,1,saw,3\na,2,drill,2\nb,1,drill,4\nb,2,saw,5\n",
    ] {
        let read = text::read(written, "test").unwrap();
        assert_eq!((read.len(), read[0].jobs(), read[0].machines()), (1, &*expected, 2), "{written}");
    }
    let mut rich = made(
        "random",
        &[("jobs", 3.0), ("machines", 2.0), ("tightness", 2.0), ("setup", 9.0), ("utilisation", 1.0)],
        0,
    );
    rich.counted = 1..3;
    let all = [rich, small(1), made("dynamic", &[("jobs", 5.0)], 0), set("ta").remove(0)];
    assert_eq!(text::read(&written(&all), "").unwrap(), all);
    for shop in &all {
        let line = text::line(shop);
        let mut again = text::read(&line, &shop.name).unwrap();
        assert_eq!((again.remove(0), again.len(), line.contains('\n')), (shop.clone(), 0, false));
    }
    let table = text::read("job,machine,time,due,weight\n0,0,3,7,2\n0,1,2,,\n", "x").unwrap();
    assert_eq!((table[0].jobs()[0].due, table[0].jobs()[0].weight), (7, 2));
}

#[test]
fn files_are_split_into_instances_and_recognised() {
    let standard = written(&set("ft"));
    let library = " Some 82 instances, 1 paragraph\n +++++\n instance a\n +++++\n A 1x1 instance\n 1 1\n 0 3\n \
                    +++++\n instance b\n +++++\n B 1x1 instance\n 1 1\n 0 4\n +++++\n EOF +++++\n";
    let lines = "# two\n1 1; 0 3\n\n1 1; 0 4\n";
    for (file, starts) in
        [(&*standard, vec![1, 11, 25]), (library, vec![1, 8]), (lines, vec![2, 4]), ("1 1\n0 3\n", vec![1])]
    {
        let pieces = text::pieces(file);
        assert_eq!(pieces.iter().map(|(row, _)| *row).collect::<Vec<_>>(), starts, "{file}");
        for (_, piece) in pieces {
            assert_eq!(text::read(piece, "").map(|read| read.len()), Ok(1), "{piece}");
            assert!(text::is_recognised(piece), "{piece}");
        }
    }
    assert!(text::is_recognised("2 2; 0 3 1; 1 4 0 5"), "an error says what is wrong");
    for other in ["150: 42 69 67", "1 3 0 2", "1 2 3 4 5 6 7 8 0", "120\n150\n42\n", "a b; c", "", "1; 2"] {
        assert!(!text::is_recognised(other), "{other}");
    }
}

#[test]
fn wrong_texts_are_refused_with_their_place() {
    let refused = |written: &str| text::read(written, "test").unwrap_err().to_string();
    assert_eq!(refused(" \n"), "the text is empty");
    assert!(refused("2 2\n0 3 1 2\n").starts_with("1 of 2 lines of jobs are missing"));
    assert!(refused("2 2\n0 3 1\n").starts_with("line 2, column 1: job 0 has a machine without a time"));
    assert!(refused("2 2\n0 3 1 x\n").starts_with("line 2, column 1: expected a number, found 'x'"));
    assert!(refused("1 2\n0 3 2 2\n").contains("job 0 needs machine 2 (machines are numbered from 0 to 1)"));
    assert!(refused("1 2\n0 3 1 -2\n").contains("found '-2'"));
    assert!(refused("bets 4\n1 1\n0 3\n").contains("line 1, column 1: 'bets' is not known here"));
    assert!(refused("objective fun\n").contains("write makespan, tardiness or flow"));
    assert!(refused("objective tardiness\n1 1\n0 3\n").contains("job 0 has no due date"));
    assert!(refused("1 1\n0 2000000000\n").contains("add up to more than"));
    assert!(refused("a,b\n1,2\n").contains("write job,machine,time"));
    assert!(refused("4294967295 4294967295\n0 1\n").contains("missing"));
}

#[test]
fn solutions_are_checked_by_reader_and_validator() {
    let shop = text::read("2 2\n0 3 1 2\n1 4 0 5\n", "test").unwrap().remove(0);
    let problem = Static::new(shop);
    assert_eq!(problem.validate("0: 0.0@0 1.1@4\n1: 1.0@0 0.1@4\n").map(|cost| cost.soft), Ok(9));
    assert_eq!(problem.validate("0: 0.0@1 1.1@5\n1: 1.0@0 0.1@4\n").map(|cost| cost.soft), Ok(10));
    assert_eq!(problem.cost(&problem.read("1: 1.0 0.1\n0: 0.0 1.1\n").unwrap()).soft, 9);
    for (wrong, message) in [
        ("0: 0.0@0\n1: 1.0@0 0.1@4\n", "operation 1.1 is missing"),
        (
            "0: 0.0@0 1.1@4\n1: 1.0@0 0.1@3\n",
            "line 2: operation 0.1 starts at 3, but machine 1 is not ready before 4",
        ),
        ("0: 0.0@0 1.1@3\n1: 1.0@0 0.1@4\n", "operation 1.1 starts at 3, but its job is not ready before 4"),
        ("0: 0.0@0 0.1@4\n", "line 1: operation 0.1 belongs to machine 1"),
        ("0: 0.0@0 0.0@4\n", "line 1: operation 0.0 is there twice"),
        ("0: 0.0@0\n0: 1.1@0", "line 2: machine 0 has a line already"),
        ("0: 0.2@0\n", "line 1: there is no operation 0.2"),
        ("7: 0.0@0\n", "line 1: there is no machine 7"),
        ("x: 0.0@0\n", "line 1: 'x' is not a machine"),
    ] {
        assert_eq!(problem.validate(wrong).unwrap_err(), message);
    }
    for wrong in ["0: 0.0\n", "0: 0.0 0.0\n", "0: 1.0", "9: 0.0", "0 0.0", "0: 0.9", "0: x"] {
        assert!(problem.read(wrong).is_err(), "{wrong}");
    }
    let circle = problem.read("0: 1.1 0.0\n1: 0.1 1.0\n").unwrap_err().to_string();
    assert_eq!(circle, "the orders of the machines make operations wait for each other");
}

#[test]
fn generators_take_their_parameters_and_refuse_others() {
    for generator in GENERATORS {
        let is_mixed = generator.name == "mixture";
        let size = if is_mixed { Settings::new() } else { settings(&[("jobs", 7.0), ("machines", 3.0)]) };
        let shop = generate(generator, &size, 5, 0).unwrap();
        assert_eq!(shop.machines(), if is_mixed { 15 } else { 3 }, "{}", generator.name);
        assert_eq!(shop, generate(generator, &size, 5, 0).unwrap());
        assert_ne!(shop.jobs(), generate(generator, &size, 5, 1).unwrap().jobs());
        assert_eq!(shop.is_flow_shop(), generator.name.contains("flow"));
    }
    let refused =
        |set: &[(&str, f64)]| generate(named("random"), &settings(set), 1, 0).unwrap_err().to_string();
    assert!(refused(&[("job", 1.0)]).contains("did you mean 'jobs'?"));
    assert!(refused(&[("jobs", 0.0)]).contains("from 1 to 100000"));
    assert!(refused(&[("low", 9.0), ("high", 8.0)]).contains("the range of times is empty"));
    // Arrivals keep the machines busy for the part of the time that was asked for.
    let shop = made("dynamic", &[("jobs", 4_000.0), ("utilisation", 0.9)], 0);
    let work: f64 = shop.jobs().iter().map(|job| job.work() as f64).sum();
    let busy = work / 10.0 / f64::from(shop.jobs().last().unwrap().release);
    assert!((busy - 0.9).abs() < 0.04, "{busy}");
}
