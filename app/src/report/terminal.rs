//! The report's tables in a terminal.

use super::page;
use super::sheet::Sheet;
use super::sheets;
use crate::terminal::Screen;
use crate::terminal::table::page_width;
use anyhow::Result;
use unstuck_ops::analysis::format::{reference_note, unproven_note};
use unstuck_ops::analysis::{Analysis, Cell, TestEvaluation, runs_of};
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
        page::extent(record, analysis)
    ))?;
    if let Some(error) = &record.error {
        screen.line(screen.paint.bad(&format!("it failed: {error}")))?;
    }
    screen.line("")?;
    let width = usize::from(page_width());
    for line in page::sentences(analysis).iter().flat_map(|sentence| wrapped(sentence, width)) {
        screen.line(line)?;
    }
    for line in page::warning(analysis).iter().flat_map(|warning| wrapped(warning, width)) {
        screen.line(screen.paint.bold(&line))?;
    }
    sheet(&sheets::cells(analysis), screen)?;
    if let [cell] = &analysis.cells[..] {
        runs(record, cell, screen)?;
    }
    if let Some(comparison) = &analysis.comparison {
        let title = format!("settings by {}", comparison.measure);
        sheet(&sheets::groups(title, &comparison.groups), screen)?;
        sheet(&sheets::contrasts("each against each", &comparison.pairs), screen)?;
        for line in wrapped(&page::verdict(comparison), width) {
            screen.line(screen.paint.faint(&line))?;
        }
    }
    let tested = analysis.cells.iter().filter_map(|cell| Some((cell, cell.test.as_ref()?)));
    for (cell, evaluation) in tested.clone().take(TESTS) {
        test(cell, evaluation, &analysis.reference, screen)?;
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
    match analysis.leading() {
        Some(cell) if full => course(record, cell, screen),
        _ => Ok(()),
    }
}

/// Every run of a setting.
pub fn runs(record: &ExperimentRecord, cell: &Cell, screen: &mut Screen<'_>) -> Result<()> {
    sheet(&sheets::runs(record, cell), screen)
}

/// All heuristics on the test set of a setting.
pub fn test(cell: &Cell, test: &TestEvaluation, reference: &str, screen: &mut Screen<'_>) -> Result<()> {
    let mut table = sheets::test(test, reference);
    if !cell.label.is_empty() {
        table.title = format!("{}: {}", cell.label, table.title);
    }
    sheet(&table, screen)?;
    let notes = [
        reference_note(test.reference_solved, test.instances, reference),
        unproven_note(test.unproven, test.instances),
    ];
    notes.iter().flatten().try_for_each(|line| screen.line(screen.paint.faint(line)))
}

/// How the runs of a setting went, what they were made of, and every instance of the test.
fn course(record: &ExperimentRecord, cell: &Cell, screen: &mut Screen<'_>) -> Result<()> {
    use sheets::course::{frequencies, front, generations, hall, operators, overlay, run_lengths};
    if !cell.label.is_empty() {
        screen.line("")?;
        screen.line(format_args!("{}: the best setting", screen.paint.bold(&cell.name())))?;
    }
    sheet(&hall(&cell.hall), screen)?;
    sheet(&run_lengths(cell), screen)?;
    sheet(&overlay(record, cell), screen)?;
    if let Some(run) = runs_of(record, cell.number).find(|run| Some(run.repetition) == cell.typical()) {
        sheet(&generations(cell, run), screen)?;
        sheet(&front(cell, run), screen)?;
    }
    sheet(&operators(cell), screen)?;
    sheet(&frequencies("feature", &cell.population.features), screen)?;
    sheet(&frequencies("function", &cell.population.functions), screen)?;
    let held = record.cells.iter().find(|one| one.number == cell.number).and_then(|one| one.test.as_ref());
    if let (Some(held), Some(test)) = (held, &cell.test) {
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
