//! The rest of what is refused, section by section.

use super::*;

#[test]
fn sections_and_keys_that_must_be_there() {
    refused(&WEIGHTS[..WEIGHTS.find("[genome]").unwrap()], "the section [genome] is missing");
    refused(
        "format = 1\nname = \"w\"\ndomain = \"tiles\"\n[genome]\nkind = \"tree\"",
        "the section [data] is missing",
    );
    refused(
        &WEIGHTS.replace("kind = \"weights\"", ""),
        "line 9, column 1: 'kind' is missing in genome (write for example kind = \"weights\")",
    );
    refused(
        &WEIGHTS.replace("name = \"w\"", ""),
        "line 1, column 1: 'name' is missing (write for example name = \"first-steps\")",
    );
    refused(
        &WEIGHTS.replace("domain = \"rush-hour\"", ""),
        "line 1, column 1: 'domain' is missing (write for example domain = \"rush-hour\")",
    );
    refused(
        &WEIGHTS.replace("[\"jam:1-20\"]", "{ generate = \"random\" }"),
        "line 6, column 9: 'count' is missing in data.train (write for example count = 100)",
    );
    refused(
        &WEIGHTS.replace("[\"jam:1-20\"]", "{ seed = 3 }"),
        "line 6, column 9: data.train has neither 'generate' nor 'names' nor 'csv' (such as { generate = \"random\", \
         count = 100, seed = 7 })",
    );
    refused(
        &WEIGHTS.replace("[\"jam:1-20\"]", "\"jam:1-20\""),
        "line 6, column 9: data.train must be a list of names or a table (such as [\"jam:1-20\"] or { generate = \
         \"random\", count = 100 })",
    );
    refused(&with("", "data2 = 1"), "line 5, column 1: unknown key 'data2' (did you mean 'data'?)");
}

#[test]
fn every_type_is_told_from_what_is_wanted() {
    let seed = |value: &str, found: &str| {
        refused(
            &with("", &format!("seed = {value}")),
            &format!("line 5, column 8: seed must be a whole number, not {found}"),
        );
    };
    seed("1.5", "a number");
    seed("true", "true or false");
    seed("1979-05-27", "a date");
    seed("[1]", "a list");
    seed("{ a = 1 }", "a table");
    refused(&with("", "seed = -1"), "line 5, column 8: seed must be at least 0, not -1");
    refused(&with("", "name2 = 1\n"), "line 5, column 1: unknown key 'name2' (did you mean 'name'?)");
    refused(&with("", "metric = 3"), "line 5, column 10: metric must be a text, not a whole number");
    refused(&with("", "initial = \"blockers\""), "line 5, column 11: initial must be a list, not a text");
    refused(
        &with("search", "limits = 3"),
        "line 12, column 10: search.limits must be a table, not a whole number",
    );
    refused(
        &with("search", "limits = { memory = 1.5 }"),
        "line 12, column 21: search.limits.memory must be an amount such as \"64MiB\", not a number",
    );
    refused(
        &with("search", "limits = { seconds = inf }"),
        "line 12, column 22: search.limits.seconds must be finite",
    );
    refused(
        &with("search", "limits = { expand = 1 }"),
        "line 12, column 12: unknown key 'expand' in search.limits (did you mean 'expanded'?)",
    );
    refused(
        &with("fitness", "kind = \"least_squares\"\nscaling = 1"),
        "line 13, column 11: fitness.scaling must be true or false, not a whole number",
    );
    refused(
        &with("stop", "target = \"low\""),
        "line 12, column 10: stop.target must be a number, not a text",
    );
    refused(
        &with("champion", "tops = 3"),
        "line 12, column 1: unknown key 'tops' in champion (did you mean 'top'?)",
    );
    refused(
        &with("stop", "generations = 0"),
        "line 12, column 15: stop.generations must be from 1 to 4294967295, not 0",
    );
    refused(
        &WEIGHTS.replace("\"weights\"", "\"tree\"\nconstants = [1]"),
        "line 11, column 13: genome.constants must be two numbers, such as [0, 20]",
    );
    refused(
        &WEIGHTS.replace("[\"jam:1-20\"]", "[3]"),
        "line 6, column 10: data.train[0] must be a text, not a whole number",
    );
    let tiles = WEIGHTS.replace("rush-hour", "tiles");
    refused(
        &tiles.replace("[\"jam:1-20\"]", "{ generate = \"tiles\", count = 3, length = [1.5, 20] }"),
        "line 6, column 51: data.train.length must be two whole numbers from 0",
    );
}

