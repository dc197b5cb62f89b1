//! Tells the program which commit it was built from.
//!
//! Results name the code that produced them. Outside a git checkout the environment variable
//! `UNSTUCK_COMMIT` may say so, else the commit is "unknown".

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=UNSTUCK_COMMIT");
    // A change to the sources decides whether the checkout differs from its commit.
    let sources = [
        "src",
        "../core/src",
        "../evolution/src",
        "../pddl/src",
        "../app/src",
        "../app/Cargo.toml",
        "../domains",
    ];
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
