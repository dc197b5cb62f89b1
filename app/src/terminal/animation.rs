//! A solution as a film in the terminal.

use crate::sys::interrupt::SHOW_CURSOR;
use crate::terminal::Screen;
use anyhow::Result;
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use unstuck_core::puzzle::Frame;
use unstuck_ops::cancel;

const HIDE_CURSOR: &str = "\x1b[?25l";
const CLEAR_TO_END_OF_LINE: &str = "\x1b[K";

/// Plays the frames at a number of moves a second. Where the picture cannot be redrawn in place (a pipe, a low
/// terminal), the frames are printed one below the other.
pub fn play(frames: &[Frame], plan: &[String], speed: f64, screen: &mut Screen<'_>) -> Result<()> {
    let terminal = console::Term::stdout();
    let height = frames.first().map_or(0, |frame| frame.picture.rows.len() + 1);
    let in_place = std::io::stdout().is_terminal() && usize::from(terminal.size().0) > height;
    if !in_place {
        return frames.iter().enumerate().try_for_each(|(number, frame)| {
            draw(number, frame, plan, screen, "")?;
            screen.line("")
        });
    }
    write!(screen.out, "{HIDE_CURSOR}")?;
    let played = in_turn(frames, plan, speed, height, screen);
    write!(screen.out, "{SHOW_CURSOR}")?;
    screen.out.flush()?;
    played
}

fn in_turn(
    frames: &[Frame],
    plan: &[String],
    speed: f64,
    height: usize,
    screen: &mut Screen<'_>,
) -> Result<()> {
    let pause = Duration::try_from_secs_f64(1.0 / speed).unwrap_or(Duration::MAX);
    for (number, frame) in frames.iter().enumerate() {
        if number > 0 {
            wait(pause);
            if cancel::requested() {
                // The terminal has echoed the keys.
                return screen.line("");
            }
            write!(screen.out, "\x1b[{height}A")?;
        }
        draw(number, frame, plan, screen, CLEAR_TO_END_OF_LINE)?;
        screen.out.flush()?;
    }
    Ok(())
}

fn draw(number: usize, frame: &Frame, plan: &[String], screen: &mut Screen<'_>, end: &str) -> Result<()> {
    for row in screen.paint.picture(&frame.picture) {
        screen.line(format_args!("{row}{end}"))?;
    }
    let caption = match number.checked_sub(1).and_then(|number| plan.get(number)) {
        Some(action) => format!("{number}/{}  {action}  {}", plan.len(), screen.paint.faint(&frame.words)),
        None => format!("0/{}", plan.len()),
    };
    screen.line(format_args!("{caption}{end}"))
}

/// Sleeps, but not through Ctrl-C.
fn wait(pause: Duration) {
    let started = Instant::now();
    while let Some(left) = pause.checked_sub(started.elapsed()).filter(|left| !left.is_zero()) {
        if cancel::requested() {
            return;
        }
        std::thread::sleep(left.min(Duration::from_millis(20)));
    }
}