#[test]
fn genomes() {
    refused(
        &WEIGHTS.replace("\"weights\"", "\"polcy\""),
        "line 10, column 8: unknown value 'polcy' for `kind` (did you mean 'policy'?)",
    );
    refused(
        &WEIGHTS.replace("\"weights\"", "\"tree\"\nfunctions = \"arithmetics\""),
        "line 11, column 13: unknown value 'arithmetics' for `functions` (did you mean 'arithmetic'?)",
    );
    let belongs = |lines: &str, message: &str| refused(&WEIGHTS.replace("\"weights\"", lines), message);
    belongs("\"tree\"\nscale = \"fixed\"", "line 11, column 9: scale belongs to weights (leave it out)");
    belongs("\"tree\"\nvalue = \"tree\"", "line 11, column 9: value belongs to policies (leave it out)");
    belongs(
        "\"weights\"\nlimits = { nodes = 3 }",
        "line 11, column 10: limits belongs to trees and policies (leave it out)",
    );
    belongs(
        "\"weights\"\ndefined = { functions = 1 }",
        "line 11, column 11: defined belongs to trees (leave it out)",
    );
    belongs(
        "\"tree\"\nfunctions = \"full\"\ndefined = { arguments = 2 }",
        "line 12, column 11: calls are written by operations of 2 arguments that are not among the functions, and there are 0 \
         for 1 (define fewer functions, or leave out operations such as aq or tanh)",
    );
    belongs(
        "\"policy\"\nvalue = \"tree\"\nbounds = \"clamp\"",
        "line 12, column 10: bounds belongs to weights (leave it out)",
    );
    belongs(
        "\"weights\"\nbounds = \"clmp\"",
        "line 11, column 10: unknown value 'clmp' for `bounds` (did you mean 'clamp'?)",
    );
    belongs(
        "\"tree\"\nlimits = { node = 3 }",
        "line 11, column 12: unknown key 'node' in genome.limits (did you mean 'nodes'?)",
    );
    belongs("\"tree\"\nconstants = [0, 1e10]", "line 11, column 13: constants lie within ±1e9");
    belongs(
        "\"policy\"\nvalue = \"tree\"\nrules = 50\nlimits = { nodes = 32 }",
        "line 13, column 20: this allows 3232 nodes, more than the text of a heuristic can hold (rules and nodes for at \
         most 2500 in all)",
    );
    refused(
        &WEIGHTS
            .replace("name = \"w\"", "name = \"w\"\ninitial = [\"blockers\", \"blocking\", \"votes\"]")
            .replace("[genome]", "[algorithm]\nkind = \"generational\"\npopulation = 2\n[genome]"),
        "line 4, column 11: 3 heuristics are given, and the first population has 2 (give fewer, or have a larger \
         population)",
    );
}

