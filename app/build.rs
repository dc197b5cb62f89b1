//! Tells the program which commit it was built from, and lists the files that it carries: the web UI and the ready-made
//! experiments.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    commit();
    carry("assets.rs", Path::new("../ui/dist"), "include_bytes", |_| true);
    // Tests of reports look at their pages where the program can write any.
    println!("cargo:rustc-check-cfg=cfg(pages)");
    if Path::new("../ui/dist/report.html").exists() {
        println!("cargo:rustc-cfg=pages");
    }
    carry("templates.rs", Path::new("../experiments"), "include_str", |path| {
        path.extension().is_some_and(|ending| ending == "toml")
    });
}

/// Results name the code that produced them. Outside a git checkout the environment variable `UNSTUCK_COMMIT` may say so,
/// else the commit is "unknown".
fn commit() {
    println!("cargo:rerun-if-env-changed=UNSTUCK_COMMIT");
    // A change to the sources decides whether the checkout differs from its commit.
    let sources = ["src", "../ops/src", "../core/src", "../evolution/src", "../pddl/src", "../domains"];
    for path in sources.into_iter().chain(["Cargo.toml", "../Cargo.lock"]) {
        println!("cargo:rerun-if-changed={path}");
    }
    // HEAD names a branch; its log grows with every commit on whatever branch that is.
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    let commit = std::env::var("UNSTUCK_COMMIT").ok().or_else(from_git);
    println!("cargo:rustc-env=UNSTUCK_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
}

/// The short commit, with a plus when the tracked files differ from it.
fn from_git() -> Option<String> {
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changed.is_empty() { commit } else { commit + "+" })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Writes a table of a folder's files, by their paths within it: an empty one if there is no such folder. The files are
/// copied first: building the pages during compilation removes their old files.
fn carry(table: &str, folder: &Path, by: &str, wanted: fn(&Path) -> bool) {
    // Cargo looks at everything again and again while a path that it is to watch is missing. Where the folder cannot be
    // made, that is all that happens.
    let _ = std::fs::create_dir_all(folder);
    println!("cargo:rerun-if-changed={}", folder.display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let copies = out.join(table).with_extension("copies");
    // It is there from the second time on.
    let _ = std::fs::remove_dir_all(&copies);
    let mut files = Vec::new();
    gather(folder, &mut files);
    files.sort();
    let rows = files.iter().filter(|path| wanted(path)).filter_map(|path| {
        let within = path.strip_prefix(folder).ok()?;
        let copy = copies.join(within);
        std::fs::create_dir_all(copy.parent()?).ok()?;
        std::fs::copy(path, &copy).ok()?;
        let name = within.to_str()?.replace('\\', "/");
        Some(format!("    ({name:?}, {by}!({:?})),\n", copy.to_str()?))
    });
    let rows: String = rows.collect();
    let place = out.join(table);
    if let Err(error) = std::fs::write(&place, format!("&[\n{rows}]\n")) {
        panic!("{} cannot be written: {error}", place.display());
    }
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, files);
        } else {
            files.push(path);
        }
    }
}
