//! Ctrl-C: the first cancels every search, so that what was found is still printed; the second ends the program at once.

use unstuck_ops::cancel;

/// Shows the terminal's cursor.
pub const SHOW_CURSOR: &str = "\x1b[?25h";

/// Installs the handler. Without it (a second handler cannot be set) Ctrl-C ends the program as usual.
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        if cancel::request(true) {
            // An animation hides the cursor, and will not show it again.
            if std::io::IsTerminal::is_terminal(&std::io::stdout()) {
                eprint!("{SHOW_CURSOR}");
            }
            std::process::exit(130);
        }
    });
}