#[test]
fn algorithms_and_operators() {
    let lexicase = "[operators]\nselection = \"epsilon_lexicase\"\n";
    for kind in ["coevolution", "nsga2"] {
        refused(
            &format!("{}{lexicase}", with("algorithm", &format!("kind = \"{kind}\""))),
            &format!(
                "line 14, column 13: epsilon_lexicase compares single cases, and {kind} has none in common (write \
                 selection = {{ tournament = 3 }})"
            ),
        );
    }
    refused(
        &with("algorithm", "kind = \"coevolution\"\npopulation = 10"),
        "line 11, column 1: 20 groups would not all meet a heuristic (have a population at least as large)",
    );
    refused(
        &with("algorithm", "kind = \"alps\"\nalps = { layers = 60 }"),
        "line 13, column 8: 60 layers of at least 2 do not fit into a population of 100",
    );
    refused(
        &with("algorithm", "elites = 100"),
        "line 12, column 10: algorithm.elites must be from 0 to 99, not 100",
    );
    for (kind, own) in [
        ("islands", "every"),
        ("alps", "gap"),
        ("nsga2", "size"),
        ("cma_es", "sigma"),
        ("coevolution", "virulence"),
        ("offspring_selection", "pressure"),
    ] {
        let text = with("algorithm", &format!("kind = \"{kind}\"\n{kind} = {{ {own}s = 1 }}"));
        let column = kind.len() + 6;
        refused(
            &text,
            &format!(
                "line 13, column {column}: unknown key '{own}s' in algorithm.{kind} (did you mean '{own}'?)"
            ),
        );
    }
    refused(
        &with("algorithm", "kind = \"coevolution\"\ncoevolution = { adjust = \"differ\" }"),
        "line 13, column 26: unknown value 'differ' for `adjust` (available: difference, none)",
    );
    for kind in ["cma_es", "random_search"] {
        refused(
            &format!(
                "{}[operators]\nmutation = {{ rate = 0.5 }}\n",
                with("algorithm", &format!("kind = \"{kind}\""))
            ),
            &format!("line 14, column 12: {kind} uses no mutation (leave it out)"),
        );
    }
    refused(
        &with("operators", "mutation = { breeder = 0 }"),
        "line 12, column 12: no mutation of weights has a weight above 0",
    );
    refused(
        &with("operators", "selection = { tournament = 3, best = {} }"),
        "line 12, column 13: an experiment has one selection (such as { tournament = 3 })",
    );
    refused(
        &with("operators", "selection = { tournament = { sise = 3 } }"),
        "line 12, column 30: unknown key 'sise' in operators.selection.tournament (did you mean 'size'?)",
    );
    refused(
        &with("operators", "selection = \"tournaments\""),
        "line 12, column 13: unknown selection 'tournaments' (did you mean 'tournament'?)",
    );
    refused(
        &with("operators", "creation = \"unifrm\""),
        "line 12, column 12: unknown creation 'unifrm' (did you mean 'uniform'?)",
    );
    refused(
        &with("operators", "crossover = { averge = 1 }"),
        "line 12, column 24: unknown crossover 'averge' (did you mean 'average'?)",
    );
    refused(
        &with("operators", "mutation = { UniformRandomRealVectorCreator = 1 }"),
        "line 12, column 47: unknown mutation 'UniformRandomRealVectorCreator' (uniform is a creation: name it there)",
    );
    refused(
        &with("operators", "crossover = \"tournament\""),
        "line 12, column 13: unknown crossover 'tournament' (tournament is a selection: name it there)",
    );
    refused(
        &with("operators", "selection = \"CrowdedTournamentSelector\""),
        "line 12, column 13: crowded_tournament looks at fronts, and only nsga2 has them (take for example tournament)",
    );
    refused(
        &with("operators", "parsimony = \"lexical\""),
        "line 12, column 13: unknown value 'lexical' for `parsimony` (available: lexicographic, none)",
    );
}

