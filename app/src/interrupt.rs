//! Ctrl-C: the first asks every search to stop, so that what was found is still printed; the second
//! ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Shows the terminal's cursor.
pub const SHOW_CURSOR: &str = "\x1b[?25h";

/// Starts to listen. Without it (a second handler cannot be set) Ctrl-C ends the program as usual.
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            // An animation hides the cursor; nobody else will bring it back.
            if std::io::IsTerminal::is_terminal(&std::io::stdout()) {
                eprint!("{SHOW_CURSOR}");
            }
            std::process::exit(130);
        }
    });
}

/// Says that the user wants an end, or no longer does: for programs that listen in their own way.
pub fn ask(stop: bool) {
    ASKED.store(stop, Ordering::Relaxed);
}

/// Whether the user asked to stop.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
