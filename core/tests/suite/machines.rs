//! An optimisation problem as a newcomer writes it: jobs on equal machines, the last one to finish as early as possible.
//! All laws hold on it, and all algorithms solve it.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};
use unstuck_core::error::{LONGEST, ParseError};
use unstuck_core::feature::{FeatureTable, infos, number, up_to};
use unstuck_core::instance::Instance;
use unstuck_core::instance::optimisation::{Bound, KeptRule, OptimisationInstance, SolveRequest};
use unstuck_core::language::Decisions;
use unstuck_core::local_search::{
    self, ALGORITHMS, Improvement, Limits, Observer, Outcome, Parameters, Solve, Stats, solve,
};
use unstuck_core::optimisation::decision::{ChoiceFeature, Featured, Rule, explain};
use unstuck_core::optimisation::{
    Component, Construction, Cost, Measure, MoveKind, Moves, Optimisation, Presented, Ruin, conformance,
};
use unstuck_core::puzzle::Picture;
use unstuck_core::random::{RngExt, Stream, stream};
use unstuck_core::search::Limit;
use unstuck_core::view::Board;

/// Lengths of the jobs, and the number of machines.
#[derive(Clone)]
struct Machines {
    jobs: Vec<u32>,
    machines: usize,
}

/// The machine of each job; `NONE` while it has none.
type Plan = Vec<usize>;

const NONE: usize = usize::MAX;

impl Presented for Machines {
    fn text(&self) -> String {
        format!("{}: {:?}", self.machines, self.jobs)
    }
    fn size(&self) -> usize {
        self.jobs.len()
    }
    fn picture(&self, _: Option<&Plan>) -> Picture {
        Picture::default()
    }
    fn view(&self, _: Option<&Plan>) -> Board {
        Board::text(self.text())
    }
    fn components(&self, plan: &Plan) -> Vec<Component> {
        let component = |(machine, load): (usize, i64)| Component {
            name: format!("machine {machine}"),
            cost: Cost::soft(load),
        };
        self.loads(plan).into_iter().enumerate().map(component).collect()
    }
}

impl Machines {
    fn random(jobs: usize, machines: usize) -> Self {
        let mut random = stream(1, "machines", &[]);
        Self { jobs: (0..jobs).map(|_| random.random_range(10..100)).collect(), machines }
    }

    fn loads(&self, plan: &Plan) -> Vec<i64> {
        let mut loads = vec![0; self.machines];
        for (job, &machine) in plan.iter().enumerate().filter(|(_, machine)| **machine != NONE) {
            loads[machine] += i64::from(self.jobs[job]);
        }
        loads
    }
}

impl Optimisation for Machines {
    type Solution = Plan;
    type Scratch = ();

    fn scratch(&self) {}
    fn cost(&self, plan: &Plan) -> Cost {
        Cost::soft(*self.loads(plan).iter().max().unwrap())
    }
    fn guide(&self, plan: &Plan) -> i64 {
        self.loads(plan).iter().map(|load| load * load).sum()
    }
    fn lower_bound(&self) -> Option<Cost> {
        let sum: i64 = self.jobs.iter().map(|&job| i64::from(job)).sum();
        Some(Cost::soft((sum + self.machines as i64 - 1) / self.machines as i64))
    }
    fn write(&self, plan: &Plan, out: &mut String) {
        plan.iter().for_each(|machine| *out += &format!("{machine} "));
    }
    fn read(&self, text: &str) -> Result<Plan, ParseError> {
        let machine = |word: &str| word.parse().ok().filter(|machine| *machine < self.machines);
        let plan: Option<Plan> = text.split_whitespace().map(machine).collect();
        let complete = plan.filter(|plan| plan.len() == self.jobs.len());
        complete.ok_or_else(|| ParseError::new("not a machine for every job"))
    }
    fn validate(&self, text: &str) -> Result<Cost, String> {
        let mut ends = vec![0; self.machines];
        for (job, word) in text.split_whitespace().enumerate() {
            let machine = word.parse::<usize>().map_err(|_| format!("'{word}' is not a machine"))?;
            ends[machine] += self.jobs[job];
        }
        Ok(Cost::soft(ends.into_iter().max().unwrap_or(0).into()))
    }
}

