//! The report's tables in a terminal.

use super::analysis::Analysis;
use super::page;
use super::sheet::Sheet;
use super::sheets;
use crate::commands::Screen;
use crate::store::record::ExperimentRecord;
use crate::table::page_width;
use anyhow::Result;

/// Settings whose tests are shown; the page has all.
const TESTS: usize = 3;

/// Prints what there is to say.
pub fn show(record: &ExperimentRecord, analysis: &Analysis, screen: &mut Screen<'_>) -> Result<()> {
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
    for sentence in page::sentences(analysis) {
        screen.line(sentence)?;
    }
    if let Some(warning) = page::warning(analysis) {
        screen.line(screen.paint.bold(&warning))?;
    }
    sheet(&sheets::cells(analysis), screen)?;
    if let [cell] = &analysis.cells[..] {
        sheet(&sheets::runs(record, cell), screen)?;
    }
    if let Some(comparison) = &analysis.comparison {
        sheet(&sheets::groups(comparison), screen)?;
        sheet(&sheets::contrasts(comparison), screen)?;
        screen.line(screen.paint.faint(&page::verdict(comparison)))?;
    }
    let tested = analysis.cells.iter().filter_map(|cell| Some((cell, cell.trial.as_ref()?)));
    for (cell, trial) in tested.clone().take(TESTS) {
        let mut table = sheets::test(trial, &analysis.reference);
        if !cell.label.is_empty() {
            table.title = format!("{}: {}", cell.label, table.title);
        }
        sheet(&table, screen)?;
        sheet(&sheets::pairs(trial), screen)?;
    }
    let more = tested.count().saturating_sub(TESTS);
    if more > 0 {
        screen.line("")?;
        screen.line(screen.paint.faint(&format!("the tests of {more} more settings are in the page")))?;
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
