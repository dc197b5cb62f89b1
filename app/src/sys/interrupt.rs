//! Ctrl-C: the first cancels every search, so that what was found is still printed; the second ends the program at
//! once.

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

/// SIGTERM cancels like Ctrl-C from now on, so that what was found is kept.
pub fn end_at_sigterm() {
    #[cfg(unix)]
    std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            let kind = tokio::signal::unix::SignalKind::terminate();
            if let Ok(mut signal) = tokio::signal::unix::signal(kind) {
                signal.recv().await;
                cancel::request(true);
            }
        });
    });
}
