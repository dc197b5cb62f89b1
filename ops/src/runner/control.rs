//! What an experiment on its way receives: to go on, to finish its step, to pause, to stop.

use crate::system::cancel::Flag;
use crate::system::lock::locked;
use crate::system::watch::Deadline;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use unstuck_core::search::{Limit, Limits, Observer, Stats};

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Go on.
    Go,
    /// Finish the generation, then release the experiment.
    Finish,
    /// Pause at once, and keep the experiment.
    Pause,
    /// End at once.
    Stop,
    /// Release the experiment at once.
    Quit,
}

impl Command {
    const ALL: [Self; 5] = [Self::Go, Self::Finish, Self::Pause, Self::Stop, Self::Quit];

    /// Whether work goes on that is, or is not, patient enough to be finished first.
    pub fn lets(self, patient: bool) -> bool {
        self == Self::Go || (patient && self == Self::Finish)
    }
}

/// The order that counts; every worker checks it.
pub struct Control {
    order: AtomicU8,
    /// Set while impatient, and patient, work is to end.
    off: [Flag; 2],
    changed: Condvar,
    lock: Mutex<()>,
}

impl Control {
    /// Begins with [`Command::Go`].
    pub fn new() -> Self {
        let order = AtomicU8::new(Command::Go as u8);
        Self { order, off: Default::default(), changed: Condvar::new(), lock: Mutex::new(()) }
    }

    /// The order that counts now.
    pub fn order(&self) -> Command {
        Command::ALL[usize::from(self.order.load(Ordering::Relaxed))]
    }

    /// Set while work of that patience is to end.
    pub fn off(&self, patient: bool) -> &Flag {
        &self.off[usize::from(patient)]
    }

    /// Gives another order. An end is never taken back: only a faster one replaces it.
    pub fn give(&self, order: Command) {
        let _guard = self.lock.lock();
        let counts = match self.order() {
            Command::Quit => false,
            Command::Stop => order == Command::Quit,
            Command::Finish => matches!(order, Command::Stop | Command::Quit),
            Command::Go | Command::Pause => true,
        };
        if counts {
            self.order.store(order as u8, Ordering::Relaxed);
            for patient in [false, true] {
                self.off(patient).store(!order.lets(patient), Ordering::Relaxed);
            }
            self.changed.notify_all();
        }
    }

    /// Waits until the order is another one.
    pub fn wait_while(&self, order: Command) -> Command {
        let mut guard = locked(&self.lock);
        while self.order() == order {
            guard = self.changed.wait(guard).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        self.order()
    }
}

/// Watches one search: keeps its time limit, and ends it when the order says so.
pub struct Guard {
    deadline: Deadline,
    control: Arc<Control>,
    /// Whether the step is to be finished.
    patient: bool,
}

impl Guard {
    /// Starts the clock.
    pub fn new(limits: &Limits, control: Arc<Control>, patient: bool) -> Self {
        Self { deadline: Deadline::new(limits), control, patient }
    }
}

impl Observer for Guard {
    fn poll(&mut self, _stats: &Stats) -> Option<Limit> {
        if !self.control.order().lets(self.patient) {
            return Some(Limit::Cancelled);
        }
        self.deadline.reached()
    }
}
