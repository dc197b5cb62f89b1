//! Fair sharing of the processor: a worker needs a permit, and there are as many as threads are allowed.
//!
//! Every experiment has an account. A free permit goes to the waiting account that has used least so far; within an
//! account to the one that waited longest. A new or resumed account begins at the least of the busy ones: none is made
//! up for time in which nothing was wanted.

use crate::system::lock::locked;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::Thread;
use std::time::Instant;

/// RunContext out permits.
pub struct FairScheduler {
    state: Mutex<State>,
}

struct State {
    free: usize,
    accounts: BTreeMap<i64, Account>,
}

#[derive(Default)]
struct Account {
    /// Seconds of work.
    used: f64,
    /// Permits it has.
    busy: usize,
    waiting: VecDeque<Arc<Ticket>>,
}

impl Account {
    fn is_idle(&self) -> bool {
        self.busy == 0 && self.waiting.is_empty()
    }
}

impl State {
    /// What the least of those has used who are at work.
    fn least(&self) -> f64 {
        let busy = self.accounts.values().filter(|account| !account.is_idle());
        busy.map(|account| account.used).reduce(f64::min).unwrap_or(0.0)
    }
}

/// A waiting worker.
struct Ticket {
    thread: Thread,
    /// Whether it is a permit that comes, or the news that there is no need of one any more.
    permit: AtomicBool,
    called: AtomicBool,
}

/// The right to work, given back when dropped.
pub struct Permit<'a> {
    scheduler: &'a FairScheduler,
    account: i64,
    begun: Instant,
}

impl FairScheduler {
    /// A scheduler for so many at once.
    pub fn new(permits: usize) -> Self {
        Self { state: Mutex::new(State { free: permits, accounts: BTreeMap::new() }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is complete before anything can panic.
        locked(&self.state)
    }

    /// Opens an account.
    pub fn join(&self, account: i64) {
        self.state().accounts.entry(account).or_default();
    }

    /// Closes an account.
    pub fn leave(&self, account: i64) {
        self.state().accounts.remove(&account);
    }

    /// Waits for a permit. None when `needless` says so, now or when the account is [released](Self::release).
    pub fn enter(&self, account: i64, needless: &dyn Fn() -> bool) -> Option<Permit<'_>> {
        let ticket = {
            let mut state = self.state();
            if needless() {
                return None;
            }
            let (least, free) = (state.least(), state.free);
            let own = state.accounts.entry(account).or_default();
            if own.is_idle() {
                own.used = own.used.max(least);
            }
            // A free permit means that none waits.
            if free > 0 {
                own.busy += 1;
                state.free -= 1;
                return Some(Permit { scheduler: self, account, begun: Instant::now() });
            }
            let ticket = Arc::new(Ticket {
                thread: std::thread::current(),
                permit: AtomicBool::new(false),
                called: AtomicBool::new(false),
            });
            own.waiting.push_back(Arc::clone(&ticket));
            ticket
        };
        while !ticket.called.load(Ordering::Acquire) {
            std::thread::park();
        }
        let permit = ticket.permit.load(Ordering::Relaxed);
        permit.then(|| Permit { scheduler: self, account, begun: Instant::now() })
    }

    /// Lets all workers of an account go without a permit.
    pub fn release(&self, account: i64) {
        if let Some(account) = self.state().accounts.get_mut(&account) {
            account.waiting.drain(..).for_each(|ticket| ticket.call(false));
        }
    }
}

impl Ticket {
    fn call(&self, permit: bool) {
        self.permit.store(permit, Ordering::Relaxed);
        self.called.store(true, Ordering::Release);
        self.thread.unpark();
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.scheduler.state();
        if let Some(account) = state.accounts.get_mut(&self.account) {
            account.used += self.begun.elapsed().as_secs_f64();
            account.busy -= 1;
        }
        let waiting = state.accounts.values_mut().filter(|account| !account.waiting.is_empty());
        let next = waiting.min_by(|a, b| a.used.total_cmp(&b.used));
        let ticket = next.and_then(|account| {
            let ticket = account.waiting.pop_front();
            account.busy += usize::from(ticket.is_some());
            ticket
        });
        match ticket {
            Some(ticket) => ticket.call(true),
            None => state.free += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    /// Two accounts, one with three times as many workers: both get half of the time.
    #[test]
    fn accounts_share_evenly_whatever_their_number_of_workers() {
        const TURNS: usize = 100;
        let scheduler = FairScheduler::new(1);
        let turns = [AtomicUsize::new(0), AtomicUsize::new(0)];
        [0, 1].into_iter().for_each(|account| scheduler.join(account));
        let taken = || turns.iter().map(|turns| turns.load(Ordering::Relaxed)).sum::<usize>();
        let waiting =
            || scheduler.state().accounts.values().map(|account| account.waiting.len()).sum::<usize>();
        std::thread::scope(|scope| {
            for account in [0, 0, 0, 1] {
                let (scheduler, turns, taken, waiting) = (&scheduler, &turns, &taken, &waiting);
                scope.spawn(move || {
                    while let Some(mut permit) = scheduler.enter(account, &|| taken() >= TURNS) {
                        turns[account as usize].fetch_add(1, Ordering::Relaxed);
                        while waiting() < 3 && taken() < TURNS {
                            std::thread::yield_now();
                        }
                        // A turn of an hour: what the machine adds to it does not matter.
                        permit.begun -= Duration::from_secs(3_600);
                    }
                });
            }
        });
        let [many, one] = turns.map(AtomicUsize::into_inner);
        // Neither is ever ahead by more than a turn; the last turns come when all is over.
        assert!(many.abs_diff(one) <= 5, "{many} and {one} turns");
    }

    #[test]
    fn a_released_account_does_not_wait() {
        let scheduler = FairScheduler::new(1);
        scheduler.join(7);
        let held = scheduler.enter(7, &|| false);
        assert!(held.is_some());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| scheduler.enter(7, &|| false).is_some());
            while scheduler.state().accounts[&7].waiting.is_empty() {
                std::thread::yield_now();
            }
            assert!(!waiting.is_finished());
            scheduler.release(7);
            assert!(!waiting.join().unwrap());
        });
        assert!(scheduler.enter(7, &|| true).is_none());
        drop(held);
        assert!(scheduler.enter(7, &|| false).is_some());
    }

    #[test]
    fn a_new_or_resumed_account_gets_no_more_than_its_share() {
        let scheduler = FairScheduler::new(3);
        [1, 2].into_iter().for_each(|account| scheduler.join(account));
        scheduler.state().accounts.get_mut(&1).unwrap().used = 1_000.0;
        let at_work = scheduler.enter(1, &|| false);
        // One that was idle all the time, and one that is new.
        scheduler.join(3);
        let others = [2, 3].map(|account| scheduler.enter(account, &|| false));
        assert_eq!([2, 3].map(|account| scheduler.state().accounts[&account].used), [1_000.0; 2]);
        drop((at_work, others));
        assert!(scheduler.state().accounts.values().all(Account::is_idle));
        scheduler.leave(1);
        assert_eq!(scheduler.state().accounts.len(), 2);
    }
}
