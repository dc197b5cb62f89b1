//! What a result was made with: version, commit and processor.

use serde::Serialize;
use serde_json::{Value, json};
use std::sync::{LazyLock, OnceLock};

/// Version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

static COMMIT: OnceLock<&str> = OnceLock::new();
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| format!("{VERSION} (commit {})", commit()));
static CPU: LazyLock<String> = LazyLock::new(|| {
    let named = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    named.or_else(sysctl).unwrap_or_else(|| std::env::consts::ARCH.to_owned())
});

/// Says which commit the program was built from: the program that is linked knows, and libraries that do not change need
/// not be built again for it.
pub fn install(commit: &'static str) {
    // Whoever comes second is the same program.
    let _ = COMMIT.set(commit);
}

/// The commit that the program was built from; a plus marks changes on top of it.
pub fn commit() -> &'static str {
    COMMIT.get().unwrap_or(&"unknown")
}

/// Version and commit, as `--version` shows them.
pub fn long_version() -> &'static str {
    &LONG_VERSION
}

/// The processor's name, if the system reports it.
pub fn cpu() -> &'static str {
    &CPU
}

/// What a result was made with.
#[derive(Debug, Clone, Copy, Serialize, crate::ToSchema)]
pub struct Origin {
    /// Version of the program.
    pub version: &'static str,
    /// Commit it was built from.
    pub commit: &'static str,
    /// The processor's name.
    pub cpu: &'static str,
}

impl Origin {
    /// This program on this machine.
    pub fn here() -> Self {
        Self { version: VERSION, commit: commit(), cpu: cpu() }
    }
}

/// For JSON.
pub fn json() -> Value {
    json!(Origin::here())
}

/// For a last line.
pub fn line() -> String {
    format!("unstuck {} on {}", long_version(), cpu())
}

/// Where there is no /proc, macOS answers this.
fn sysctl() -> Option<String> {
    let output =
        std::process::Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
    let name = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !name.is_empty()).then_some(name)
}
