//! How much memory the system lets this process have, where somebody has set a limit (`ulimit -v`). A search that asked for more would be
//! ended by the system in the middle of it, so its own limit has to come first.

use std::fs;
use std::sync::LazyLock;

/// Of what is left, a search gets one part. The others are for what it does not count: stacks of threads, tables while they
/// grow, what the allocator reserves.
const PARTS: u64 = 3;

/// Most bytes for each of so many searches at once; none where nobody has set a limit.
pub fn room(searches: usize) -> Option<u64> {
    // As it was at the beginning: later the searches themselves have some of it.
    static LEFT: LazyLock<Option<u64>> = LazyLock::new(|| {
        let (limits, status) =
            (fs::read_to_string("/proc/self/limits").ok()?, fs::read_to_string("/proc/self/status").ok()?);
        Some(most(&limits)?.saturating_sub(used(&status)?))
    });
    LEFT.map(|left| left / PARTS / searches.max(1) as u64)
}

/// The address space that a process may have, in bytes.
fn most(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The address space that it has, in bytes.
fn used(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

#[test]
fn limits_are_read() {
    let limits = |text: &str| {
        let head = "Limit                     Soft Limit           Hard Limit           Units     \n";
        most(&format!("{head}Max address space         {text:<20} unlimited            bytes     \n"))
    };
    assert_eq!(limits("409600000"), Some(409_600_000));
    assert_eq!(limits("unlimited"), None);
    assert_eq!(used("Name:\tunstuck\nVmPeak:\t  10 kB\nVmSize:\t    30 kB\n"), Some(30_720));
    assert_eq!((most(""), used("")), (None, None));
}
