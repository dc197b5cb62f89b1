//! Reads the files that users name, and standard input.
//!
//! Every kind of file has a size limit ([`FileKind`]), checked while the file is read: the endless stream of a device or a
//! pipe costs no more memory than the largest file. Pipes, devices and standard input are read on a helper thread, because
//! reading them can block for ever; the caller polls for cancellation meanwhile.

use crate::request::error::{Error, Kind};
use crate::system::cancel;
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use unstuck_core::language::MAX_TEXT;

/// What a file is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileKind {
    /// What such a file holds.
    pub what: &'static str,
    /// Most bytes that are read.
    pub limit: u64,
    /// What to do with a larger file.
    remedy: &'static str,
}

impl FileKind {
    /// The text of a heuristic.
    pub const HEURISTIC: Self =
        Self { what: "heuristic", limit: MAX_TEXT as u64, remedy: "name the file of a formula" };
    /// An experiment in TOML.
    pub const EXPERIMENT: Self =
        Self { what: "experiment", limit: 1 << 20, remedy: "put lists of instances into files of their own" };
    /// A plan, as text or as the JSON of a search.
    pub const PLAN: Self = Self { what: "plan", limit: 64 << 20, remedy: "name the file of one plan" };
    /// A planning domain or problem.
    pub const PDDL: Self = Self { what: "PDDL file", limit: 64 << 20, remedy: "name a smaller problem" };
    /// Boards, names of instances, or a dataset in CSV.
    pub const INSTANCES: Self =
        Self { what: "file of instances", limit: 256 << 20, remedy: "split it into several files" };
    /// The record of an experiment in JSON.
    pub const RECORD: Self =
        Self { what: "record", limit: 256 << 20, remedy: "copy the experiment from the store that has it" };
    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::HEURISTIC, Self::EXPERIMENT, Self::PLAN, Self::PDDL, Self::INSTANCES, Self::RECORD];

    fn too_large(self, title: &str) -> Error {
        let Self { what, remedy, .. } = self;
        let article = if what.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
        Error::input(format!("{title} is too large: {article} {what} has at most {}", self.size()))
            .help(remedy)
    }

    /// The limit in words.
    pub fn size(self) -> String {
        match self.limit >> 20 {
            0 => format!("{} KiB", self.limit >> 10),
            mebibytes => format!("{mebibytes} MiB"),
        }
    }
}

/// How often a blocked read polls for cancellation.
const POLL: Duration = Duration::from_millis(50);

/// Bytes that are read at once from a stream.
const CHUNK: usize = 64 << 10;

/// Standard input can be read once.
static CONSUMED: AtomicBool = AtomicBool::new(false);

