//! The report card on a terminal.

use crate::terminal::Screen;
use crate::terminal::table::Table;
use anyhow::Result;
use unstuck_core::audit::CounterExample;
use unstuck_ops::audit::Audit;
use unstuck_ops::instances::shortened;
use unstuck_ops::numbers;

/// As many heuristics as are looked at one by one.
const FEW: usize = 3;
/// Overestimates below this share of the states are reported as a surprise: the heuristic may be believed admissible.
const RARE: f64 = 0.01;

/// Prints the table of all cards and the boards that refute some.
pub fn report(audit: &Audit, screen: &mut Screen<'_>) -> Result<()> {
    let (entries, audited) = (&audit.entries[..], audit.instances);
    let Some(first) = entries.iter().find(|entry| entry.card.states > 0) else {
        let instances = numbers::counted(audited, "instances");
        let text = format!("no solvable state in {instances}: no distance to compare a heuristic with");
        screen.line(screen.paint.bad(&text))?;
        return screen.origin();
    };
    let mut table = Table::new(
        3,
        ["heuristic", "admissible", "consistent", "mean h", "mean error", "correlation", "ns/call"],
    );
    for entry in entries {
        let card = &entry.card;
        let (over, drops) = entry.failures();
        let known = card.states > 0;
        let property =
            |declared, share| if known && entry.is_estimate() { verdict(declared, share) } else { "".into() };
        let figure = |known: bool, figure: f64| if known { numbers::number(figure) } else { "–".into() };
        table.row([
            shortened(&entry.name),
            property(card.declared_admissible, over),
            property(card.declared_consistent, drops),
            figure(known, card.mean()),
            figure(known && entry.is_estimate(), card.mean_error()),
            card.correlation().map_or("–".into(), numbers::number),
            card.nanoseconds().map_or("–".into(), numbers::number),
        ]);
    }
    screen.line(table.text(None))?;
    print_examples(audit, screen)?;
    screen.line(format_args!(
        "\n{} and {} of {}, in {}; mean distance {}",
        numbers::counted(first.card.states, "states"),
        numbers::counted(first.card.edges, "moves"),
        numbers::counted(audited, "instances"),
        audit.metric,
        numbers::number(first.card.mean_distance()),
    ))?;
    screen.origin()
}

/// What was found, against what was declared.
fn verdict(declared: bool, share: f64) -> String {
    match (declared, share > 0.0) {
        (true, false) => "✓ declared".to_owned(),
        (false, false) => "✓".to_owned(),
        (true, true) => format!("✗ DECLARED, fails {}", percent(share)),
        (false, true) => format!("✗ {}", percent(share)),
    }
}

fn percent(share: f64) -> String {
    if share < 0.001 { "< 0.1 %".to_owned() } else { format!("{:.1} %", share * 100.0) }
}

/// The worst boards of the estimates that overestimate, in a table; drawn as well where they surprise, or where
/// a few heuristics only were asked for.
fn print_examples(audit: &Audit, screen: &mut Screen<'_>) -> Result<()> {
    let entries = &audit.entries;
    let estimates = || entries.iter().filter(|entry| entry.is_estimate());
    let mut table = Table::new(2, ["worst overestimate by", "board", "value", "exact"]);
    let mut drawn = Vec::new();
    for entry in estimates() {
        let Some(CounterExample { state, value, allowed, .. }) = &entry.card.not_admissible else { continue };
        table.row([shortened(&entry.name), state.clone(), value.to_string(), allowed.to_string()]);
        if entries.len() <= FEW || entry.failures().0 < RARE || entry.card.declared_admissible {
            let text =
                format!("the value of {} is {value}, the exact distance {allowed}:", shortened(&entry.name));
            drawn.push((text, state));
        }
    }
    if !table.is_empty() {
        screen.line(format_args!("\n{}", table.text(None)))?;
    }
    for entry in estimates().filter(|entry| entry.card.declared_consistent) {
        let Some(example) = &entry.card.not_consistent else { continue };
        let CounterExample { state, value, allowed, successor } = example;
        let next = successor.as_deref().unwrap_or_default();
        let name = shortened(&entry.name);
        drawn.push((
            format!("the value of {name} is {value}, but {allowed} through {next}, with the move:"),
            state,
        ));
    }
    for (text, state) in drawn {
        screen.line(format_args!("\n{}", screen.paint.bad(&text)))?;
        draw(audit, state, screen)?;
    }
    Ok(())
}

fn draw(audit: &Audit, state: &str, screen: &mut Screen<'_>) -> Result<()> {
    let (metric, settings) = (Some(&*audit.metric), &audit.reading.settings);
    // The text of a state may need no settings; a board that will not be drawn is still printed above.
    let Ok(puzzle) = unstuck_core::domain::read(&*audit.domain, state, metric, settings) else {
        return Ok(());
    };
    screen.paint.picture(&puzzle.picture()).into_iter().try_for_each(|row| screen.line(row))
}
