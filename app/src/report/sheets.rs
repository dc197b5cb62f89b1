//! The tables of a report, as the terminal and the page both show them; those about the course of runs are in
//! [`course`].

pub mod course;

use super::sheet::Sheet;
use unstuck_ops::analysis::format::{
    NONE, chance, factor, interval, length, number, percent, reason, spread,
};
use unstuck_ops::analysis::{Analysis, COST, Configuration, Contrast, Member, Role, TestEvaluation};
use unstuck_ops::numbers::{grouped, seconds};
use unstuck_ops::store::record::{ExperimentRecord, TestEvaluationRecord};

/// A whole number.
fn whole(value: f64) -> String {
    if value.is_finite() && value >= 0.0 { grouped(value.round() as u64) } else { NONE.to_owned() }
}

/// Median and quartiles of every setting.
pub fn configurations(analysis: &Analysis) -> Sheet {
    let title = "runs: median [quartiles]";
    let head = ["", "runs", "validation", "nodes", "generations", "evaluations", "time"];
    let mut sheet = Sheet::new(title, 1, &head);
    for configuration in &analysis.configurations {
        sheet.row([
            configuration.name(),
            if configuration.done < configuration.runs {
                format!("{} of {} done", configuration.done, configuration.runs)
            } else {
                configuration.runs.to_string()
            },
            spread(&configuration.validation, number),
            spread(&configuration.size, whole),
            spread(&configuration.generations, whole),
            spread(&configuration.evaluations, whole),
            spread(&configuration.seconds, seconds),
        ]);
    }
    sheet
}

/// Every run of a setting.
pub fn runs(record: &ExperimentRecord, configuration: &Configuration) -> Sheet {
    let head =
        ["run", "state", "ended by", "seed", "generations", "evaluations", "time", "validation", "nodes"];
    let mut sheet = Sheet::new("every run", 3, &head);
    for run in record.runs.iter().filter(|run| run.configuration == configuration.number) {
        let champion = run.champion.as_ref();
        let name = match (run.control, configuration.runs) {
            (true, 1) => "random search".to_owned(),
            (true, _) => format!("random search {}", run.repetition + 1),
            (false, _) => configuration.run_name(run.repetition),
        };
        let texts = [
            name,
            run.state.name().to_owned(),
            run.reason.map_or(NONE, reason).to_owned(),
            run.seed.to_string(),
            run.history.len().max(run.generation as usize).to_string(),
            grouped(run.evaluations),
            seconds(run.seconds),
            champion.map_or(NONE.into(), |champion| number(champion.validation.fitness)),
            champion.map_or(NONE.into(), |champion| champion.size.to_string()),
        ];
        let shown =
            Some(run.repetition) == configuration.best || Some(run.repetition) == configuration.median;
        if shown && !run.control && configuration.runs > 1 {
            sheet.strong_row(texts);
        } else {
            sheet.row(texts);
        }
    }
    sheet
}

/// All heuristics on the test set.
pub fn test(test: &TestEvaluation, reference: &str) -> Sheet {
    let title = format!("test, {} instances; {} as a share of {reference}", test.instances, test.counts);
    let by_cost = test.counts == COST;
    let (total, length_head) = if by_cost { (COST, None) } else { ("expanded", Some("length")) };
    let mut head = vec!["heuristic", "mean of ratios", "ratio of totals", total];
    head.extend(length_head);
    head.extend(["solved", "time"]);
    head.extend(test.by_effort.then_some("effort"));
    let mut sheet = Sheet::new(title, 1, &head);
    for row in &test.rows {
        let mut texts =
            vec![row.name.clone(), percent(row.mean_ratio), percent(row.total_ratio), grouped(row.expanded)];
        texts.extend((!by_cost).then(|| length(row.length, test.unproven, (row.lengths, test.instances))));
        texts.extend([format!("{}/{}", row.solved, test.instances), seconds(row.seconds)]);
        texts.extend(test.by_effort.then(|| row.effort.map_or("–".to_owned(), percent)));
        if matches!(row.role, Role::Median | Role::Best) { sheet.strong_row(texts) } else { sheet.row(texts) }
    }
    sheet
}

