//! Files that are read, printed and refused.

mod data;
mod refusals;

use super::*;
use crate::dataset::Loss;
use crate::genome::{Form, Scale, Values};
use crate::task::Role;

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
    let error = Experiment::read(text, &load).expect_err("it is refused").to_string();
    assert_eq!(error, message);
}

#[test]
fn what_is_left_out_has_a_default() {
    let experiment = read(WEIGHTS);
    assert_eq!((experiment.seed, experiment.repetitions, experiment.metric.as_str()), (1, 1, "slides"));
    assert_eq!((experiment.algorithm.population, experiment.algorithm.elites), (100, 1));
    assert_eq!(experiment.algorithm.kind, AlgorithmKind::Generational);
    assert_eq!((experiment.operators.crossover_rate, experiment.operators.mutation_rate), (1.0, 0.05));
    assert_eq!(experiment.operators.selection.name, "tournament");
    assert_eq!(experiment.operators.selection.parameters, [3.0]);
    assert!(experiment.operators.parsimony);
    assert_eq!(experiment.genome.scale, Scale::Evolved);
    assert_eq!((experiment.champion.validate_every, experiment.champion.top), (5, 5));
    assert_eq!(experiment.stop.rules.generations, Some(100));
    assert_eq!(experiment.search.algorithm, "ida");
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
        "nsga2 = { size = true }\nkind = \"nsga2\"",
        "coevolution = { adjust = \"none\", virulence = 1.0 }\nkind = \"coevolution\"",
    ] {
        round_trip(&with("algorithm", line));
    }
    for line in [
        "kind = \"search\"\nweights = { length = 2, unsolved = 0.5 }\nraw = true",
        "kind = \"search\"\nreference = \"2 * blockers\"\nmax_length_ratio = 1.5",
        "kind = \"least_squares\"\nloss = \"rank\"\nscaling = false\ntarget = \"h* - blockers\"\nstates = 7",
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
    let settings = fit.fitness.judge.least_squares().unwrap();
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
    let mut experiment = read(WHOLE);
    experiment.quick();
    assert_eq!((experiment.algorithm.population, experiment.repetitions), (20, 1));
    assert_eq!((experiment.stop.rules.generations, experiment.search.expanded), (Some(10), 5_000));
    assert_eq!((experiment.search.memory, experiment.search.seconds), ((256 << 20) / 10, None));
    let Source::Generated(train) = &experiment.data.train else { panic!("it is generated") };
    assert_eq!(train.count, 6);
    // Whatever ends a run by itself, ten generations are the most.
    let mut clocked = read(&with("stop", "evaluations = 5_000\nseconds = 60"));
    clocked.search.seconds = Some(2.0);
    clocked.quick();
    assert_eq!((clocked.stop.rules.generations, clocked.stop.rules.evaluations), (Some(10), Some(5_000)));
    assert_eq!((clocked.search.seconds, clocked.stop.seconds), (Some(0.2), Some(60.0)));
}

