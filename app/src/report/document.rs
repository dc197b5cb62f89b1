//! What the page of an experiment's report holds: sentences and tables as the terminal has them, the statistics as
//! `--json` prints them, and the curves of the runs. `ui/src/report/document.ts` declares the same.

use super::curves::{RunCurves, real, thin};
use super::sheet::Sheet;
use super::sheets;
use super::sheets::course;
use super::summary::{extent, sentences, verdict, warning};
use serde_json::{Value, json};
use unstuck_core::language::{Checked, round};
use unstuck_core::registry;
use unstuck_evolution::formula_text;
use unstuck_ops::analysis::format::{is_real, lengths_note, moment, number, reference_note, unproven_note};
use unstuck_ops::analysis::statistics::{RunLength, median};
use unstuck_ops::analysis::{
    Analysis, Configuration, Role, TestEvaluation, champions_of, controls_of, fitness, ratios, runs_of,
    validation_curve,
};
use unstuck_ops::formula::Reading;
use unstuck_ops::numbers::counted;
use unstuck_ops::origin;
use unstuck_ops::store::record::{ExperimentRecord, RunRecord, TestEvaluationRecord, read_config};

/// Points of all curves together; those of one run are from 60 to 1,000.
const POINTS: usize = 12_000;

/// Nodes beyond which a drawing is wider than anybody scrolls.
const DRAWN: usize = 400;

/// Significant digits of numbers in drawings.
const DIGITS: usize = 3;

/// Features that are followed through the generations.
const FOLLOWED: usize = 6;

/// All that the page shows of an experiment.
pub fn document(record: &ExperimentRecord, analysis: &Analysis) -> Value {
    let leading = analysis.leading().map(|configuration| configuration.number);
    let settings = analysis.configurations.iter();
    let runs = record.runs.iter().map(|run| drawn(record, analysis, run));
    let comparison = analysis.comparison.as_ref().map(|comparison| {
        json!({
            "verdict": verdict(comparison),
            "measure": comparison.measure,
            "groups": sheets::groups(String::new(), &comparison.groups),
            "pairs": sheets::contrasts("each against each", &comparison.pairs),
            "values": comparison.groups.iter().map(|group| &group.values).collect::<Vec<_>>(),
        })
    });
    json!({
        "kind": "experiment",
        "title": record.name,
        "about": format!("{} · {}", record.domain, extent(record, analysis)),
        "error": record.error,
        "sentences": sentences(analysis).join(" "),
        "warning": warning(analysis),
        "overview": sheets::configurations(analysis),
        "notes": notes(analysis),
        "comparison": comparison,
        "lengths": lengths(record, analysis),
        "settings": settings.map(|one| setting(record, analysis, one, leading)).collect::<Vec<_>>(),
        "runs": runs.collect::<Vec<_>>(),
        "analysis": analysis,
        "facts": [
            ("identity", record.identity.clone()),
            ("begun", moment(record.created)),
            ("last written", moment(record.updated)),
            ("made with", record.origin.clone()),
        ],
        "config": record.config.trim_end(),
        "written": format!("Written by {}.", origin::line()),
    })
}

/// What the figures of all runs are over.
fn notes(analysis: &Analysis) -> Vec<&'static str> {
    let mut found = Vec::new();
    if analysis.configurations.len() > 1 || analysis.configurations.iter().any(|one| one.runs > 1) {
        found.push(
            "Median, and in brackets the quartiles. Fitness is that of the runs' champions on validation; lower is better.",
        );
    }
    if analysis.configurations.iter().any(|one| one.done < one.runs) {
        found.push("Figures are over the runs that are done; where none is, over those on their way.");
    }
    found
}

