//! Heuristics that evolve after attempts by earlier ones.

use crate::context::{Threads, cards};
use crate::engine::{algorithms, config, reduction, run, run_in_every_way};
use crate::search_genes::prepare;
use std::sync::Arc;
use unstuck_core::language::{parse, print_line};
use unstuck_evolution::algorithms::{Algorithm, AlgorithmKind};
use unstuck_evolution::context::{EvaluationContext, SOLVED_BEFORE};
use unstuck_evolution::dataset::Fitting;
use unstuck_evolution::engine::{Engine, RunConfig, SnapshotError};
use unstuck_evolution::experiment::Experiment;
use unstuck_evolution::genome::{AttemptSpace, Candidate, Form};
use unstuck_evolution::role::Role;

fn attempts(context: &EvaluationContext, most: u64) -> AttemptSpace {
    let read = |text| parse(text, &context.table).expect("a heuristic");
    AttemptSpace::new(vec![read("3*blockers_deep"), read("search ida, step 3; hybrid")], (10, most), None)
}

fn with_attempts(context: &Arc<EvaluationContext>, algorithm: Algorithm, form: Form) -> RunConfig {
    let mut config = config(context, algorithm, form, reduction());
    config.space.attempts = Some(attempts(context, 500));
    config
}

#[test]
fn threads_order_and_pauses_change_nothing() {
    for (algorithm, form) in algorithms() {
        if matches!(algorithm, Algorithm::CmaEs(_)) {
            continue; // experiments refuse it
        }
        let name = format!("{algorithm:.20?}");
        let config = || with_attempts(&cards(Fitting::default()), algorithm.clone(), form);
        let first = run_in_every_way(&config, &name);
        let champion = first.champion().expect("a champion");
        assert_eq!(champion.heuristic.attempts.len(), 2, "{name}");
        let budgets: std::collections::HashSet<_> =
            first.individuals().iter().map(|one| one.candidate.attempts.clone()).collect();
        assert!(budgets.len() > 1, "{name}: {budgets:?}");
        // It can be the first of another run.
        let space = &first.config().space;
        let stored = champion.record(&first.config().context.table).champion(&first.config().context.table);
        assert_eq!(stored.as_ref(), Ok(champion), "{name}");
        let read = Candidate::read(&champion.heuristic, space).expect("it fits");
        assert_eq!(read.formula(space).attempts, champion.heuristic.attempts, "{name}");
    }
}

#[test]
fn a_snapshot_belongs_to_its_attempts() {
    let context = cards(Fitting::default());
    let config = |most: u64| {
        let mut config = with_attempts(&context, AlgorithmKind::default().start(8, 1), Form::Tree);
        config.space.attempts = Some(attempts(&context, most));
        config
    };
    let snapshot = Engine::new(config(500)).snapshot();
    assert!(Engine::restore(config(500), &snapshot).is_ok());
    assert_eq!(Engine::restore(config(501), &snapshot).err(), Some(SnapshotError::Other));
    let mut without = config(500);
    without.space.attempts = None;
    assert_eq!(Engine::restore(without, &snapshot).err(), Some(SnapshotError::Other));
}

const PORTFOLIO: &str = r#"
    format = 1
    name = "portfolio"
    domain = "rush-hour"
    initial = ["blockers"]
    data = { train = ["jam:1-8"], validation = ["jam:9-14"] }
    search = { algorithm = "wastar", limits = { expanded = 5000 } }
    fitness = { kind = "search", sample = 0, weights = { length = 0, nodes = 1, unsolved = 10 } }
    algorithm = { population = 6 }
    stop = { generations = 2 }
    [genome]
    kind = "tree"
    features = ["blockers_deep", "blockers"]
    attempts = { heuristics = ["search wastar, weight 3; attempt 40: blockers; 2*blockers_deep"], expanded = [20, 400] }
"#;

fn experiment(text: &str) -> Experiment {
    unstuck_domains::install();
    Experiment::read(text, &|_| Err("no files".into())).expect("an experiment")
}

#[test]
fn training_is_about_what_the_attempts_leave() {
    let read = experiment(PORTFOLIO);
    assert_eq!(Experiment::read(&read.print(), &|_| Err("no files".into())).as_ref(), Ok(&read));
    let ready = prepare(&read);
    let left_out: Vec<&str> = ready.dropped.iter().map(|(_, name, _)| &**name).collect();
    assert!(ready.dropped.iter().all(|(role, _, why)| (*role, *why) == (Role::Train, SOLVED_BEFORE)));
    let left = &ready.context.sets.train;
    assert!(!left_out.is_empty() && !left.is_empty(), "{left_out:?}");
    assert_eq!((left_out.len() + left.len(), ready.context.sets.validation.len()), (8, 6));
    let config = read.run_config(&ready, 0);
    let first = print_line(&config.initial[0].formula(&ready.space), &ready.context.table);
    assert_eq!(
        first,
        "search wastar; attempt 40, weight 3: blockers; attempt 89, weight 3: 2*blockers_deep; blockers"
    );
    let mut engine = Engine::new(config);
    run(&mut engine, &Threads(2));
    let text = print_line(&engine.champion().expect("a champion").heuristic, &ready.context.table);
    assert!(text.starts_with("search wastar; attempt ") && text.contains(", weight 3: blockers; "), "{text}");
}

#[test]
fn attempts_keep_the_parameters_that_they_were_made_with() {
    let genes = "features = [\"blockers_deep\", \"blockers\"]\n    search = { weight = [1, 9] }";
    let text = PORTFOLIO.replace("features = [\"blockers_deep\", \"blockers\"]", genes);
    let text = text.replace("heuristics = [\"", "heuristics = [\"blockers\", \"");
    let ready =
        prepare(&experiment(&text.replace("algorithm = \"wastar\"", "algorithm = \"wastar\", weight = 2.0")));
    let first = Candidate::read(
        &parse("search wastar, weight 8; blockers", &ready.context.table).unwrap(),
        &ready.space,
    );
    assert_eq!(
        print_line(&first.expect("it fits").formula(&ready.space), &ready.context.table),
        "search wastar, weight 8; attempt 89, weight 2: blockers; attempt 40, weight 3: blockers; \
         attempt 89, weight 3: 2*blockers_deep; blockers"
    );
}

#[test]
fn what_cannot_be_tried_first_is_refused() {
    unstuck_domains::install();
    let refused = |old: &str, new: &str, message: &str| {
        let text = PORTFOLIO.replace(old, new);
        let error = Experiment::read(&text, &|_| Err("no files".into())).expect_err("refused").to_string();
        assert!(error.ends_with(message), "{error}");
    };
    refused("[20, 400]", "[400, 20]", "genome.attempts.expanded runs backwards, from 400 to 20");
    refused("[20, 400]", "[0, 20]", "genome.attempts.expanded[0] must be from 1 to 1000000000, not 0");
    refused(
        "search wastar, weight 3;",
        "search ida;",
        "the attempt is made for ida, and wastar searches here",
    );
    refused(
        "[20, 400]",
        "[2500, 4000]",
        "2 attempts have 5000 expansions at least, and a search has 5000 (lower it, or raise search.limits.expanded)",
    );
    refused(
        "initial = [\"blockers\"]",
        "initial = [\"search ida; blockers\"]",
        "cannot be in the first population: it names its search, and no search parameters evolve here",
    );
    refused("2*blockers_deep\"]", "2*blocker_deep\"]", "(did you mean 'blockers_deep'?)");
    refused(
        "initial = [\"blockers\"]",
        "initial = [\"attempt 20: blockers; blockers\"]",
        "cannot be in the first population: it has other attempts before it than the experiment",
    );
}
