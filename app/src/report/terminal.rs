//! The report's tables in a terminal.

use super::sheet::Sheet;
use super::{sheets, summary};
use crate::terminal::Screen;
use crate::terminal::table::page_width;
use anyhow::Result;
use unstuck_ops::analysis::format::{lengths_note, reference_note, unproven_note};
use unstuck_ops::analysis::{Analysis, Configuration, TestEvaluation, best_run, runs_of};
use unstuck_ops::store::record::ExperimentRecord;

/// Settings whose tests are shown; the page has all.
const TESTS: usize = 3;

/// Prints what there is to say; in full with everything that the page draws.
pub fn show(
    record: &ExperimentRecord,
    analysis: &Analysis,
    full: bool,
    screen: &mut Screen<'_>,
) -> Result<()> {
    screen.line(format_args!(
        "{}  {}, {}",
        screen.paint.bold(&record.name),
        record.domain,
        summary::extent(record, analysis)
    ))?;
    if let Some(error) = &record.error {
        screen.line(screen.paint.bad(&format!("it failed: {error}")))?;
    }
    screen.line("")?;
    let width = usize::from(page_width());
    for line in summary::sentences(analysis).iter().flat_map(|sentence| wrapped(sentence, width)) {
        screen.line(line)?;
    }
    for line in summary::warning(analysis).iter().flat_map(|warning| wrapped(warning, width)) {
        screen.line(screen.paint.bold(&line))?;
    }
    sheet(&sheets::configurations(analysis), screen)?;
    if let [configuration] = &analysis.configurations[..] {
        runs(record, configuration, screen)?;
    }
    if let Some(comparison) = &analysis.comparison {
        let title = format!("settings by {}", comparison.measure);
        sheet(&sheets::groups(title, &comparison.groups), screen)?;
        sheet(&sheets::contrasts("each against each", &comparison.pairs), screen)?;
        for line in wrapped(&summary::verdict(comparison), width) {
            screen.line(screen.paint.faint(&line))?;
        }
    }
    let tested = analysis
        .configurations
        .iter()
        .filter_map(|configuration| Some((configuration, configuration.test.as_ref()?)));
    for (configuration, evaluation) in tested.clone().take(TESTS) {
        test(configuration, evaluation, &analysis.reference, screen)?;
        sheet(&sheets::pairs(evaluation), screen)?;
        sheet(&sheets::solved(evaluation), screen)?;
        if let Some(runs) = &evaluation.run_by_run {
            let title = "run by run: mean of ratios on the test set".to_owned();
            sheet(&sheets::groups(title, &runs.groups), screen)?;
            let only = std::slice::from_ref(&runs.contrast);
            sheet(&sheets::contrasts("run by run: champions against random search", only), screen)?;
        }
    }
    let more = tested.count().saturating_sub(TESTS);
    if more > 0 {
        screen.line("")?;
        screen.line(screen.paint.faint(&format!("the tests of {more} more settings are in the page")))?;
    }
    if let Some(run) = best_run(record) {
        sheet(&sheets::course::front(run), screen)?;
    }
    match analysis.leading() {
        Some(configuration) if full => course(record, configuration, screen),
        _ => Ok(()),
    }
}

/// Every run of a setting.
pub fn runs(record: &ExperimentRecord, configuration: &Configuration, screen: &mut Screen<'_>) -> Result<()> {
    sheet(&sheets::runs(record, configuration), screen)
}

/// All heuristics on the test set of a setting.
pub fn test(
    configuration: &Configuration,
    test: &TestEvaluation,
    reference: &str,
    screen: &mut Screen<'_>,
) -> Result<()> {
    let mut table = sheets::test(test, reference);
    if !configuration.label.is_empty() {
        table.title = format!("{}: {}", configuration.label, table.title);
    }
    sheet(&table, screen)?;
    let notes = [
        reference_note(test.reference_solved, test.instances, reference),
        unproven_note(test.unproven, test.instances),
        lengths_note(test.rows.iter().map(|row| row.lengths), test.instances),
    ];
    notes.iter().flatten().try_for_each(|line| screen.line(screen.paint.faint(line)))
}

/// How the runs of a setting went, what they were made of, and every instance of the test.
fn course(record: &ExperimentRecord, configuration: &Configuration, screen: &mut Screen<'_>) -> Result<()> {
    use sheets::course::{frequencies, generations, hall, operators, overlay, run_lengths};
    if !configuration.label.is_empty() {
        screen.line("")?;
        screen.line(format_args!("{}: the best setting", screen.paint.bold(&configuration.name())))?;
    }
    sheet(&hall(&configuration.hall), screen)?;
    sheet(&run_lengths(configuration), screen)?;
    sheet(&overlay(record, configuration), screen)?;
    if let Some(run) =
        runs_of(record, configuration.number).find(|run| Some(run.repetition) == configuration.typical())
    {
        sheet(&generations(configuration, run), screen)?;
    }
    sheet(&operators(configuration), screen)?;
    sheet(&frequencies("feature", &configuration.population.features), screen)?;
    sheet(&frequencies("function", &configuration.population.functions), screen)?;
    let held = record
        .configurations
        .iter()
        .find(|one| one.number == configuration.number)
        .and_then(|one| one.test.as_ref());
    if let (Some(held), Some(test)) = (held, &configuration.test) {
        sheet(&sheets::instances(held, test), screen)?;
    }
    Ok(())
}

fn sheet(sheet: &Sheet, screen: &mut Screen<'_>) -> Result<()> {
    if sheet.is_empty() {
        return Ok(());
    }
    screen.line("")?;
    screen.line(screen.paint.bold(&sheet.title))?;
    screen.line(sheet.text(page_width().max(80)))
}

/// A sentence in lines of so many letters at most, as far as its words allow.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let length = word.chars().count();
        match lines.last_mut().filter(|line| line.chars().count() + 1 + length <= width) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_wrapped_between_words() {
        assert_eq!(wrapped("one two three four", 9), ["one two", "three", "four"]);
        assert_eq!(wrapped("incomprehensibilities", 5), ["incomprehensibilities"]);
        assert_eq!(wrapped("exactly it", 10), ["exactly it"]);
    }
}
