//! Cancellation: of everything (Ctrl-C), or of one piece of work by its flag. Searches poll for it every 1,024 nodes,
//! and what was found until then is still reported.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Work was cancelled before there was anything to keep.
#[derive(Debug, thiserror::Error)]
#[error("stopped before there was a result")]
pub struct Stopped;

/// Set once a piece of work is cancelled.
pub type Flag = Arc<AtomicBool>;

thread_local! {
    /// The flag of the work that this thread does.
    static CANCELLED: RefCell<Option<Flag>> = const { RefCell::new(None) };
    /// A further source of cancellation for this thread.
    static POLL: Cell<Option<Poll>> = const { Cell::new(None) };
}

/// Another source of cancellation, such as the signals of another language. It is called often, so it must be quick.
pub type Poll = fn() -> bool;

/// Cancels everything in this process, or takes that back; whether it was cancelled before.
pub fn request(cancel: bool) -> bool {
    REQUESTED.swap(cancel, Ordering::Relaxed)
}

/// Whether everything, or the work of this thread, is cancelled.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
        || CANCELLED.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)))
        || POLL.get().is_some_and(|poll| poll())
}

/// The flag of the work that this thread does, for threads that help it.
pub fn flag() -> Option<Flag> {
    CANCELLED.with_borrow(Clone::clone)
}

/// Does work that a flag cancels: here, and on the threads of a [`Pool`](crate::system::workers::Pool) that it uses.
pub fn with_flag<T>(flag: Option<Flag>, work: impl FnOnce() -> T) -> T {
    /// Puts back what was there, also after a panic.
    struct Before(Option<Flag>);
    impl Drop for Before {
        fn drop(&mut self) {
            CANCELLED.set(self.0.take());
        }
    }
    let _before = Before(CANCELLED.replace(flag));
    work()
}

/// Does work that is cancelled once `poll` returns true. It is polled on this thread alone.
pub fn with_poll<T>(poll: Poll, work: impl FnOnce() -> T) -> T {
    /// Puts back what was there, also after a panic.
    struct Before(Option<Poll>);
    impl Drop for Before {
        fn drop(&mut self) {
            POLL.set(self.0.take());
        }
    }
    let _before = Before(POLL.replace(Some(poll)));
    work()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::workers::Pool;
    use unstuck_core::executor::Executor;

    #[test]
    fn a_flag_ends_its_own_work_alone() {
        let flag = Flag::default();
        let heard = AtomicBool::new(false);
        with_flag(Some(Arc::clone(&flag)), || {
            assert!(!requested());
            flag.store(true, Ordering::Relaxed);
            assert!(requested());
            let pool = Pool::new(1).unwrap();
            pool.run(1, &|_| heard.store(requested(), Ordering::Relaxed));
            assert!(heard.load(Ordering::Relaxed), "threads that help hear of it");
            assert!(!with_flag(None, requested));
            assert!(requested());
            pool.run(1, &|_| with_flag(None, || heard.store(requested(), Ordering::Relaxed)));
            assert!(!heard.load(Ordering::Relaxed));
        });
        assert!(!requested(), "no other cancel");
    }

    #[test]
    fn a_poll_is_called_while_the_work_lasts() {
        let ended = std::panic::catch_unwind(|| {
            with_poll(
                || true,
                || {
                    assert!(requested());
                    assert!(!with_poll(|| false, requested), "the inner one counts");
                    assert!(requested());
                    std::thread::scope(|scope| assert!(!scope.spawn(requested).join().unwrap()));
                    std::panic::resume_unwind(Box::new("over"));
                },
            );
        });
        assert_eq!(ended.unwrap_err().downcast_ref(), Some(&"over"));
        assert!(!requested());
    }
}