/// The share of runs that reached a target: several targets for one setting, one target for several.
fn lengths(record: &ExperimentRecord, analysis: &Analysis) -> Value {
    let mut about = "share of runs that reached a fitness on validation".to_owned();
    let mut lines: Vec<(String, RunLength)> = Vec::new();
    if let [configuration] = &analysis.configurations[..] {
        let targets = configuration.run_lengths.iter();
        lines.extend(
            targets
                .map(|target| (format!("{} {}", target.name, number(target.value)), target.lengths.clone())),
        );
    } else {
        let counts = |run: &&RunRecord| analysis.configurations.iter().any(|one| one.counts(run));
        let all: Vec<f64> = record.runs.iter().filter(counts).filter_map(fitness).collect();
        let target = median(&all);
        about = format!("share of runs that reached {} on validation, the median of all", number(target));
        for configuration in analysis.configurations.iter().filter(|_| is_real(target)) {
            let own = record.runs.iter().filter(|run| configuration.counts(run));
            let curves: Vec<Vec<(f64, f64)>> = own.map(validation_curve).collect();
            lines.push((configuration.name(), RunLength::of_curves(&curves, target)));
        }
    }
    let lines: Vec<_> = lines.iter().map(|(name, one)| (name, &one.reached, one.runs)).collect();
    json!({ "about": about, "lines": lines })
}

/// What is drawn of a run.
fn drawn(record: &ExperimentRecord, analysis: &Analysis, run: &RunRecord) -> Value {
    let history = thin(&run.history, (POINTS / record.runs.len().max(1)).clamp(60, 1_000));
    let configuration = analysis.configurations.iter().find(|one| one.number == run.configuration);
    let name = configuration.filter(|_| !run.control).map(|one| one.run_name(run.repetition));
    let front = run.history.last().map(|last| &last.front).into_iter().flatten();
    let mut object = json!(RunCurves::of(run, &history, |_| None));
    shorten(&mut object);
    if let Value::Object(fields) = &mut object {
        fields.retain(|key, _| key != "seconds" && key != "failed");
    }
    object["name"] = json!(name.as_deref().unwrap_or("random search"));
    // More digits than a number has in a browser.
    object["seed"] = json!(run.seed.to_string());
    object["counts"] = json!(configuration.is_some_and(|one| one.counts(run)));
    object["spent"] = json!(run.evaluations);
    object["fitness"] = json!(fitness(run));
    object["nodes"] = json!(run.champion.as_ref().map(|champion| champion.size));
    object["individuals"] = history.iter().map(|one| one.individuals).collect();
    object["front"] = front.map(|&(nodes, length)| json!((real(nodes), real(length)))).collect();
    object
}

/// Six significant digits are more than a chart shows.
fn shorten(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            *value = json!(number.as_f64().and_then(|number| format!("{number:.5e}").parse::<f64>().ok()));
        }
        Value::Array(list) => list.iter_mut().for_each(shorten),
        Value::Object(fields) => fields.values_mut().for_each(shorten),
        _ => {}
    }
}

fn setting(
    record: &ExperimentRecord,
    analysis: &Analysis,
    configuration: &Configuration,
    leading: Option<u32>,
) -> Value {
    let find =
        |repetition: u32| runs_of(record, configuration.number).find(|run| run.repetition == repetition);
    let best = configuration.best.and_then(find);
    let middle = configuration.median.filter(|median| Some(*median) != configuration.best).and_then(find);
    let held = record.configurations.iter().find(|one| one.number == configuration.number);
    let test = held.and_then(|held| held.test.as_ref()).zip(configuration.test.as_ref());
    let champions = [best, middle].into_iter().flatten();
    let champions = champions.filter_map(|run| champion(record, configuration, run));
    json!({
        "number": configuration.number,
        "name": configuration.name(),
        "leading": leading == Some(configuration.number),
        "runs": sheets::runs(record, configuration),
        "test": test.map(|(held, test)| tested(held, test, &analysis.reference)),
        "champions": champions.collect::<Vec<_>>(),
        "hall": course::hall(if configuration.hall.len() > 1 { &configuration.hall } else { &[] }),
        "front": best.map_or_else(|| Sheet::new("", 0, &[]), course::front),
        "followed": configuration.typical().and_then(find).and_then(|run| followed(configuration, run)),
    })
}

