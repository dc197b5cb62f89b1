//! Whether the store is sound, and what can still be used if it is not.

use crate::sys::exit::Exit;
use crate::terminal::Screen;
use anyhow::Result;
use serde_json::json;
use unstuck_ops::store::Store;
use unstuck_ops::store::check::{Checked, CheckedExperiment, Repaired};

/// Rows that are named for one experiment at most.
const MAX_ROWS: usize = 10;

/// Checks the store, repairs it on request, and prints what it found.
pub fn run(store: &Store, repair: bool, as_json: bool, screen: &mut Screen<'_>) -> Result<Exit> {
    let before = store.check()?;
    let repaired = (repair && !before.is_sound()).then(|| store.repair()).transpose()?;
    let after = repaired.is_some().then(|| store.check()).transpose()?;
    let sound = after.as_ref().unwrap_or(&before).is_sound();
    if as_json {
        screen.json(&json!({
            "store": store.path(),
            "sound": sound,
            "found": before,
            "repaired": repaired,
            "left": after,
        }))?;
    } else {
        print(&before, screen)?;
        if let Some(repaired) = &repaired {
            tell(repaired, screen)?;
        }
        if let Some(after) = after.filter(|after| !after.is_sound()) {
            screen.line("still damaged:")?;
            print(&after, screen)?;
        }
        if !sound && !repair {
            let note = "remove the damage, after a copy of the file: unstuck experiments check --repair";
            screen.line(screen.paint.faint(note))?;
        }
    }
    Ok(if sound { Exit::Fine } else { Exit::Broken })
}

fn print(checked: &Checked, screen: &mut Screen<'_>) -> Result<()> {
    for line in &checked.file {
        screen.line(format_args!("file: {line}"))?;
    }
    for line in &checked.orphans {
        screen.line(line)?;
    }
    for one in &checked.experiments {
        screen.line(format_args!("{} (number {}): {}", one.name, one.id, verdict(one)))?;
        for line in one.damage.iter().take(MAX_ROWS) {
            screen.line(format_args!("  {line}"))?;
        }
        if let Some(more) = one.damage.len().checked_sub(MAX_ROWS).filter(|more| *more > 0) {
            screen.line(format_args!("  and {more} more"))?;
        }
    }
    let damaged = checked.experiments.iter().filter(|one| !one.damage.is_empty()).count();
    let all = checked.experiments.len();
    if checked.is_sound() {
        return screen.line(format_args!("no damage; {all} experiments"));
    }
    screen.line(format_args!("damaged: {damaged} of {all} experiments"))
}

fn verdict(one: &CheckedExperiment) -> String {
    let usable = if one.readable { "can be shown and exported" } else { "cannot be shown" };
    let individuals = if one.readable && !one.individuals { ", without individuals" } else { "" };
    let resumable = match (one.resumable, &one.obstacle) {
        (None, _) => String::new(),
        (Some(true), _) => ", can be resumed".into(),
        (Some(false), Some(why)) => format!(", cannot be resumed here: {why}"),
        (Some(false), None) => ", cannot be resumed".into(),
    };
    format!("{usable}{individuals}{resumable}")
}

fn tell(repaired: &Repaired, screen: &mut Screen<'_>) -> Result<()> {
    if let Some(copy) = &repaired.backup {
        screen.line(format_args!("the file as it was is kept as {}", copy.display()))?;
    }
    repaired.changes.iter().try_for_each(|line| screen.line(line))
}