impl Construction for Machines {
    type Partial = Plan;
    /// The next job on this machine.
    type Choice = usize;

    fn start(&self, _features: &[u16]) -> Plan {
        vec![NONE; self.jobs.len()]
    }
    fn visit(&self, plan: &Plan, each: &mut impl FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        let loads = self.loads(plan);
        for machine in 0..self.machines {
            // Machines with the same load are one choice.
            if plan.contains(&NONE) && !loads[..machine].contains(&loads[machine]) {
                each(machine)?;
            }
        }
        ControlFlow::Continue(())
    }
    fn extend(&self, plan: &mut Plan, machine: usize) {
        let job = plan.iter().position(|&machine| machine == NONE).unwrap();
        plan[job] = machine;
    }
    fn finish(&self, plan: &Plan) -> Plan {
        plan.clone()
    }
    fn choice_text(&self, _plan: &Plan, machine: usize) -> String {
        format!("machine {machine}")
    }
}

impl Featured for Machines {
    fn choice_features(&self) -> &[ChoiceFeature<Self>] {
        FEATURES
    }
}

const FEATURES: &[ChoiceFeature<Machines>] = &[
    ChoiceFeature::<Machines>::new(
        number("load", "when the machine is free"),
        |machines, _| up_to(machines.jobs.iter().sum()),
        |view, ()| view.problem.loads(view.partial)[view.choice] as f64,
    ),
    ChoiceFeature::<Machines>::new(
        number("machine", "number of the machine"),
        |machines, _| up_to(machines.machines as u32),
        |view, ()| view.choice as f64,
    ),
];

impl Moves for Machines {
    /// A job to another machine.
    type Move = (usize, usize);
    const KINDS: &'static [MoveKind] = &[MoveKind { name: "move", about: "a job to another machine" }];

    fn propose(&self, _kind: usize, plan: &Plan, random: &mut Stream) -> Option<(usize, usize)> {
        let change = (random.random_range(0..plan.len()), random.random_range(0..self.machines));
        (plan[change.0] != change.1).then_some(change)
    }
    fn scan(
        &self,
        _kind: usize,
        plan: &Plan,
        each: &mut impl FnMut(Option<(usize, usize)>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (job, &at) in plan.iter().enumerate() {
            for machine in (0..self.machines).filter(|&machine| at != machine) {
                each(Some((job, machine)))?;
            }
        }
        ControlFlow::Continue(())
    }
    fn delta(&self, plan: &Plan, (job, to): (usize, usize)) -> Measure {
        let mut loads = self.loads(plan);
        let value = |loads: &[i64]| Measure {
            cost: Cost::soft(*loads.iter().max().unwrap()),
            guide: loads.iter().map(|load| load * load).sum(),
        };
        let before = value(&loads);
        let length = i64::from(self.jobs[job]);
        loads[plan[job]] -= length;
        loads[to] += length;
        value(&loads) - before
    }
    fn apply(&self, plan: &mut Plan, (job, to): (usize, usize)) -> u64 {
        plan[job] = to;
        1
    }
}

unstuck_core::no_low_level_heuristics!(Machines);

impl Ruin for Machines {
    const RUINS: bool = true;

