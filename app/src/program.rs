//! This program once more, as a process of its own.

use std::ffi::OsString;
use std::io;
use std::process::Command;
use std::sync::OnceLock;

static WORDS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says how the program is started where the running executable is another one, such as an interpreter; nothing, where
/// nobody knows. The first time counts.
pub fn starts_by(words: Vec<OsString>) {
    let _ = WORDS.set(words);
}

/// A command that starts it.
pub fn command() -> io::Result<Command> {
    match WORDS.get().map(Vec::as_slice) {
        None => Ok(Command::new(std::env::current_exe()?)),
        Some([program, rest @ ..]) => {
            let mut command = Command::new(program);
            command.args(rest);
            Ok(command)
        }
        Some([]) => {
            Err(io::Error::new(io::ErrorKind::Unsupported, "nobody knows how this program is started"))
        }
    }
}
