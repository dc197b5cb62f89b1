//! Files that are read and printed; the folder has what is refused.

mod combinations;
mod data;
mod keys;
mod mistakes;
mod refusals;
mod search_genes;

use super::*;
use crate::algorithms::AlgorithmKind;
use crate::dataset::Loss;
use crate::genome::{Form, Scale, Values};
use crate::role::Role;

const WEIGHTS: &str = r#"
format = 1
name = "w"
domain = "rush-hour"
[data]
train = ["jam:1-20"]
validation = ["jam:21-30"]
test = ["jam:31-40"]
[genome]
kind = "weights"
"#;

/// The example of the specification, its file left out.
const WHOLE: &str = r#"
format = 1
name = "rush-policy-coevolved"
domain = "rush-hour"
metric = "slides"
seed = 1
repetitions = 10
initial = ["2*blockers_deep", "@hand.policy"]
[data]
train = { generate = "random", size = 6, length = [12, 45], count = 300, seed = 7 }
validation = { generate = "random", size = 6, length = [12, 45], count = 60, seed = 8 }
test = ["jam:1-40"]
[search]
algorithm = "ida"
weight = 1.0
table = "64MiB"
limits = { expanded = 50_000, memory = "256MiB" }
[genome]
kind = "policy"
rules = 5
value = "weights"
features = ["estimate", "boolean", "-zero"]
functions = "published"
constants = [0.0, 20.0]
scale = "evolved"
limits = { nodes = 32, depth = 6 }
[algorithm]
kind = "coevolution"
population = 60
elites = 1
coevolution = { groups = 20, size = 6, per_host = 2, virulence = 0.75 }
[operators]
creation = "ramped_half_and_half"
selection = { tournament = 3 }
crossover = { rate = 0.7, rule = 1, condition = 1, value = 1 }
mutation = { rate = 0.3, rule = 1, condition = 2, value = 2, reorder = 1 }
parsimony = "lexicographic"
[fitness]
kind = "reduction"
reference = "blind"
max_length_ratio = 1.05
[champion]
validate_every = 5
top = 5
[stop]
generations = 100
stagnation = 6
[grid]
"genome.rules" = [3, 5]
"#;

fn load(path: &str) -> Result<String, String> {
    match path {
        "hand.policy" => {
            Ok("heuristic 1 for rush-hour\npolicy\n  if blockers >= 3: hybrid\n  otherwise: blockers\n"
                .into())
        }
        _ => Err(format!("there is no file '{path}'")),
    }
}

fn read(text: &str) -> Experiment {
    unstuck_domains::install();
    Experiment::read(text, &load).unwrap_or_else(|error| panic!("{}", error.in_text(text)))
}

#[track_caller]
fn round_trip(text: &str) {
    let experiment = read(text);
    let printed = experiment.print();
    assert_eq!(read(&printed), experiment, "{printed}");
    assert_eq!(read(&printed).print(), printed);
    let mut quick = experiment.clone();
    quick.quick();
    assert_eq!(read(&quick.print()), quick);
}

/// The weights experiment with a line under a section, which is made if it is not there.
fn with(section: &str, line: &str) -> String {
    let head = format!("[{section}]\n");
    if section.is_empty() {
        WEIGHTS.replacen("[data]", &format!("{line}\n[data]"), 1)
    } else if WEIGHTS.contains(&head) {
        WEIGHTS.replacen(&head, &format!("{head}{line}\n"), 1)
    } else {
        format!("{WEIGHTS}{head}{line}\n")
    }
}

#[track_caller]
fn refused(text: &str, message: &str) {
    unstuck_domains::install();
    let error = Experiment::read(text, &load).expect_err("it is refused").to_string();
    assert_eq!(error, message);
}

#[test]
fn what_is_left_out_has_a_default() {
    let experiment = read(WEIGHTS);
    assert_eq!((experiment.seed, experiment.repetitions, experiment.metric.as_str()), (1, 1, "slides"));
    assert_eq!((experiment.algorithm.population, experiment.algorithm.elites), (100, 1));
    assert_eq!(experiment.algorithm.kind, AlgorithmKind::default());
    assert_eq!((experiment.operators.crossover_rate, experiment.operators.mutation_rate), (1.0, 0.05));
    assert_eq!(experiment.operators.selection.name, "tournament");
    assert_eq!(experiment.operators.selection.parameters, [3.0]);
    assert!(experiment.operators.parsimony);
    assert_eq!(experiment.genome.scale, Scale::Evolved);
    assert_eq!((experiment.champion.validate_every, experiment.champion.top), (5, 5));
    assert_eq!(experiment.stop.rules.generations, Some(100));
    assert_eq!(experiment.search.parameters.algorithm.name, "ida");
    assert_eq!(experiment.fitness.reference, "blind");
    let policy = read(&WEIGHTS.replace("\"weights\"", "\"policy\""));
    assert_eq!(policy.genome.form, Form::Policy { rules: 5, values: Values::Weights });
    assert_eq!(policy.operators.mutation_rate, 0.3);
    let coevolved = read(&with("algorithm", "kind = \"coevolution\""));
    assert_eq!(coevolved.algorithm.population, 60);
    let timed = read(&with("stop", "evaluations = 1000"));
    assert_eq!((timed.stop.rules.generations, timed.stop.rules.evaluations), (None, Some(1000)));
}

