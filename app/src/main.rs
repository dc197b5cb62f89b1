//! The program `unstuck`. Everything it does is in the library of the same name.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    share_arenas();
    #[cfg(unix)]
    report_large_files();
    unstuck::main()
}

/// A file beyond the limit of the system (`ulimit -f`) is an error of the write, with a message, and not a signal that ends
/// the program without one.
#[cfg(unix)]
#[allow(unsafe_code)]
fn report_large_files() {
    // SAFETY: it sets the disposition of a signal to "ignore", before there is a second thread.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// The allocator gives threads separate arenas, up to eight a core, and what is freed in one stays there: a server,
/// whose threads come and go, would grow with the experiments it has seen. One a core suffices for those at work:
/// after 48 small experiments on two cores a server holds 30 MB instead of 50, and no longer grows. A number that the
/// user has set is heeded. An interpreter that runs the library may have threads already, and is left alone.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn share_arenas() {
    if ["MALLOC_ARENA_MAX", "GLIBC_TUNABLES"].iter().any(|name| std::env::var_os(name).is_some()) {
        return;
    }
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    // SAFETY: it sets a number, before there is a second thread.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, i32::try_from(cores).unwrap_or(i32::MAX)) };
}
