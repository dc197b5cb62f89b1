//! The champion against the tuned baseline on the test set.

use crate::terminal::Screen;
use anyhow::Result;
use unstuck_ops::analysis::format::chance_of;
use unstuck_ops::experiments::CellResults;

/// Whether they differ by more than chance.
pub fn verdict(cell: &CellResults<'_>, screen: &mut Screen<'_>) -> Result<()> {
    let Some(p) = cell.p() else { return Ok(()) };
    let text =
        format!("the champion against the baseline: {} (Wilcoxon's signed ranks of the nodes)", chance_of(p));
    screen.line(screen.paint.faint(&text))
}
