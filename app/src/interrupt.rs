//! Ctrl-C: the first asks every search to stop, so that what was found is still printed; the second
//! ends the program at once. A piece of work that nobody waits for any more can be stopped in the same way, alone.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Set once a piece of work is no longer wanted.
pub type Flag = Arc<AtomicBool>;

thread_local! {
    /// The flag of the work that this thread does.
    static UNWANTED: RefCell<Option<Flag>> = const { RefCell::new(None) };
    /// Asked whether whoever began the work of this thread wants an end.
    static EAR: Cell<Option<Ear>> = const { Cell::new(None) };
}

/// Looks for what nobody else hears of: signals of another language, say. It is asked often, so it must be quick.
pub type Ear = fn() -> bool;

/// Shows the terminal's cursor.
pub const SHOW_CURSOR: &str = "\x1b[?25h";

/// Starts to listen. Without it (a second handler cannot be set) Ctrl-C ends the program as usual.
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            // An animation hides the cursor; nobody else will bring it back.
            if std::io::IsTerminal::is_terminal(&std::io::stdout()) {
                eprint!("{SHOW_CURSOR}");
            }
            std::process::exit(130);
        }
    });
}

/// Says that the user wants an end, or no longer does: for programs that listen in their own way.
pub fn ask(stop: bool) {
    ASKED.store(stop, Ordering::Relaxed);
}

/// Whether the user asked to stop, or what this thread does is no longer wanted.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
        || UNWANTED.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)))
        || EAR.get().is_some_and(|ear| ear())
}

/// The flag of the work that this thread does, for threads that help it.
pub fn flag() -> Option<Flag> {
    UNWANTED.with_borrow(Clone::clone)
}

/// Does work that a flag can end as Ctrl-C would: here, and on the threads that a [`Pool`](crate::workers::Pool) lends.
pub fn unless<T>(flag: Option<Flag>, work: impl FnOnce() -> T) -> T {
    /// Puts back what was there, also after a panic.
    struct Before(Option<Flag>);
    impl Drop for Before {
        fn drop(&mut self) {
            UNWANTED.set(self.0.take());
        }
    }
    let _before = Before(UNWANTED.replace(flag));
    work()
}

/// Does work that ends as after Ctrl-C once an ear hears of something. It is asked on this thread alone.
pub fn hearing<T>(ear: Ear, work: impl FnOnce() -> T) -> T {
    /// Puts back what was there, also after a panic.
    struct Before(Option<Ear>);
    impl Drop for Before {
        fn drop(&mut self) {
            EAR.set(self.0.take());
        }
    }
    let _before = Before(EAR.replace(Some(ear)));
    work()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workers::Pool;
    use unstuck_core::executor::Executor;

    #[test]
    fn a_flag_ends_its_own_work_alone() {
        let flag = Flag::default();
        let heard = AtomicBool::new(false);
        unless(Some(Arc::clone(&flag)), || {
            assert!(!asked());
            flag.store(true, Ordering::Relaxed);
            assert!(asked());
            let pool = Pool::new(1).unwrap();
            pool.run(1, &|_| heard.store(asked(), Ordering::Relaxed));
            assert!(heard.load(Ordering::Relaxed), "threads that help hear of it");
            assert!(!unless(None, asked));
            assert!(asked());
            pool.run(1, &|_| unless(None, || heard.store(asked(), Ordering::Relaxed)));
            assert!(!heard.load(Ordering::Relaxed));
        });
        assert!(!asked(), "nobody else does");
    }

    #[test]
    fn an_ear_is_asked_while_the_work_lasts() {
        let ended = std::panic::catch_unwind(|| {
            hearing(
                || true,
                || {
                    assert!(asked());
                    assert!(!hearing(|| false, asked), "the inner one counts");
                    assert!(asked());
                    std::thread::scope(|scope| assert!(!scope.spawn(asked).join().unwrap()));
                    std::panic::resume_unwind(Box::new("over"));
                },
            );
        });
        assert_eq!(ended.unwrap_err().downcast_ref(), Some(&"over"));
        assert!(!asked());
    }
}
