//! What came out, in sentences, for the terminal and the page.

use unstuck_ops::analysis::format::{chance_of, factor, is_real, number, percent};
use unstuck_ops::analysis::statistics::Verdict;
use unstuck_ops::analysis::{
    Analysis, COST, Comparison, Configuration, ENOUGH, Role, RunByRun, TestEvaluation,
};
use unstuck_ops::numbers::{counted, seconds};
use unstuck_ops::store::record::{ExperimentRecord, State};

/// How large the experiment is and where it stands.
pub fn extent(record: &ExperimentRecord, analysis: &Analysis) -> String {
    let runs: usize = analysis.configurations.iter().map(|configuration| configuration.runs).sum();
    let done = record.runs.iter().filter(|run| run.state == State::Done && !run.control).count();
    let spent: f64 = record.runs.iter().map(|run| run.seconds).sum();
    let evaluations: u64 = record.runs.iter().map(|run| run.evaluations).sum();
    let mut parts = vec![counted(runs as u64, "runs")];
    if analysis.configurations.len() > 1 {
        parts.push(counted(analysis.configurations.len() as u64, "settings"));
    }
    if done < runs {
        parts.push(format!("{done} done"));
    }
    parts.push(counted(evaluations, "evaluations"));
    parts.push(seconds(spent));
    parts.push(record.state.name().to_owned());
    parts.join(" · ")
}

/// The sentences.
pub fn sentences(analysis: &Analysis) -> Vec<String> {
    let Some(configuration) = analysis.leading() else { return vec!["There is no run yet.".to_owned()] };
    let mut found = Vec::new();
    if analysis.configurations.len() > 1 {
        found.push(format!("The best setting by validation is {}.", configuration.name()));
    }
    match &configuration.test {
        Some(test) => found.extend(tested(configuration, test, &analysis.reference)),
        None if configuration.validation.count > 0 => {
            let so_far = match (configuration.done, configuration.runs) {
                (done, all) if done == all => String::new(),
                (0, _) => " of the runs, none of which is done,".to_owned(),
                (done, all) => format!(" of the {done} of {all} runs that are done"),
            };
            found.push(format!(
                "There is no test yet. On validation the fitness of the champions{so_far} is {} in the middle, {} at best; \
                 lower is better.",
                number(configuration.validation.median),
                number(configuration.validation.minimum)
            ));
        }
        None => found.push("No run has a champion yet.".to_owned()),
    }
    found
}

fn tested(configuration: &Configuration, test: &TestEvaluation, reference: &str) -> Vec<String> {
    let Some(champion) = test.row(Role::Best) else {
        return vec!["No champion was tested.".to_owned()];
    };
    let whose = match (configuration.best, configuration.runs) {
        (Some(run), runs) if runs > 1 => {
            format!("The champion (run {} of {runs}, the best by validation)", run + 1)
        }
        _ => "The champion".to_owned(),
    };
    let (share, held) = (percent(champion.mean_ratio), counted(test.instances as u64, "test instances"));
    let mut first = match test.counts {
        COST => format!("Solutions by {} cost {share} of {reference} on {held}", whose.replacen('T', "t", 1)),
        _ => format!(
            "{whose} expands {share} of the nodes of {reference} on {held}, and solves {}",
            champion.solved
        ),
    };
    if let Some(median) = test.row(Role::Median) {
        first += &format!("; the median run's champion {}", percent(median.mean_ratio));
    }
    if let Some(baseline) = test.row(Role::Baseline) {
        first += &format!(", the tuned baseline {}", percent(baseline.mean_ratio));
    }
    if let Some(control) = test.row(Role::Control) {
        let runs = test.run_by_run.as_ref().map_or(1, |runs| runs.groups[1].values.len());
        let which = match runs {
            1 => "one run".to_owned(),
            2 => "the better of 2 runs".to_owned(),
            many => format!("the median of {many} runs"),
        };
        first += &format!(", random search with the same budget ({which}) {}", percent(control.mean_ratio));
    }
    let mut found = vec![first + "."];
    for pair in test.pairs.iter().filter(|pair| pair.against_baseline && is_real(pair.ratio)) {
        found.push(format!("Instance by instance, the {}.", pair.sentence()));
    }
    if let Some(RunByRun { contrast, .. }) = &test.run_by_run {
        found.push(format!(
            "Run by run, a champion is worse than one of random search with a chance of {} (A12; {} by Mann and Whitney's \
             ranks).",
            factor(contrast.a12),
            chance_of(contrast.mann_whitney.p)
        ));
    }
    found
}

/// What must be said when there are too few repetitions.
pub fn warning(analysis: &Analysis) -> Option<String> {
    let count = match analysis.repetitions {
        0 => "no repetition has".to_owned(),
        1 => "only 1 repetition has".to_owned(),
        few => format!("only {few} repetitions have"),
    };
    let where_ = if analysis.configurations.len() > 1 { " in the setting that has fewest" } else { "" };
    (!analysis.enough)
        .then(|| format!("A claim needs at least {ENOUGH} repetitions, and {count} a champion{where_}: take this as a first look."))
}

/// The tests over all settings, in a sentence.
pub fn verdict(comparison: &Comparison) -> String {
    let of = |name: &str, verdict: &Verdict| {
        format!("{name}: χ² = {}, {}", number(verdict.statistic), chance_of(verdict.p))
    };
    let mut text = String::new();
    if comparison.groups.len() > 2 {
        text += &of("Champion by champion, Kruskal–Wallis", &comparison.kruskal_wallis);
        text += ". ";
    }
    if let Some(friedman) = &comparison.friedman {
        text += &of("Instance by instance, Friedman", friedman);
        text += ". ";
    }
    text += "Pairs are corrected by Holm; runs that are not done are left out.";
    text
}