#[test]
fn fitness() {
    let parts = |parts: &str, message: &str| {
        refused(&with("fitness", &format!("kind = \"multi\"\nparts = {parts}")), message);
    };
    refused(
        &with("fitness", "kind = \"multi\""),
        "line 11, column 1: 'parts' is missing in fitness (write for example parts = [{ kind = \"search\", probability \
         = 1 }])",
    );
    parts(
        "[{ kind = \"search\" }]",
        "line 13, column 10: 'probability' is missing in fitness.parts[0] (write for example probability = 0.5)",
    );
    parts(
        "[{ kind = \"multi\", parts = [{ kind = \"search\", probability = 1 }], probability = 1 }]",
        "line 13, column 10: a part of multi cannot be multi itself",
    );
    parts("[{ kind = \"search\", probability = 0 }]", "line 13, column 9: no part has a probability above 0");
    parts(
        "[{ kind = \"least_squares\", probability = 1 }, { kind = \"least_squares\", probability = 1 }]",
        "line 13, column 9: only one part can be least_squares: there is one set of rows",
    );
    parts(
        "[{ kind = \"least_squares\", beyond = \"blockers\", probability = 1 }, { kind = \"search\", probability = 1 }]",
        "line 13, column 9: searches of a multi fitness would run what is beyond the feature alone (leave the target at \
         h*)",
    );
    let fit = |lines: &str, message: &str| {
        refused(&with("fitness", &format!("kind = \"least_squares\"\n{lines}")), message);
    };
    fit(
        "target = \"h*\"\nbeyond = \"blockers\"",
        "line 14, column 10: target and beyond mean the same (leave one of them out)",
    );
    fit(
        "target = \"h\"",
        "line 13, column 10: the target 'h' cannot be read (write \"h*\" or \"h* - FEATURE\")",
    );
    fit("beyond = \"g\"", "line 13, column 10: 'g' is not a number that a single state has");
    fit(
        "beyond = \"blokers\"",
        "line 13, column 10: rush-hour has no feature 'blokers' (did you mean 'blockers'?)",
    );
    fit("loss = \"mean\"", "line 13, column 8: unknown value 'mean' for `loss` (available: mse, mae, rank)");
    fit(
        "sample = 3",
        "line 13, column 10: least_squares reads no sample (it reads loss, scaling, target, beyond, states)",
    );
    refused(
        &with("fitness", "kind = \"search\"\nweights = { lenght = 1 }"),
        "line 13, column 13: unknown key 'lenght' in fitness.weights (did you mean 'length'?)",
    );
    refused(
        &with("fitness", "max_length_ratio = 0.5"),
        "line 12, column 20: fitness.max_length_ratio must be from 1 to 1000, not 0.5",
    );
    refused(
        &with("fitness", "reference = \"2 * * 3\""),
        "line 12, column 13: the heuristic '2 * * 3' cannot be read: line 1, column 5: expected a value, found '*'",
    );
}

#[test]
fn grids() {
    refused(&with("grid", "seed = []"), "line 12, column 8: the grid has no value for seed");
    // 2⁶⁵ + 1 and 2¹²⁸: nothing to be cut to the bits that fit.
    for number in ["36893488147419103233", "340282366920938463463374607431768211456"] {
        refused(
            &with("grid", &format!("seed = [1, {number}]")),
            "line 12, column 12: grid.seed[1] is too large a number",
        );
    }
    refused(&with("grid", "\"grid.seed\" = [[1]]"), "line 12, column 15: the grid cannot set itself");
    let many = format!("seed = [{}]", "1, ".repeat(10_001));
    refused(&with("grid", &many), "line 11, column 1: the grid has more than 10000 configurations");
    refused(&with("grid", "seed = 1"), "line 12, column 8: grid.seed must be a list, not a whole number");
    refused(
        &with("grid", "\"seed.more\" = [1]").replace("[data]", "seed = 3\n[data]"),
        "line 13, column 16: the grid sets seed.more to 1: 'seed' is not a table",
    );
    refused(
        &with("grid", "\"genome.kind\" = [\"weight\"]"),
        "line 12, column 18: unknown value 'weight' for `kind` (did you mean 'weights'?)",
    );
}

