//! The champion against the tuned baseline on the test set.

use crate::report::terminal::wrapped;
use crate::terminal::Screen;
use crate::terminal::table::page_width;
use anyhow::Result;
use unstuck_ops::analysis::{TestEvaluation, Verdict};

/// Which of them is better, and by how much.
pub fn verdict(test: &TestEvaluation, screen: &mut Screen<'_>) -> Result<()> {
    let Some(pair) = test.champion_against_baseline() else { return Ok(()) };
    let paint = screen.paint;
    for line in wrapped(&format!("the {}", pair.sentence()), usize::from(page_width())) {
        screen.line(match pair.verdict {
            Verdict::Better => paint.good(&line),
            Verdict::Worse => paint.bad(&line),
            Verdict::Undecided => paint.faint(&line),
        })?;
    }
    Ok(())
}