#[test]
fn misspelt_keys_and_names_are_refused_with_the_nearest() {
    refused(&with("", "seeed = 1"), "line 5, column 1: there is no key 'seeed' (did you mean 'seed'?)");
    refused(
        &with("algorithm", "populaton = 7"),
        "line 12, column 1: there is no key 'populaton' in algorithm (did you mean 'population'?)",
    );
    refused(
        &with("algorithm", "kind = \"island\""),
        "line 12, column 8: there is no kind 'island' (did you mean 'islands'?)",
    );
    refused(
        &with("operators", "mutation = { breder = 1 }"),
        "line 12, column 23: there is no mutation 'breder' (did you mean 'breeder'?)",
    );
    refused(
        &with("operators", "mutation = { breeder = { weigth = 1 } }"),
        "line 12, column 26: there is no key 'weigth' in operators.mutation.breeder (did you mean 'weight'?)",
    );
    refused(
        &with("genome", "features = [\"blokers\"]"),
        "line 10, column 13: rush-hour has no feature and no role 'blokers' (did you mean 'blockers'?)",
    );
    refused(
        &WEIGHTS.replace("\"weights\"", "\"tree\"\nfunctions = [\"+\", \"maxx\"]"),
        "line 11, column 19: there is no function 'maxx' (did you mean 'max'?)",
    );
    refused(
        &with("fitness", "reference = \"blokers\""),
        "line 12, column 13: there is no heuristic 'blokers' to refer to (did you mean 'blockers'?)",
    );
    refused(
        &WEIGHTS.replace("rush-hour", "rush-hours"),
        "line 4, column 10: there is no domain 'rush-hours' (did you mean 'rush-hour'?)",
    );
    refused(
        &with("", "metric = \"slide\""),
        "line 5, column 10: rush-hour has no metric 'slide' (did you mean 'slides'?)",
    );
    refused(
        &with("search", "algorithm = \"idda\""),
        "line 12, column 13: there is no search algorithm 'idda' (did you mean 'ida'?)",
    );
    refused(
        &WEIGHTS.replace("[\"jam:1-20\"]", "{ generate = \"randm\", count = 3 }"),
        "line 6, column 22: rush-hour has no generator 'randm' (did you mean 'random'?)",
    );
    refused(
        &WEIGHTS.replace("[\"jam:1-20\"]", "{ generate = \"random\", count = 3, vehicle = 9 }"),
        "line 6, column 43: there is no key 'vehicle' in data.train (did you mean 'vehicles'?)",
    );
}

#[test]
fn wrong_types_and_values_are_refused() {
    refused("format = [", "line 1, column 11: unclosed array, expected `]`");
    refused(&with("", "seed = \"x\""), "line 5, column 8: seed must be a whole number, not a text");
    refused(
        &with("algorithm", "population = 1"),
        "line 12, column 14: algorithm.population must be from 2 to 1000000, not 1",
    );
    refused(
        &with("operators", "mutation = { rate = 1.5 }"),
        "line 12, column 21: operators.mutation.rate must be from 0 to 1, not 1.5",
    );
    refused(
        &with("operators", "selection = { tournament = 0 }"),
        "line 12, column 28: operators.selection.tournament must be from 1 to 1000, not 0",
    );
    refused(
        &with("operators", "selection = { best = 1 }"),
        "line 12, column 22: best has nothing to set (write selection = \"best\")",
    );
    refused(
        &with("search", "table = \"lots\""),
        "line 12, column 9: 'lots' is not an amount of memory (write for example \"64MiB\" or \"1GiB\")",
    );
    refused(
        &with("search", "algorithm = \"bfs\""),
        "line 12, column 13: bfs is blind, it reads no heuristic (take one of greedy, astar, wastar, ida, wida, \
         hsd, beam, ehc, awastar, quick, shortest)",
    );
    refused(
        &with("search", "weight = 2"),
        "line 12, column 10: ida reads no weight (wastar, wida, awastar, shortest would; leave it out)",
    );
    refused(
        &WEIGHTS.replace("\"weights\"", "\"tree\"\nconstants = [20, 0]"),
        "line 11, column 13: genome.constants runs backwards, from 20 to 0",
    );
    refused(
        &WEIGHTS.replace("\"w\"", "\"a/b\""),
        "line 3, column 8: 'a/b' is no name for an experiment (letters, digits, '-', '_' and '.' make one)",
    );
    refused(
        &WEIGHTS.replace("format = 1", "format = 2"),
        "line 2, column 10: the file is of format 2, and this program reads format 1",
    );
    refused(
        &WEIGHTS.replace("format = 1", ""),
        "line 1, column 1: 'format' is missing (write for example format = 1)",
    );
    refused(&with("", "initial = [\"@no.policy\"]"), "line 5, column 12: there is no file 'no.policy'");
    refused(
        &with("", "initial = [\"hybrid\", \"2 * * 3\"]"),
        "line 5, column 22: the heuristic '2 * * 3' cannot be read: line 1, column 5: expected a value, found '*'",
    );
}

