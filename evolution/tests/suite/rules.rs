//! Rules of an optimisation domain, evolved end to end: online bin packing.

use crate::context::Threads;
use crate::engine::run;
use unstuck_core::domain::{self, Request, Settings};
use unstuck_core::instance::Instance;
use unstuck_core::registry;
use unstuck_evolution::baseline;
use unstuck_evolution::benchmark::{hand_made, results, tasks};
use unstuck_evolution::context::{EvaluationContext, unwatched};
use unstuck_evolution::engine::Engine;
use unstuck_evolution::experiment::{Experiment, Ready, Sets};
use unstuck_evolution::role::{PerRole, Role};

const EXPERIMENT: &str = r#"
format = 1
name = "packing"
domain = "bin-packing"
settings = { online = true }
initial = ["best_fit", "sum_of_squares"]
[data]
train = ["or-u120:1"]
validation = ["or-u120:2"]
[genome]
kind = "tree"
features = ["after", "count_before", "count_after", "exact", "is_new"]
limits = { nodes = 15, depth = 6 }
[algorithm]
population = 20
[fitness]
sample = 4
[stop]
generations = 6
"#;

fn instances(seed: u64, settings: &Settings) -> Vec<(String, Box<dyn Instance>)> {
    let parameters = Settings::from([("items".to_owned(), "400".to_owned())]);
    let request = Request { generator: "weibull", parameters: &parameters, count: 6, seed };
    let mut texts = Vec::new();
    let packing = registry::domain("bin-packing").expect("registered");
    domain::generate(&*packing, &request, &mut (), &mut |text| texts.push(text)).expect("instances");
    let read = |(number, text): (usize, String)| {
        (format!("{seed}:{number}"), domain::read(&*packing, &text, None, settings).expect("items"))
    };
    texts.into_iter().enumerate().map(read).collect()
}

fn read(text: &str) -> Result<Experiment, String> {
    unstuck_domains::install();
    Experiment::read(text, &|_| Err("no files".into())).map_err(|error| error.to_string())
}

fn ready(text: &str) -> (Experiment, Ready) {
    let experiment = read(text).expect("an experiment");
    let of = |seed| instances(seed, &experiment.settings);
    let instances = PerRole { train: of(1), validation: of(2), test: of(3) };
    let sets = Sets { instances, ..Sets::default() };
    let ready = experiment.prepare(sets, &Threads(2), &unwatched, &|| ()).expect("instances");
    (experiment, ready)
}

fn evolved(text: &str, threads: usize) -> (String, f64) {
    let (experiment, ready) = ready(text);
    let mut engine = Engine::new(experiment.run_config(&ready, 0));
    run(&mut engine, &Threads(threads));
    let champion = engine.champion().expect("a champion");
    (ready.context.text(&champion.heuristic), champion.validation.fitness)
}

/// The excess over the bound of rules on a set, by their names.
fn excess(context: &EvaluationContext, role: Role) -> Vec<(String, f64)> {
    let rules = hand_made(context, role);
    let answers = context.answer(&tasks(context, role, &rules), &Threads(2), &unwatched).expect("answers");
    let results = results(context, role, &rules, &answers);
    results.into_iter().map(|one| (one.name, one.total_ratio - 1.0)).collect()
}

#[test]
fn a_rule_is_evolved_and_does_not_depend_on_threads() {
    let one = evolved(EXPERIMENT, 1);
    assert_eq!(one, evolved(EXPERIMENT, 2));
    assert_eq!(one, evolved(EXPERIMENT, 8));
    let (_, ready) = ready(EXPERIMENT);
    let best_fit = excess(&ready.context, Role::Validation)[0].1;
    assert!(one.1 < best_fit, "{one:?} against {best_fit}");
}

#[test]
fn the_rules_of_the_literature_stand_beside_it() {
    let (experiment, ready) = ready(EXPERIMENT);
    let excess = excess(&ready.context, Role::Test);
    let names: Vec<&str> = excess.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[..3], ["best_fit", "first_fit", "best_fit_decreasing"]);
    assert!(names.contains(&"sum_of_squares") && names.contains(&"harmonic"), "{names:?}");
    let of = |name: &str| excess.iter().find(|(known, _)| known == name).expect("a rule").1;
    assert!(of("sum_of_squares") < of("best_fit") && of("best_fit") < of("worst_fit"), "{excess:?}");
    // The tuned baseline is no worse than the best of them on the instances it is tuned on.
    let answer = &mut |tasks: &[_]| ready.context.answer(tasks, &Threads(2), &unwatched);
    let tuned =
        baseline::tune(&ready.context, &experiment.fitness.evaluator, false, answer).expect("a baseline");
    let mut all = hand_made(&ready.context, Role::Train);
    all.push(tuned);
    let answers = ready.context.answer(&tasks(&ready.context, Role::Train, &all), &Threads(2), &unwatched);
    let results = results(&ready.context, Role::Train, &all, &answers.expect("answers"));
    let least = results.iter().map(|one| one.total_ratio).fold(f64::INFINITY, f64::min);
    assert_eq!(results.last().expect("the baseline").total_ratio, least);
}

#[test]
fn measurements_are_the_same_elsewhere() {
    for fitness in ["", "[search]\nalgorithm = 'late_acceptance'\nlimits = { effort = 200_000 }"] {
        let (experiment, ready) = ready(&format!("{EXPERIMENT}{fitness}").replace("{ online = true }", "{}"));
        let sent = EvaluationContext::unpack(&ready.context.pack()).expect("a context");
        let tasks = Engine::new(experiment.run_config(&ready, 0)).ask();
        let answers =
            |context: &EvaluationContext| context.answer(&tasks, &Threads(2), &unwatched).expect("answers");
        assert_eq!(answers(&sent), answers(&ready.context));
        assert_eq!(read(&experiment.print()), Ok(experiment));
    }
}

#[test]
fn every_genome_and_fitness_of_rules_runs() {
    let weights = EXPERIMENT
        .replace("kind = \"tree\"", "kind = \"weights\"")
        .replace("limits = { nodes = 15, depth = 6 }", "");
    let policy = EXPERIMENT.replace("kind = \"tree\"", "kind = \"policy\"\nvalue = \"tree\"");
    for genome in [&weights, &policy] {
        let (text, fitness) = evolved(genome, 2);
        assert!(fitness < 0.2, "{text}: {fitness}");
    }
    for fitness in ["wins", "area", "gap\"\nto = \"best\"\nratio = \"mean"] {
        let text = EXPERIMENT.replace("[fitness]", &format!("[fitness]\nkind = \"{fitness}\""));
        let (text, fitness) = evolved(&text, 2);
        assert!((0.0..=1.0).contains(&fitness), "{text}: {fitness}");
    }
}

#[test]
fn what_belongs_to_searches_is_refused() {
    let wrong = |from: &str, to: &str| read(&EXPERIMENT.replace(from, to)).unwrap_err();
    assert_eq!(
        wrong("[fitness]", "[fitness]\nkind = \"reduction\""),
        "line 17, column 8: reduction is not for an optimisation domain, which bin-packing is (write kind = \"gap\")"
    );
    let unknown = wrong("[genome]", "[search]\nalgorithm = \"astar\"\n[genome]");
    assert!(unknown.contains("unknown algorithm 'astar'"), "{unknown}");
    let rule = wrong("[genome]", "[search]\nrules = \"acept: 1\"\n[genome]");
    assert!(rule.contains("did you mean 'accept'?"), "{rule}");
    let feature = wrong("\"after\", ", "\"afters\", ");
    assert!(feature.contains("did you mean 'after'?"), "{feature}");
}
