//! Search parameters that evolve.

use super::*;
use crate::genome::{GeneValues, SearchGene};
use unstuck_core::search::Parameter;

/// The weights experiment with search parameters and a search.
fn evolving(genes: &str, search: &str) -> String {
    let text = WEIGHTS.replace("kind = \"weights\"", &format!("kind = \"weights\"\nsearch = {genes}"));
    format!("{text}[search]\n{search}\n")
}

#[test]
fn ranges_and_words_are_read_and_printed() {
    let text = evolving(
        "{ order = [\"domain\", \"h\"], step = [1, 8], growth = [1.5, 4] }",
        "algorithm = \"ida\"\nstep = 20",
    );
    round_trip(&text);
    let experiment = read(&text);
    let gene = |parameter, values| SearchGene { parameter, values };
    let words = ["domain", "h"].map(str::to_owned).to_vec();
    let expected = [
        gene(Parameter::Order, GeneValues::Words(words)),
        gene(Parameter::Step, GeneValues::Counts(1, 8)),
        gene(Parameter::Growth, GeneValues::Numbers(1.5, 4.0)),
    ];
    assert_eq!(experiment.genome.search, expected);
    assert!(
        experiment
            .print()
            .contains("search = { order = [\"domain\", \"h\"], step = [1, 8], growth = [1.5, 4] }")
    );
    // Heuristics begin as near to the search's own values as the ranges allow.
    let space = experiment.space(&[], |_| (0.0, 1.0));
    assert_eq!(space.search.unwrap().own().to_string(), "ida, order domain, step 8, growth 2");
    round_trip(&evolving("{ table = [\"0\", \"64MiB\"] }", "algorithm = \"wida\""));
    round_trip(&evolving("{ weight = [0.5, 5.0] }", "algorithm = \"restarts\""));
    round_trip(&evolving("{ budget = [64, 100000] }", "algorithm = \"restarts\""));
    round_trip(&evolving("{ horizon = [2, 9] }", "algorithm = \"hsd\""));
    round_trip(&evolving("{ width = [10, 5000] }", "algorithm = \"beam\""));
    round_trip(&evolving("{}", "algorithm = \"beam\""));
}

#[test]
fn heuristics_may_name_their_search() {
    let initial = "initial = [\"2*blockers\", \"search ida, step 3; 2*blockers\"]\n[data]";
    let text = evolving("{ step = [1, 8] }", "algorithm = \"ida\"").replacen("[data]", initial, 1);
    round_trip(&text);
    assert_eq!(read(&text).initial, ["2*blockers", "search ida, step 3; 2*blockers"]);
    refused(
        &text.replace("step 3", "step 9"),
        "line 5, column 26: 'search ida, step 9; 2*blockers' cannot be in the first population: its step is 9, and \
         values from 1 to 8 evolve here",
    );
    refused(
        &text.replace("search = { step = [1, 8] }\n", ""),
        "line 5, column 26: 'search ida, step 3; 2*blockers' cannot be in the first population: it names its search, \
         and no search parameters evolve here",
    );
    round_trip(&with("fitness", "reference = \"search ida, order h; blockers\""));
    refused(
        &with("fitness", "reference = \"search wastar; blockers\""),
        "line 12, column 13: the reference is made for wastar, and ida searches here",
    );
}

#[test]
fn what_cannot_evolve_is_refused() {
    let refused = |genes: &str, search: &str, message: &str| refused(&evolving(genes, search), message);
    refused(
        "{ wieght = [1, 2] }",
        "algorithm = \"wastar\"",
        "line 11, column 12: unknown key 'wieght' in genome.search (did you mean 'weight'?)",
    );
    refused(
        "{ weight = [1, 2] }",
        "algorithm = \"ida\"",
        "line 11, column 21: ida reads no weight (it reads table, order, step, growth)",
    );
    refused(
        "{ weight = [1, 2] }",
        "algorithm = \"astar\"",
        "line 11, column 21: astar reads no weight (it reads none)",
    );
    refused(
        "{ weight = [3, 2] }",
        "algorithm = \"wastar\"",
        "line 11, column 21: genome.search.weight runs backwards, from 3 to 2",
    );
    refused(
        "{ weight = [0, 2] }",
        "algorithm = \"wastar\"",
        "line 11, column 22: '0' is no weight; write a number from 0.001 to 1000",
    );
    refused(
        "{ step = [1.5, 2] }",
        "algorithm = \"ida\"",
        "line 11, column 20: genome.search.step[0] must be a whole number, not a number",
    );
    refused(
        "{ horizon = [1, 5000] }",
        "algorithm = \"hsd\"",
        "line 11, column 26: genome.search.horizon[1] must be from 1 to 1000, not 5000",
    );
    refused(
        "{ weight = 2 }",
        "algorithm = \"wastar\"",
        "line 11, column 21: genome.search.weight must be a list, not a whole number",
    );
    refused(
        "{ weight = [1, 2, 3] }",
        "algorithm = \"wastar\"",
        "line 11, column 21: genome.search.weight must be two numbers, such as [0, 20]",
    );
    refused(
        "{ order = [\"h\", \"best\"] }",
        "algorithm = \"ida\"",
        "line 11, column 26: 'best' is no order; write domain or h or reversed or random",
    );
    refused(
        "{ order = [] }",
        "algorithm = \"ida\"",
        "line 11, column 20: genome.search.order names no value",
    );
    refused("{ order = [\"h\", \"h\"] }", "algorithm = \"ida\"", "line 11, column 26: h is named twice");
    refused(
        "{ step = [1, 4] }",
        "algorithm = \"ida\"\n[fitness]\nkind = \"least_squares\"",
        "line 11, column 10: search parameters evolve, and least squares measures no search (write kind = \"search\" or \
         \"reduction\" in fitness)",
    );
    refused(
        "{ step = [1, 4] }",
        "algorithm = \"ida\"\n[algorithm]\nkind = \"cma_es\"",
        "line 11, column 10: cma_es evolves weights only, no search parameters (leave them out, or take another algorithm)",
    );
}