#[test]
fn the_roles_must_be_there_and_apart() {
    refused(
        &WEIGHTS.replace("train = [\"jam:1-20\"]", ""),
        "line 5, column 1: 'train' is missing in data (write for example train = [\"jam:1-20\"])",
    );
    refused(&WEIGHTS.replace("[\"jam:1-20\"]", "[]"), "line 6, column 9: data.train names no instance");
    refused(
        &WEIGHTS.replace("jam:31-40", "jam:1-20"),
        "line 8, column 8: jam:1-20 is in train and in test; no instance may have two roles",
    );
    let made = |seed: u64| format!("{{ generate = \"random\", count = 3, seed = {seed} }}");
    refused(
        &WEIGHTS.replace("[\"jam:1-20\"]", &made(7)).replace("[\"jam:21-30\"]", &made(7)),
        "line 7, column 14: train and validation are generated from the same seed (give each role a seed of its own)",
    );
}

#[test]
fn a_grid_has_a_cell_for_every_combination() {
    let text = format!("{WEIGHTS}[grid]\nseed = [3, 4]\n\"algorithm.population\" = [10, 20, 30]\n");
    let cells = Experiment::cells(&text, &load).unwrap();
    let chosen: Vec<(usize, u64)> =
        cells.iter().map(|cell| (cell.experiment.algorithm.population, cell.experiment.seed)).collect();
    assert_eq!(chosen, [(10, 3), (10, 4), (20, 3), (20, 4), (30, 3), (30, 4)]);
    let settings =
        [("algorithm.population".to_owned(), "10".to_owned()), ("seed".to_owned(), "4".to_owned())];
    assert_eq!(cells[1].settings, settings);
    assert!(cells.iter().all(|cell| cell.experiment.grid.is_empty()));
    let plain = Experiment::cells(WEIGHTS, &load).unwrap();
    assert_eq!((plain.len(), plain[0].settings.len()), (1, 0));
    assert_eq!(plain[0].experiment, read(WEIGHTS));
}

#[test]
fn a_combination_that_cannot_be_is_refused() {
    let refused = |grid: &str, message: &str| {
        let text = format!("{WEIGHTS}[algorithm]\npopulation = 50\n[grid]\n{grid}");
        assert_eq!(Experiment::cells(&text, &load).unwrap_err().to_string(), message);
    };
    refused(
        "\"algorithm.elites\" = [1, 9]\n\"algorithm.population\" = [20, 5]\n",
        "line 13, column 1: the grid sets algorithm.elites to 9, algorithm.population to 5: \
         algorithm.elites must be from 0 to 4, not 9",
    );
    let many: Vec<String> = (1..=101).map(|number| number.to_string()).collect();
    let many = many.join(", ");
    refused(
        &format!("seed = [{many}]\nrepetitions = [{many}]\n"),
        "line 13, column 1: the grid has more than 10000 cells",
    );
}

