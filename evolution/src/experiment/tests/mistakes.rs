//! Wrong words and wrong values, reported with the nearest right ones.

use super::*;

#[test]
fn misspelt_keys_and_names_are_refused_with_the_nearest() {
    refused(&with("", "seeed = 1"), "line 5, column 1: unknown key 'seeed' (did you mean 'seed'?)");
    refused(
        &with("algorithm", "populaton = 7"),
        "line 12, column 1: unknown key 'populaton' in algorithm (did you mean 'population'?)",
    );
    refused(
        &with("algorithm", "kind = \"island\""),
        "line 12, column 8: unknown value 'island' for `kind` (did you mean 'islands'?)",
    );
    refused(
        &with("operators", "mutation = { breder = 1 }"),
        "line 12, column 23: unknown mutation 'breder' (did you mean 'breeder'?)",
    );
    refused(
        &with("operators", "mutation = { breeder = { weigth = 1 } }"),
        "line 12, column 26: unknown key 'weigth' in operators.mutation.breeder (did you mean 'weight'?)",
    );
    refused(
        &with("genome", "features = [\"blokers\"]"),
        "line 10, column 13: rush-hour has no feature and no role 'blokers' (did you mean 'blockers'?)",
    );
    refused(
        &WEIGHTS.replace("\"weights\"", "\"tree\"\nfunctions = [\"+\", \"maxx\"]"),
        "line 11, column 19: unknown function 'maxx' (did you mean 'max'?)",
    );
    refused(
        &with("fitness", "reference = \"blokers\""),
        "line 12, column 13: unknown heuristic 'blokers' (did you mean 'blockers'?)",
    );
    refused(
        &WEIGHTS.replace("rush-hour", "rush-hours"),
        "line 4, column 10: unknown domain 'rush-hours' (did you mean 'rush-hour'?)",
    );
    refused(
        &with("", "metric = \"slide\""),
        "line 5, column 10: rush-hour has no metric 'slide' (did you mean 'slides'?)",
    );
    refused(
        &with("search", "algorithm = \"idda\""),
        "line 12, column 13: unknown search algorithm 'idda' (did you mean 'ida'?)",
    );
    refused(
        &WEIGHTS.replace("[\"jam:1-20\"]", "{ generate = \"randm\", count = 3 }"),
        "line 6, column 22: rush-hour has no generator 'randm' (did you mean 'random'?)",
    );
    refused(
        &WEIGHTS.replace("[\"jam:1-20\"]", "{ generate = \"random\", count = 3, vehicle = 9 }"),
        "line 6, column 43: unknown key 'vehicle' in data.train (did you mean 'vehicles'?)",
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
        "line 12, column 9: 'lots' is no table; write an amount such as 64MiB, 0, or auto",
    );
    refused(
        &with("search", "algorithm = \"bfs\""),
        "line 12, column 13: bfs is blind: it does not read a heuristic (take one of greedy, lazy, alternate, astar, wastar, ida, wida, \
         hsd, beam, ehc, awastar, restarts, quick, shortest)",
    );
    refused(
        &with("search", "weight = 2"),
        "line 12, column 10: ida reads no weight (wastar, wida, awastar, restarts, shortest would; leave it out)",
    );
    refused(
        &WEIGHTS.replace("\"weights\"", "\"tree\"\nconstants = [20, 0]"),
        "line 11, column 13: genome.constants runs backwards, from 20 to 0",
    );
    refused(
        &WEIGHTS.replace("\"w\"", "\"a/b\""),
        "line 3, column 8: 'a/b' is not a name for an experiment (use letters, digits, '-', '_' and '.')",
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
