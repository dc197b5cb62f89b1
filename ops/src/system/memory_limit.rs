//! The memory that the system allows this process, where a limit is set (`ulimit -v`). The system would kill a search
//! that asked for more, so the limit of the search itself must be lower.

use crate::system::workers::STACK;
use std::fs;
use std::sync::LazyLock;

/// What a thread takes of the address space: its stack, and as much again that the allocator reserves for it, which
/// it does for the first thread of each core.
const THREAD: u64 = 2 * STACK as u64;

/// What the threads take that every command has, for signals and progress: mostly reserves of the allocator.
const OWN: u64 = 192 << 20;

/// Most bytes for each of several searches at once, on a number of threads; `None` without a limit.
pub fn per_search(threads: usize, searches: usize) -> Option<u64> {
    // As it was at the beginning: later the searches themselves have some of it.
    static LEFT: LazyLock<Option<u64>> = LazyLock::new(|| {
        let (limits, status) =
            (fs::read_to_string("/proc/self/limits").ok()?, fs::read_to_string("/proc/self/status").ok()?);
        Some(most(&limits)?.saturating_sub(used(&status)?))
    });
    LEFT.map(|left| share(left, threads as u64, searches.max(1) as u64))
}

/// One search's share of what is left. Half of it is for what searches do not count: tables while they grow. Where
/// there is hardly room for the threads, the allocator makes do with less.
fn share(left: u64, threads: u64, searches: u64) -> u64 {
    left.saturating_sub(OWN + threads * THREAD).max(left / 8) / 2 / searches
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
    let mebibytes = |left: u64, threads, searches| share(left << 20, threads, searches) >> 20;
    assert_eq!((mebibytes(1128, 1, 1), mebibytes(1256, 2, 2), mebibytes(80, 4, 1)), (404, 202, 5));
}