#[test]
fn impossible_combinations_are_refused() {
    let coevolved = with("algorithm", "kind = \"coevolution\"");
    refused(
        &format!("{coevolved}[fitness]\nkind = \"least_squares\"\n"),
        "line 14, column 8: coevolution needs a fitness that searches (write kind = \"reduction\" or \"search\")",
    );
    refused(
        &format!("{coevolved}[fitness]\nsample = 3\n"),
        "line 14, column 10: coevolution draws no sample: its groups are the instances (leave it out)",
    );
    refused(
        &with("algorithm", "kind = \"cma_es\"").replace("\"weights\"", "\"tree\""),
        "line 12, column 8: cma_es evolves weights only (write kind = \"weights\" in genome)",
    );
    refused(
        &format!("{}[operators]\nselection = \"best\"\n", with("algorithm", "kind = \"cma_es\"")),
        "line 14, column 13: cma_es uses no selection (leave it out)",
    );
    refused(
        &format!("{}[fitness]\nkind = \"least_squares\"\n", with("algorithm", "kind = \"nsga2\"")),
        "line 14, column 8: nsga2 has nodes and length for objectives, and least squares measures neither (write kind \
         = \"search\" or \"reduction\")",
    );
    let fitted = with("fitness", "kind = \"least_squares\"").replace("\"weights\"", "\"tree\"");
    refused(
        &fitted.replace("\"tree\"", "\"tree\"\nfeatures = [\"estimate\", \"g\", \"phase_distance\"]"),
        "line 11, column 12: least squares knows states without a path, and phase_distance, g read one (take them \
         out: \"-phase_distance\", \"-g\")",
    );
    refused(
        &WEIGHTS.replace("\"weights\"", "\"policy\"\nfeatures = [\"estimate\"]\nfunctions = [\"+\", \"*\"]"),
        "line 12, column 13: no condition can be made of these features and functions within the limits (conditions \
         need a yes/no feature, or a comparison such as \"<=\" and limits of 3 nodes and depth 2)",
    );
    refused(
        &WEIGHTS.replace("\"weights\"", "\"tree\"\nfeatures = [\"boolean\"]"),
        "line 11, column 12: no tree can be made: there is no number among the features (add \"estimate\")",
    );
    refused(
        &with("genome", "features = [\"boolean\"]"),
        "line 10, column 12: no estimate is among the features (weights need one at least)",
    );
    refused(
        &with("genome", "features = [\"estimate\", \"g\"]"),
        "line 10, column 12: weights are for estimates, and 'g' is none (take it out, or let trees or policies evolve)",
    );
    refused(
        &with("genome", "features = [\"context\"]"),
        "line 10, column 13: features of the context must be named one by one (there is phase_distance, \
         phase_blockers, siblings, g)",
    );
    refused(&with("genome", "rules = 3"), "line 10, column 9: rules belongs to policies (leave it out)");
    refused(
        &with("operators", "crossover = { subtree = 1 }"),
        "line 12, column 25: the crossover 'subtree' works on trees, and there are none here (there is \
         simulated_binary, uniform_some_arithmetic, uniform_all_arithmetic, average, blend_alpha, blend_alpha_beta, \
         copy, discrete, heuristic, local, random_convex, single_point)",
    );
    refused(
        &with("operators", "selection = \"crowded_tournament\""),
        "line 12, column 13: crowded_tournament looks at fronts, and only nsga2 has them (take for example tournament)",
    );
    refused(
        &with("algorithm", "islands = { count = 5 }"),
        "line 12, column 11: islands is set, but the kind of algorithm is generational (write kind = \"islands\" or \
         leave it out)",
    );
    refused(
        &with("algorithm", "kind = \"islands\"\npopulation = 8"),
        "line 13, column 14: 5 islands of at least 2 do not fit into a population of 8",
    );
    refused(
        &with("algorithm", "kind = \"nsga2\"\nelites = 1"),
        "line 13, column 10: nsga2 keeps no elite (leave elites out)",
    );
    refused(
        &with("", "initial = [\"9*hybrid + mobility\"]"),
        "line 5, column 12: '9*hybrid + mobility' cannot be in the first population: the feature 'mobility' is not \
         among those that evolve here",
    );
    refused(
        &with("fitness", "kind = \"reduction\"\nloss = \"mse\""),
        "line 13, column 8: reduction reads no loss (it reads sample, max_length_ratio)",
    );
    refused(
        &with("grid", "\"algorithm.population\" = [50, 1]"),
        "line 12, column 31: the grid sets algorithm.population to 1: algorithm.population must be from 2 to 1000000, \
         not 1",
    );
    refused(
        &with("grid", "\"algorithm.populaton\" = [50]"),
        "line 12, column 26: the grid sets algorithm.populaton to 50: there is no key 'populaton' in algorithm (did \
         you mean 'population'?)",
    );
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