/// What messages call a file.
pub fn title(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
///
/// The file cannot be read, is too large or not text in UTF-8, or the work was cancelled.
pub fn read(path: &str, kind: FileKind) -> Result<String> {
    if path.is_empty() {
        bail!("a file's name is missing behind the @; write @FILE, or - for standard input");
    }
    let title = title(path);
    let bytes = if path == "-" {
        if CONSUMED.swap(true, Ordering::Relaxed) {
            bail!("standard input is named twice, but can be read only once");
        }
        stream(|| Ok(io::stdin()), title, kind)?
    } else if Path::new(path).is_file() {
        regular(path, kind)?
    } else {
        let owned = path.to_owned();
        stream(move || File::open(owned), title, kind)?
    };
    let text = String::from_utf8(bytes).with_context(|| format!("{title} is not text in UTF-8"))?;
    // Editors on Windows leave a mark at the beginning.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// At most the first `most` bytes of a regular file; none if it is of another kind, which reading could block.
///
/// # Errors
///
/// The file cannot be read.
pub fn head(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

fn regular(path: &str, kind: FileKind) -> Result<Vec<u8>> {
    let unreadable = || format!("the file '{path}' cannot be read");
    let file = File::open(path).with_context(unreadable)?;
    let mut bytes = Vec::new();
    let too_large = file.metadata().with_context(unreadable)?.len() > kind.limit;
    if !too_large {
        // The file may grow meanwhile, and those of /proc have no size.
        file.take(kind.limit + 1).read_to_end(&mut bytes).with_context(unreadable)?;
    }
    if too_large || bytes.len() as u64 > kind.limit {
        return Err(kind.too_large(path).into());
    }
    Ok(bytes)
}

/// Reads what may block: opening a pipe, and every read of it.
fn stream<R: Read>(
    open: impl FnOnce() -> io::Result<R> + Send + 'static,
    title: &str,
    kind: FileKind,
) -> Result<Vec<u8>> {
    let (sender, chunks) = mpsc::sync_channel::<io::Result<Vec<u8>>>(1);
    let work = move || {
        let chunk = |source: &mut R| -> io::Result<Vec<u8>> {
            let mut chunk = vec![0; CHUNK];
            loop {
                match source.read(&mut chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    other => {
                        chunk.truncate(other?);
                        return Ok(chunk);
                    }
                }
            }
        };
        match open() {
            Ok(mut source) => loop {
                let chunk = chunk(&mut source);
                let is_last = chunk.as_ref().map_or(true, Vec::is_empty);
                // The reader may have seen enough.
                if sender.send(chunk).is_err() || is_last {
                    return;
                }
            },
            Err(error) => drop(sender.send(Err(error))),
        }
    };
    std::thread::Builder::new()
        .name("input".to_owned())
        .spawn(work)
        .context("no thread to read the input")?;
    let mut bytes = Vec::new();
    loop {
        match chunks.recv_timeout(POLL) {
            Ok(chunk) => {
                let chunk = chunk.with_context(|| match title {
                    "standard input" => "standard input cannot be read".to_owned(),
                    path => format!("the file '{path}' cannot be read"),
                })?;
                bytes.extend_from_slice(&chunk);
                if bytes.len() as u64 > kind.limit {
                    return Err(kind.too_large(title).into());
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(bytes),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if cancel::requested() {
            return Err(Error::new(Kind::Cancelled, format!("stopped while reading {title}")).into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::cancel::Flag;
    use std::sync::Arc;

    fn message(result: Result<Vec<u8>>) -> String {
        result.unwrap_err().to_string()
    }

    /// Endless, and counts what was read of it.
    struct Endless(Arc<std::sync::atomic::AtomicU64>);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.fetch_add(buffer.len() as u64, Ordering::Relaxed);
            Ok(buffer.len())
        }
    }

    #[test]
    fn no_more_is_read_than_the_limit() {
        let read = Arc::default();
        let endless = Endless(Arc::clone(&read));
        let told = message(stream(move || Ok(endless), "@zero", FileKind::HEURISTIC));
        assert_eq!(told, "@zero is too large: a heuristic has at most 64 KiB (name the file of a formula)");
        // The chunk that exceeds the limit, one in the channel, and one in the helper's hands.
        assert!(read.load(Ordering::Relaxed) <= FileKind::HEURISTIC.limit + 4 * CHUNK as u64);
    }

    #[test]
    fn a_stream_and_a_file_give_the_same() {
        let path = std::env::temp_dir().join(format!("unstuck-input-{}", std::process::id()));
        let text: Vec<u8> = (0..200_000_u32).map(|i| (i % 120) as u8).collect();
        let large = FileKind::PLAN;
        fs::write(&path, &text).unwrap();
        let name = path.to_str().unwrap().to_owned();
        assert_eq!(regular(&name, large).unwrap(), text);
        let open = name.clone();
        assert_eq!(stream(move || File::open(open), &name, large).unwrap(), text);
        assert_eq!(head(&path, 7).unwrap().unwrap(), text[..7]);
        let small = FileKind { limit: 199_999, ..large };
        assert!(message(regular(&name, small)).contains("is too large"));
        assert_eq!(regular(&name, FileKind { limit: 200_000, ..small }).unwrap().len(), 200_000);
        fs::remove_file(&path).unwrap();
    }

    /// A pipe to which nothing is ever written.
    #[test]
    fn a_blocked_read_is_cancelled() {
        let (reader, _writer) = io::pipe().unwrap();
        let flag = Flag::default();
        let own = Arc::clone(&flag);
        std::thread::spawn(move || own.store(true, Ordering::Relaxed));
        let ended = cancel::with_flag(Some(flag), || stream(move || Ok(reader), "pipe", FileKind::PLAN));
        assert_eq!(crate::request::error::kind(&ended.unwrap_err()), Kind::Cancelled);
    }
}