    fn parts(&self, plan: &Plan) -> usize {
        plan.len()
    }
    fn without(&self, plan: &Plan, removed: &[usize], _features: &[u16]) -> Plan {
        let mut plan = plan.clone();
        removed.iter().for_each(|&job| plan[job] = NONE);
        plan
    }
}

fn rule(text: &str) -> Decisions {
    let table = FeatureTable::of_decision("machines", "choose", infos(FEATURES));
    let place = FeatureTable::of_decision("machines", "place", infos(FEATURES));
    Decisions::read(text, &[table, place]).unwrap()
}

fn run(problem: &Machines, algorithm: &str, limit: u64, from: Option<&Plan>) -> Outcome<Plan> {
    let parameters = Parameters::new(local_search::algorithm(algorithm).unwrap());
    solve(Solve {
        problem,
        rules: &rule("-load"),
        parameters: &parameters,
        seed: 1,
        limits: Limits { effort: Some(limit), seconds: None },
        from,
        observer: &mut (),
    })
    .unwrap()
}

#[test]
fn the_laws_hold() {
    for machines in [1, 2, 5] {
        assert_eq!(conformance::check(&Machines::random(40, machines), 1, 2_000), Ok(()));
    }
}

#[test]
fn every_algorithm_is_deterministic_keeps_its_limit_and_records_its_curve() {
    let problem = Machines::random(60, 7);
    let built = run(&problem, "construct", 0, None);
    for info in ALGORITHMS {
        let found = run(&problem, info.name, 300_000, None);
        let again = run(&problem, info.name, 300_000, None);
        assert_eq!((&found.solution, &found.curve), (&again.solution, &again.curve), "{}", info.name);
        assert_eq!(problem.cost(&found.solution), found.cost, "{}", info.name);
        assert!(found.cost <= built.cost, "{}", info.name);
        assert_eq!(found.curve.last().unwrap().cost, found.cost, "{}", info.name);
        assert!(
            found
                .curve
                .windows(2)
                .all(|pair| pair[1].cost < pair[0].cost && pair[1].effort >= pair[0].effort)
        );
        assert!(found.stats.effort < 310_000, "{} spent {}", info.name, found.stats.effort);
        assert!(info.anytime || found.limit.is_none(), "{}", info.name);
    }
}

#[test]
fn without_any_effort_there_is_a_constructed_solution() {
    let problem = Machines::random(60, 7);
    let built = run(&problem, "construct", 0, None);
    for info in ALGORITHMS {
        assert!(run(&problem, info.name, 0, None).cost <= built.cost, "{}", info.name);
    }
}

#[test]
fn a_given_solution_is_never_made_worse() {
    let problem = Machines::random(30, 4);
    let good = run(&problem, "anneal", 3_000_000, None);
    for info in ALGORITHMS {
        let found = run(&problem, info.name, 20_000, Some(&good.solution));
        assert!(found.cost <= good.cost, "{}", info.name);
    }
}

#[test]
fn behind_the_boundary_everything_is_plain_data() {
    static TABLES: LazyLock<[Arc<FeatureTable>; 1]> =
        LazyLock::new(|| [FeatureTable::of_decision("machines", "choose", infos(FEATURES))]);
    let bound = Bound::new(Machines::random(20, 3), &*TABLES, "time");
    let rules = rule("-load");
    let parameters = Parameters::new(&local_search::DESCENT);
    let request =
        SolveRequest { rules: rules.clone(), parameters, seed: 1, limits: Limits::default(), from: None };
    let solved = bound.solve(&request, &mut ()).unwrap();
    assert_eq!(bound.validate(&solved.text), Ok(solved.cost));
    // A refusal quotes the text, but fits on a screen and does nothing to it.
    let refusal = bound.validate(&format!("\u{1b}[31m{}", "x".repeat(10_000))).unwrap_err();
    assert!(
        refusal.starts_with("'\\u{1b}[31mxxx") && refusal.ends_with("x' is not a machine"),
        "{refusal:?}"
    );
    assert!(refusal.chars().count() <= LONGEST + 1 && !refusal.contains(char::is_control), "{refusal:?}");
    let worse = SolveRequest { from: Some("0 ".repeat(20)), ..request.clone() };
    assert!(
        bound.solve(&worse, &mut ()).unwrap().cost
            < Cost::soft(i64::from(bound.problem().jobs.iter().sum::<u32>()))
    );
    let wrong = SolveRequest { from: Some("0 9".to_owned()), ..request };
    assert_eq!(bound.solve(&wrong, &mut ()).unwrap_err().to_string(), "not a machine for every job");
    let mut kept = KeptRule::default();
    let built = bound.construct(&rules, &mut kept).unwrap();
    assert_eq!(bound.construct(&rules, &mut kept), Ok(built));
    assert!(built.cost >= solved.cost && built.choices > 20);
    let shown = bound.show(&solved.text).unwrap();
    assert_eq!(shown.components.iter().map(|one| one.cost.soft).max(), Some(solved.cost.soft));
    assert!(bound.as_optimisation().is_some() && bound.as_search().is_none());
    let step = bound.explain(&rules, 1).unwrap();
    assert_eq!((step.features.len(), step.choices.len()), (1, 2));
    let [last, late] = [19, 99].map(|step| bound.explain(&rules, step).unwrap());
    assert_eq!((last.step, last.features, last.choices), (late.step, late.features, late.choices));
}

#[test]
fn annealing_comes_within_one_of_the_bound() {
    let problem = Machines::random(30, 4);
    let (built, found) = (run(&problem, "construct", 0, None), run(&problem, "anneal", 3_000_000, None));
    let bound = found.lower_bound.unwrap();
    assert!(found.cost <= bound + Cost::soft(1) && found.cost < built.cost, "{:?} of {bound:?}", found.cost);
}

#[test]
fn a_solution_at_the_bound_ends_every_algorithm() {
    let problem = Machines { jobs: vec![5; 8], machines: 4 };
    for info in ALGORITHMS {
        let found = run(&problem, info.name, u64::MAX, None);
        assert!(found.is_optimal() && found.limit.is_none(), "{}", info.name);
    }
}

#[test]
fn observers_end_a_solve_and_fill_in_seconds() {
    struct Watch(u32);
    impl Observer for Watch {
        fn poll(&mut self, stats: &Stats, best: Option<Cost>) -> Option<Limit> {
            assert!(best.is_some() && stats.effort > 0);
            self.0 += 1;
            (self.0 == 2).then_some(Limit::Cancelled)
        }
        fn improved(&mut self, improvement: &mut Improvement) {
            improvement.seconds = 7.0;
        }
    }
    // Three jobs of odd lengths on two machines: no plan reaches the bound.
    let problem = Machines { jobs: vec![10, 10, 10], machines: 2 };
    let parameters = Parameters::new(&local_search::RESTARTS);
    let found = solve(Solve {
        problem: &problem,
        rules: &rule("-load"),
        parameters: &parameters,
        seed: 1,
        limits: Limits::default(),
        from: None,
        observer: &mut Watch(0),
    })
    .unwrap();
    assert_eq!((found.limit, found.cost), (Some(Limit::Cancelled), Cost::soft(20)));
    assert!(found.curve.iter().all(|improvement| improvement.seconds == 7.0));
}

#[test]
fn ties_go_to_the_second_key_and_then_to_the_canonical_order() {
    let problem = Machines { jobs: vec![1, 2, 3, 4], machines: 3 };
    let mut partial = problem.start(&[]);
    problem.extend(&mut partial, 0);
    problem.extend(&mut partial, 1);
    let first = |text: &str| {
        let mut rule = Rule::new(&problem, &rule(text)).unwrap();
        rule.choose(&problem, &partial).unwrap().0
    };
    assert_eq!((first("0"), first("-load"), first("load")), (0, 2, 1));
    assert_eq!(first("choose: 0; place: machine"), 2);
    assert_eq!(first("choose: -abs(load - 1); place: load"), 0);
}

#[test]
fn a_step_is_explained_by_all_values() {
    let problem = Machines { jobs: vec![1, 2, 3, 4], machines: 3 };
    let mut partial = problem.start(&[]);
    problem.extend(&mut partial, 1);
    let mut rule = Rule::new(&problem, &rule("5 - load")).unwrap();
    let explained = explain(&problem, &mut rule, &partial);
    let shown: Vec<(&str, f64, &[f64], bool)> = explained
        .iter()
        .map(|choice| (&*choice.text, choice.value, &*choice.features, choice.made))
        .collect();
    assert_eq!(shown, [("machine 0", 5.0, &[0.0][..], true), ("machine 1", 4.0, &[1.0], false)]);
}