/// All heuristics on the test set.
fn tested(held: &TestEvaluationRecord, test: &TestEvaluation, reference: &str) -> Value {
    let instances = test.instances;
    let held_on = counted(instances as u64, "instances");
    let notes = [
        Some(format!("{held_on} that no run has seen; {} as a share of {reference}.", test.counts)),
        reference_note(test.reference_solved, instances, reference),
        unproven_note(test.unproven, instances),
        lengths_note(test.rows.iter().map(|row| row.lengths), instances),
    ];
    let (champions, controls) = (ratios(champions_of(held)), ratios(controls_of(held)));
    let single = (controls.len() == 1).then_some((Role::Control, "random search, one run"));
    let levels = [(Role::Baseline, "tuned baseline")].into_iter().chain(single);
    let levels = levels.filter_map(|(role, name)| Some((name, real(test.row(role)?.mean_ratio)?)));
    let run_by_run = test.run_by_run.as_ref().map(|runs| {
        let contrast = std::slice::from_ref(&runs.contrast);
        [sheets::groups(String::new(), &runs.groups), sheets::contrasts("", contrast)]
    });
    json!({
        "notes": notes.into_iter().flatten().collect::<Vec<_>>(),
        "rows": sheets::test(test, reference),
        "pairs": sheets::pairs(test),
        "solved": sheets::solved(test),
        "run_by_run": run_by_run,
        "instances": sheets::instances(held, test),
        "champions": champions,
        "controls": controls,
        "levels": levels.collect::<Vec<_>>(),
    })
}

/// A champion as text and as a formula to be drawn.
fn champion(record: &ExperimentRecord, configuration: &Configuration, run: &RunRecord) -> Option<Value> {
    let champion = run.champion.as_ref()?;
    // The configuration has the definition of a domain that was made; one of another version names a domain that may
    // be here.
    let domain = read_config(&record.config).ok().map(|experiment| experiment.domain.0);
    let domain = domain.or_else(|| registry::domain(&record.domain));
    let table = domain.as_ref().map(|domain| domain.features());
    let formula = match table.map(|table| (formula_text::read(&champion.heuristic, table), table)) {
        Some((Ok(formula), _)) if formula.size() > DRAWN => Err("It is too large to be drawn.".to_owned()),
        // Long numbers would be wider than everything else.
        Some((Ok(formula), table)) => {
            Ok(Reading::new(&Checked::new(round(&formula, DIGITS), table), None).formula())
        }
        Some((Err(error), _)) => Err(format!("It cannot be drawn: it {error}.")),
        None => Err(format!("It cannot be drawn: the domain {} is not registered here.", record.domain)),
    };
    let name = configuration.run_name(run.repetition);
    let about = format!(
        "Of {name}, generation {}: {}, fitness {} on validation.",
        champion.generation + 1,
        counted(champion.size as u64, "nodes"),
        number(champion.validation.fitness)
    );
    Some(json!({
        "title": format!("The champion of {name}"),
        "about": about,
        "text": run.text.as_ref().unwrap_or(&champion.heuristic).trim_end(),
        "note": formula.as_ref().err(),
        "formula": formula.ok(),
    }))
}

/// The most frequent features of one run, through its generations.
fn followed(configuration: &Configuration, run: &RunRecord) -> Option<Value> {
    let last = run.history.last().filter(|_| run.history.len() > 1)?;
    let mut names: Vec<(&String, &u32)> = last.features.iter().collect();
    names.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    names.truncate(FOLLOWED);
    let history = thin(&run.history, 1_000);
    let features = names.iter().map(|(name, _)| {
        let share = |one: &unstuck_evolution::engine::Generation| {
            f64::from(one.features.get(*name).copied().unwrap_or(0)) / one.individuals.max(1) as f64
        };
        (*name, history.iter().map(share).collect::<Vec<_>>())
    });
    let features: Vec<_> = features.collect();
    let generation: Vec<u32> = history.iter().map(|one| one.number + 1).collect();
    let mut object = json!({ "generation": generation, "features": features });
    shorten(&mut object);
    object["run"] = json!(configuration.run_name(run.repetition));
    (!names.is_empty()).then_some(object)
}
