//! Where datasets go: to a file that is whole or not there, or to standard output.

use crate::sys::exit::Exit;
use crate::terminal::Screen;
use anyhow::{Result, bail};
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use unstuck_evolution::dataset::{Dataset, Form};
use unstuck_ops::atomic_file;
use unstuck_ops::numbers::counted;
use unstuck_ops::origin;

/// Where a dataset goes.
#[derive(Args)]
pub struct OutputFlags {
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite a file that exists
    #[arg(long, requires = "output")]
    force: bool,
    /// Print JSON: the whole dataset, or with --output what was written
    #[arg(long)]
    pub json: bool,
}

/// Refuses a file that exists, unless it may be overwritten, or that has no folder.
pub fn check_path(path: &Path, force: bool) -> Result<()> {
    if path.is_dir() {
        bail!("{} is a folder; name a file", path.display());
    }
    // A device or a pipe is written to, and loses nothing.
    if path.is_file() && !force {
        bail!("{} exists already; name another file, or add --force to overwrite it", path.display());
    }
    match path.parent().filter(|parent| !parent.as_os_str().is_empty() && !parent.is_dir()) {
        Some(parent) => bail!("the folder {} does not exist", parent.display()),
        None => Ok(()),
    }
}

impl OutputFlags {
    /// Refuses what could not be written, before any work is done.
    pub fn check(&self) -> Result<()> {
        self.output.as_deref().map_or(Ok(()), |path| self.check_path(path))
    }

    /// Refuses a file that exists, or has no folder.
    pub fn check_path(&self, path: &Path) -> Result<()> {
        check_path(path, self.force)
    }

    /// Writes a dataset; `notes` are printed as well.
    pub fn deliver(
        &self,
        dataset: &Dataset,
        form: Form,
        notes: &[String],
        screen: &mut Screen<'_>,
    ) -> Result<Exit> {
        let rows = dataset.len() as u64;
        let estimates = dataset.distances.iter().filter(|distance| !distance.exact).count() as u64;
        if let Some(path) = &self.output {
            atomic_file::save(path, |out| dataset.write(out, form))?;
            if self.json {
                screen.json(&json!({
                    "saved": path,
                    "rows": rows,
                    "estimates": estimates,
                    "features": dataset.columns.iter().map(|column| &column.name).collect::<Vec<_>>(),
                    "notes": notes,
                    "unstuck": origin::json(),
                }))?;
                return Ok(Exit::Fine);
            }
            let marked =
                if estimates > 0 { format!(" ({estimates} with an estimate of h*)") } else { String::new() };
            screen.line(format_args!("{}{marked} saved as {}", counted(rows, "rows"), path.display()))?;
            notes.iter().try_for_each(|note| screen.line(screen.paint.faint(note)))?;
            screen.origin()?;
            return Ok(Exit::Fine);
        }
        if self.json {
            let mut document = unstuck_ops::dataset::json(dataset);
            document["notes"] = Value::from(notes);
            screen.json(&document)?;
        } else {
            dataset.write(screen.out, form)?;
            if io::stderr().is_terminal() {
                // Standard output is the dataset, likely on its way to a file.
                screen.out.flush()?;
                notes.iter().for_each(|note| eprintln!("{note}"));
                eprintln!("{}", origin::line());
            }
        }
        Ok(Exit::Fine)
    }
}