/// Champions against their rivals, by nodes.
pub fn pairs(test: &TestEvaluation) -> Sheet {
    let title = format!("{}, instance by instance", test.counts);
    let head =
        ["champion", "against", "fewer / same / more", "median ratio", "95 % interval", "Wilcoxon p", "Holm"];
    let mut sheet = Sheet::new(title, 2, &head);
    for pair in &test.pairs {
        let (fewer, same, more) = pair.fewer_same_more;
        sheet.row([
            pair.first.clone(),
            pair.second.clone(),
            format!("{fewer} / {same} / {more}"),
            factor(pair.ratio),
            interval(&pair.interval),
            chance(pair.wilcoxon),
            chance(pair.holm),
        ]);
    }
    sheet
}

/// Champions against their rivals, by what they solve.
pub fn solved(test: &TestEvaluation) -> Sheet {
    let head = ["champion", "against", "solved alone", "McNemar p", "Holm"];
    let mut sheet = Sheet::new("solved, instance by instance", 2, &head);
    for pair in &test.pairs {
        sheet.row([
            pair.first.clone(),
            pair.second.clone(),
            format!("{} : {}", pair.solved_alone.0, pair.solved_alone.1),
            chance(pair.mcnemar),
            chance(pair.mcnemar_holm),
        ]);
    }
    sheet
}

/// Every instance of the test set, for those in the test table that are not made by hand.
pub fn instances(record: &TestEvaluationRecord, test: &TestEvaluation) -> Sheet {
    let shown: Vec<_> = test.rows.iter().filter(|row| row.role != Role::Handmade).collect();
    let mut head = vec!["instance".to_owned(), "cheapest".to_owned(), "reference".to_owned()];
    head.extend(shown.iter().map(|row| row.name.clone()));
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let mut sheet = Sheet::new("every instance: nodes expanded / length", 1, &head);
    for (place, instance) in record.instances.iter().enumerate() {
        let reference = &instance.reference;
        let cheapest = match reference.length {
            Some(length) if reference.optimal => length.to_string(),
            Some(length) => format!("≤{length}"),
            None => "–".to_owned(),
        };
        let reference =
            if reference.solved { String::new() } else { ">".to_owned() } + &grouped(reference.expanded);
        let mut texts = vec![instance.name.clone(), cheapest, reference];
        for row in &shown {
            match record.entries[row.entry].result.runs.get(place) {
                Some(run) if run.solved => texts.push(format!("{} / {}", grouped(run.expanded), run.length)),
                Some(run) => texts.push(format!(">{}", grouped(run.expanded))),
                None => texts.push(NONE.to_owned()),
            }
        }
        sheet.row(texts);
    }
    sheet
}

/// Groups of champions, one by one.
pub fn groups(title: String, members: &[Member]) -> Sheet {
    let head = ["", "champions", "median", "quartiles", "range", "Jarque–Bera p"];
    let mut sheet = Sheet::new(title, 1, &head);
    for group in members {
        let quartiles = &group.quartiles;
        let span = |low: f64, high: f64| format!("{} to {}", number(low), number(high));
        sheet.row([
            group.name.clone(),
            quartiles.count.to_string(),
            number(quartiles.median),
            span(quartiles.lower, quartiles.upper),
            span(quartiles.minimum, quartiles.maximum),
            chance(group.jarque_bera.p),
        ]);
    }
    sheet
}

/// Groups of champions, each against each.
pub fn contrasts(title: &str, pairs: &[Contrast]) -> Sheet {
    let head = ["", "against", "Mann–Whitney p", "Holm", "Welch p", "Holm", "A12", "Cohen's d", "Hedges' g"];
    let mut sheet = Sheet::new(title, 2, &head);
    for pair in pairs {
        sheet.row([
            pair.first.clone(),
            pair.second.clone(),
            chance(pair.mann_whitney.p),
            chance(pair.holm),
            chance(pair.welch.p),
            chance(pair.welch_holm),
            factor(pair.a12),
            factor(pair.cohen_d),
            factor(pair.hedges_g),
        ]);
    }
    sheet
}