#[test]
fn the_example_of_the_specification_is_read() {
    let experiment = read(WHOLE);
    assert_eq!(experiment.initial[1], "policy; if blockers >= 3: hybrid; otherwise: blockers");
    assert_eq!(experiment.grid["genome.rules"].len(), 2);
    let Source::Generated(train) = &experiment.data.train else { panic!("it is generated") };
    assert_eq!(train.parameters["length"], "12-45");
    assert_eq!((train.parameters["metric"].as_str(), train.length), ("slides", None));
    let named: Vec<&str> = experiment.operators.mutation.iter().map(|choice| choice.name.as_str()).collect();
    assert!(named.contains(&"rule") && named.contains(&"hoist") && named.contains(&"breeder"), "{named:?}");
}

#[test]
fn what_is_printed_reads_back_as_the_same() {
    round_trip(WEIGHTS);
    round_trip(WHOLE);
    round_trip(&WEIGHTS.replace("\"weights\"", "\"tree\""));
    round_trip(&WEIGHTS.replace("\"weights\"", "\"policy\"\nvalue = \"tree\""));
    for kind in crate::algorithms::ALGORITHMS.iter().map(|(name, _)| name) {
        round_trip(&with("algorithm", &format!("kind = \"{kind}\"")));
    }
    for line in [
        "islands = { count = 3, every = 7, share = 0.5 }\nkind = \"islands\"",
        "alps = { layers = 4, gap = 3 }\nkind = \"alps\"",
        "offspring_selection = { success_ratio = 0.5, comparison = 1, pressure = 10 }\nkind = \"offspring_selection\"",
        "cma_es = { sigma = 0.05 }\nkind = \"cma_es\"",
        "nsga2 = { size = true }\nkind = \"nsga2\"",
        "coevolution = { adjust = \"none\", virulence = 1.0 }\nkind = \"coevolution\"",
        // What a quick look would leave no room for.
        "kind = \"islands\"\npopulation = 100\nelites = 10",
        "kind = \"alps\"\npopulation = 100\nelites = 9",
        "kind = \"coevolution\"\ncoevolution = { groups = 60, per_host = 30 }",
    ] {
        round_trip(&with("algorithm", line));
    }
    for line in [
        "kind = \"search\"\nweights = { length = 2, unsolved = 0.5 }\nraw = true",
        "kind = \"search\"\nreference = \"2 * blockers\"\nmax_length_ratio = 1.5",
        "kind = \"search\"\nreference = \"champion:6x6\"",
        "kind = \"least_squares\"\nloss = \"rank\"\nscaling = false\ntarget = \"h* - blockers\"\nstates = 7",
        "kind = \"effort\"\nsample = 0\nmax_length_ratio = 1.1",
        "kind = \"least_squares\"\nbeyond = \"blockers\"",
        "kind = \"multi\"\nparts = [{ kind = \"least_squares\", probability = 0.7 }, \
         { kind = \"reduction\", sample = 3, probability = 0.3 }]",
    ] {
        round_trip(&with("fitness", line));
    }
    for line in [
        "selection = \"epsilon_lexicase\"\nparsimony = \"none\"",
        "selection = { no_same_mates = { attempts = 7 } }",
        "crossover = { blend_alpha = { weight = 2, alpha = 0.25 }, average = 0.5 }",
        "creation = \"normal\"\nmutation = { rate = 1, normal = 1 }",
    ] {
        round_trip(&with("operators", line));
    }
    let tree = WEIGHTS.replacen("kind = \"weights\"", "kind = \"tree\"\ndefined = { arguments = 2 }", 1);
    round_trip(&tree);
    let defined = read(&tree).genome.defined.expect("functions");
    assert_eq!((defined.functions, defined.arguments, defined.limits.nodes), (1, 2, 16));
    round_trip(&tree.replace("arguments = 2", "functions = 4, arguments = 0, nodes = 5, depth = 2"));
    let published = read(&with("operators", "mutation = { NormalAllPositionsManipulator = 1 }"));
    assert_eq!(published, read(&with("operators", "mutation = { normal = 1 }")));
    let many: Vec<String> =
        (1..=21).map(|tenths| format!("\"{}*blockers\"", f64::from(tenths) / 10.0)).collect();
    round_trip(&with("", &format!("initial = [{}]", many.join(", "))));
    round_trip(&with("stop", "seconds = 2.5\ntarget = -1\nstagnation = 3"));
    round_trip(&with("search", "algorithm = \"wastar\"\nlimits = { seconds = 0.5 }"));
    round_trip(&with("grid", "\"algorithm.kind\" = [\"islands\", \"alps\"]\n\"seed\" = [1, 2]"));
    round_trip(&WEIGHTS.replace("[\"jam:1-20\"]", "{ names = [\"jam:1-20\"], take = 3 }"));
    round_trip(
        &WEIGHTS.replace("[\"jam:1-20\"]", "{ generate = \"minimal\", count = 3, vehicles = \"8-10\" }"),
    );
}

