//! Grids, and what does not go together.

use super::*;

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
        "line 7, column 14: train and validation are generated from the same seed (give each role its own seed)",
    );
}

#[test]
fn a_grid_has_a_cell_for_every_combination() {
    unstuck_domains::install();
    let text = format!("{WEIGHTS}[grid]\nseed = [3, 4]\n\"algorithm.population\" = [10, 20, 30]\n");
    let configurations = Experiment::configurations(&text, &load).unwrap();
    let chosen: Vec<(usize, u64)> = configurations
        .iter()
        .map(|configuration| (configuration.experiment.algorithm.population, configuration.experiment.seed))
        .collect();
    assert_eq!(chosen, [(10, 3), (10, 4), (20, 3), (20, 4), (30, 3), (30, 4)]);
    let settings =
        [("algorithm.population".to_owned(), "10".to_owned()), ("seed".to_owned(), "4".to_owned())];
    assert_eq!(configurations[1].settings, settings);
    assert!(configurations.iter().all(|configuration| configuration.experiment.grid.is_empty()));
    let plain = Experiment::configurations(WEIGHTS, &load).unwrap();
    assert_eq!((plain.len(), plain[0].settings.len()), (1, 0));
    assert_eq!(plain[0].experiment, read(WEIGHTS));
}

#[test]
fn a_combination_that_cannot_be_is_refused() {
    unstuck_domains::install();
    let refused = |grid: &str, message: &str| {
        let text = format!("{WEIGHTS}[algorithm]\npopulation = 50\n[grid]\n{grid}");
        assert_eq!(Experiment::configurations(&text, &load).unwrap_err().to_string(), message);
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
        "line 13, column 1: the grid has more than 10000 configurations",
    );
}

#[test]
fn impossible_combinations_are_refused() {
    let coevolved = with("algorithm", "kind = \"coevolution\"");
    refused(
        &format!("{coevolved}[fitness]\nkind = \"least_squares\"\n"),
        "line 14, column 8: coevolution needs a fitness that counts nodes (write kind = \"reduction\" or \"search\")",
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
        "line 14, column 8: nsga2 has nodes and length for objectives, and this fitness does not measure both (write \
         kind = \"search\" or \"reduction\")",
    );
    refused(
        &format!("{}[fitness]\nkind = \"effort\"\n", with("algorithm", "kind = \"nsga2\"")),
        "line 14, column 8: nsga2 has nodes and length for objectives, and this fitness does not measure both (write \
         kind = \"search\" or \"reduction\")",
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
        "line 11, column 12: no tree can be made: none of the features is a number (add \"estimate\")",
    );
    refused(
        &with("genome", "features = [\"boolean\"]"),
        "line 10, column 12: no estimate is among the features (weights need one at least)",
    );
    refused(
        &with("genome", "features = [\"estimate\", \"g\"]"),
        "line 10, column 12: weights are for estimates, and 'g' is not one (take it out, or let trees or policies evolve)",
    );
    refused(
        &with("genome", "features = [\"context\"]"),
        "line 10, column 13: features of the context must be named one by one (available: phase_distance, \
         phase_blockers, siblings, g)",
    );
    refused(&with("genome", "rules = 3"), "line 10, column 9: rules belongs to policies (leave it out)");
    refused(
        &with("operators", "crossover = { subtree = 1 }"),
        "line 12, column 25: the crossover 'subtree' works on trees, and there are none here (available: \
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
        "line 12, column 26: the grid sets algorithm.populaton to 50: unknown key 'populaton' in algorithm (did \
         you mean 'population'?)",
    );
}

#[test]
fn racing_is_on_where_it_is_wanted_and_possible() {
    unstuck_domains::install();
    let racing = |section: &str, line: &str| {
        let text = with("algorithm", "racing = true").replacen("[data]", "[data]\n", 1);
        let text = match section {
            "algorithm" => text.replace("racing = true", &format!("racing = true\n{line}")),
            section => format!("{text}[{section}]\n{line}\n"),
        };
        let experiment = Experiment::read(&text, &|_| Err(String::new())).expect("an experiment");
        assert_eq!(experiment.print().contains("racing"), experiment.can_race());
        (experiment.algorithm.racing, experiment.algorithm.survivors(5))
    };
    assert_eq!(racing("algorithm", ""), (true, Some(25)));
    assert_eq!(racing("algorithm", "kind = \"cma_es\"\npopulation = 8"), (true, Some(5)));
    assert_eq!(racing("algorithm", "kind = \"islands\""), (false, None));
    assert_eq!(racing("algorithm", "kind = \"nsga2\""), (false, None));
    assert_eq!(racing("operators", "selection = \"epsilon_lexicase\""), (false, None));
    assert_eq!(racing("fitness", "kind = \"least_squares\""), (false, None));
    let plain = Experiment::read(WEIGHTS, &|_| Err(String::new())).expect("an experiment");
    assert!(!plain.algorithm.racing && plain.print().contains("racing = false"));
}