#[test]
fn settings_of_the_domain() {
    let freecell = |lines: &str| {
        format!(
            "format = 1\nname = \"f\"\ndomain = \"freecell\"\n[settings]\n{lines}\n[data]\ntrain = [\"freecell:1\"]\n\
             validation = [\"freecell:2\"]\n[genome]\nkind = \"weights\"\n"
        )
    };
    refused(
        &freecell("cell = 3"),
        "line 5, column 1: unknown key 'cell' in settings (did you mean 'cells'?)",
    );
    refused(&freecell("cells = [3]"), "line 5, column 9: settings.cells must be a number, not a list");
    refused(
        &with("settings", "cells = 3"),
        "line 12, column 1: unknown key 'cells' in settings (available: exit, target, drive-out)",
    );
    refused(
        &with("settings", "drive-out = 1"),
        "line 12, column 13: settings.drive-out must be true or false, not a whole number",
    );
    refused(&with("", "settings = 3"), "line 5, column 12: settings must be a table, not a whole number");
    let read = |text: &str| Experiment::read(text, &|_| Err(String::new())).unwrap();
    let experiment = read(&freecell("cells = 3\nbuild = \"suit\""));
    assert_eq!(
        experiment.settings.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>(),
        ["build=suit", "cells=3"]
    );
    assert!(
        experiment.print().contains("[settings]\nbuild = \"suit\"\ncells = \"3\"\n"),
        "{}",
        experiment.print()
    );
    assert_eq!(read(&experiment.print()), experiment);
    let switched = read(&with("settings", "drive-out = true"));
    assert!(
        switched.print().contains("[settings]\ndrive-out = true\n") && read(&switched.print()) == switched
    );
    assert_eq!(read(&with("settings", "drive-out = false")).settings.len(), 0);
    assert!(!read(&freecell("")).print().contains("settings"), "empty ones are not printed");
    // Generators get them.
    let tiles = "format = 1\nname = \"t\"\ndomain = \"tiles\"\n[settings]\ngoal = \"last\"\n[data]\n\
                 train = { generate = \"tiles\", count = 1, seed = 1 }\nvalidation = [\"korf:1\"]\n[genome]\nkind = \"weights\"\n";
    assert!(read(tiles).print().contains("seed = 1, goal = \"last\" }"), "{}", read(tiles).print());
}

#[test]
fn what_leaves_no_room_or_has_no_end() {
    refused(
        &with("algorithm", "kind = \"islands\"\npopulation = 12\nelites = 6\nislands = { count = 2 }"),
        "line 14, column 10: 6 of the best would leave no room for children in islands of 6 (each has its own elite: at \
         most 5)",
    );
    refused(
        &(with("algorithm", "kind = \"coevolution\"\ncoevolution = { groups = 2, per_host = 3 }")
            + "[fitness]\nkind = \"reduction\"\n"),
        "line 13, column 15: a heuristic cannot meet 3 of 2 groups (have per_host at most as large as groups)",
    );
    let clocked = |section: &str, line: &str| with(section, line) + "[stop]\nseconds = 5\n";
    let factor = "kind = \"offspring_selection\"\noffspring_selection = { comparison = [0.0, 1.0] }";
    refused(
        &clocked("algorithm", factor),
        "line 13, column 23: the comparison factor: it changes over the run, and only the clock ends this run \
         (give [stop] generations or evaluations as well)",
    );
    refused(
        &clocked("operators", "mutation = { non_uniform_all = 1 }"),
        "line 12, column 12: non_uniform_all: it changes over the run, and only the clock ends this run \
         (give [stop] generations or evaluations as well)",
    );
}

#[test]
fn heuristics_that_cannot_be_among_the_first() {
    let first = |kind: &str, text: &str, more: &str, why: &str| {
        let file =
            with("", &format!("initial = [\"{text}\"]")).replace("\"weights\"", &format!("\"{kind}\""));
        let wrong = format!("line 5, column 12: '{text}' cannot be in the first population: {why}");
        refused(&(file + more), &wrong);
    };
    first(
        "weights",
        "blockers + 9*hybrid",
        "",
        "the weight of 'hybrid' is 9, and weights from 0 to 8 evolve here",
    );
    first("weights", "hybrid*distance", "", "it is not a sum of weighted features: it uses '*'");
    let policy = "policy; if blockers >= 3: hybrid; if blockers >= 2: distance; otherwise: blockers";
    first("tree", policy, "", "it is a policy, and trees evolve here");
    first("policy", policy, "rules = 1\n", "it has 2 rules, and 1 are allowed");
    let plus = "functions = [\"+\"]\n";
    first("tree", "sqrt(hybrid)", plus, "the function 'sqrt' is not among those that evolve here");
    first(
        "tree",
        "hybrid + hybrid + hybrid + distance",
        &format!("{plus}limits = {{ nodes = 3, depth = 2 }}\n"),
        "an expression of 7 nodes and depth 4 is beyond the limits of 3 nodes and depth 2",
    );
}