#[test]
fn settings_arrive_where_they_belong() {
    let fit = read(&with("fitness", "kind = \"least_squares\"\nloss = \"mae\"\nbeyond = \"blockers\""));
    let settings = fit.fitness.evaluator.least_squares().unwrap();
    assert_eq!((settings.loss, settings.beyond.as_deref()), (Loss::Mae, Some("blockers")));
    let tools = read(&with("operators", "crossover = { blend_alpha = { weight = 2, alpha = 0.25 } }"));
    let toolbox = tools.operators.toolbox();
    assert_eq!(toolbox.weights_crossover.len(), 1);
    assert_eq!(toolbox.weights_crossover[0].parameters, [0.25]);
    assert!(!toolbox.tree_crossover.is_empty());
    let tiles =
        WEIGHTS.replace("rush-hour", "tiles").replace("jam:1-20", "korf:1").replace("jam:21-30", "korf:2");
    let tiles = tiles.replace("test = [\"jam:31-40\"]", "");
    let filtered =
        read(&tiles.replace("[\"korf:1\"]", "{ generate = \"tiles\", count = 3, length = [5, 20] }"));
    let Source::Generated(train) = filtered.data.source(Role::Train).unwrap() else {
        panic!("it is generated")
    };
    assert_eq!(train.length, Some((5, 20)));
    // Pattern databases must be asked for by name.
    assert!(!read(&tiles).named_features().iter().any(|name| name.starts_with("pdb")));
}

#[test]
fn a_quick_look_is_small() {
    unstuck_domains::install();
    let mut experiment = read(WHOLE);
    experiment.quick();
    // Coevolution searches more for each heuristic.
    assert_eq!((experiment.algorithm.population, experiment.repetitions), (10, 1));
    assert_eq!((experiment.stop.rules.generations, experiment.search.expanded()), (Some(5), 5_000));
    let limits = experiment.search.parameters.limits;
    assert_eq!((limits.memory, limits.seconds), (Some((256 << 20) / 10), None));
    let Source::Generated(train) = &experiment.data.train else { panic!("it is generated") };
    assert_eq!(train.count, 6);
    // Whatever ends a run by itself, ten generations are the most.
    let mut clocked = read(&with("stop", "evaluations = 5_000\nseconds = 60"));
    clocked.search.parameters.limits.seconds = Some(2.0);
    clocked.quick();
    assert_eq!((clocked.stop.rules.generations, clocked.stop.rules.evaluations), (Some(10), Some(5_000)));
    let seconds = clocked.search.parameters.limits.seconds;
    assert_eq!((seconds, clocked.stop.seconds), (Some(0.2), Some(60.0)));
    // What is stored must be read again, however short the searches were, and however many heuristics were given.
    let many = format!("initial = [{}]", "\"2*blockers\", ".repeat(30));
    let layered = format!("{many}\nalgorithm = {{ kind = \"alps\", population = 300 }}");
    for (text, kept) in
        [(with("search", "limits = { seconds = 0.002 }"), 0), (with("", &many), 20), (with("", &layered), 2)]
    {
        let mut quick = read(&text);
        quick.quick();
        assert_eq!((read(&quick.print()), quick.initial.len()), (quick.clone(), kept));
    }
}

#[test]
fn the_search_for_shortest_plans_can_be_bounded() {
    let search = |limits: &str| {
        let text = with("search", &format!("limits = {limits}"));
        round_trip(&text);
        read(&text).search
    };
    assert_eq!(search("{ expanded = 100 }").optimal_limit(), 6_000);
    assert_eq!(search("{ expanded = 9_000_000 }").optimal_limit(), 100_000_000);
    assert_eq!(search("{ expanded = 100, optimal = 0 }").optimal_limit(), 0);
    assert_eq!(search("{ expanded = 100, optimal = 7 }").optimal, Some(7));
}

#[test]
fn the_cost_of_the_path_is_told_from_other_features_of_the_context() {
    let with_feature = |name: &str| {
        read(&WEIGHTS.replace("\"weights\"", &format!("\"tree\"\nfeatures = [\"estimate\", \"{name}\"]")))
    };
    assert!(with_feature("g").reads_g() && with_feature("phase_blockers").reads_g());
    assert!(!with_feature("siblings").reads_g() && !with_feature("move_freed").reads_g());
}
