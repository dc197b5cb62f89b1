//! The life of one experiment in this process: leased, run in sittings between pauses, given back.

use super::Shared;
use super::agenda::{Agenda, Item, Outcome};
use super::control::{Control, Guard, Order};
use super::crew::Errand;
use super::event::{Event, Stage};
use super::lender::{Lender, Slot};
use super::{evolve, prepare, trial};
use crate::interrupt::{self, Flag};
use crate::lock::locked;
use crate::store::record::State;
use crate::store::{self, Lease};
use anyhow::{Result, anyhow};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use unstuck_core::search::{Limits, Observer};
use unstuck_evolution::context::Failure;
use unstuck_evolution::experiment::{Experiment, Ready};
use unstuck_evolution::task::{Answer, Task};

/// Most things that an experiment does at the same time. One keeps all threads busy but for the end of each batch.
const MOST: usize = 4;

/// Listeners hear of progress so often, in milliseconds.
const NEWS: u64 = 200;

/// An experiment in the hands of this process.
pub struct Hands<'a> {
    /// Store, gate and listeners.
    pub shared: &'a Shared,
    /// The right to run it.
    pub lease: &'a Lease,
    /// What it is told.
    pub control: &'a Arc<Control>,
}

/// A cell that is ready to be run.
pub struct Cell {
    /// Its number.
    pub number: u32,
    /// Its configuration.
    pub experiment: Experiment,
    /// Its instances, solved and measured.
    pub ready: Ready,
}

/// Why work ended before its end: an order. Nothing is wrong.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Runs an experiment until it is over or somebody wants an end, and gives it back.
pub fn conduct(shared: &Shared, lease: &Lease, control: &Arc<Control>) {
    let hands = Hands { shared, lease, control };
    let (state, error, by_store) = match guarded(|| hands.live()) {
        Ok(state) => (state, None, false),
        Err(error) => (State::Failed, Some(format!("{error:#}")), error.is::<store::Error>()),
    };
    // A store that failed says nothing against the experiment, which goes on when the store is well again.
    let state = if by_store { State::Waiting } else { state };
    // Where nothing can be written, the free lock says that nobody is here.
    let written = shared.store.release(lease, state, error.as_deref().filter(|_| !by_store));
    let (state, error, by_store) = match written {
        Ok(()) => (state, error, by_store),
        Err(_) if error.is_some() => (State::Waiting, error, by_store),
        // Whoever waits for the end must not take it for the one that was wanted.
        Err(failure) => (State::Waiting, Some(failure.to_string()), true),
    };
    shared.jobs().remove(&lease.experiment);
    shared.gate.leave(lease.experiment);
    shared.listeners.tell(&Event::Ended { experiment: lease.experiment, state, error, by_store });
}

/// What a domain from outside unwinds with when it cannot go on, since searches have no errors.
pub struct Raised {
    /// The reason, in words.
    pub reason: String,
    /// What the domain's own side has to say about it.
    pub cause: Box<dyn Any + Send>,
    /// It could go on, but was told to end.
    pub interrupted: bool,
}

/// A defect in one experiment does not end the others.
fn guarded<R>(work: impl FnOnce() -> Result<R>) -> Result<R> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        Err(match payload.downcast::<Raised>() {
            Ok(raised) => anyhow!("{}", raised.reason),
            Err(_) => anyhow!("a defect of the program ended it; please report the message above"),
        })
    })
}

impl Hands<'_> {
    /// Where the experiment stands in the end.
    fn live(&self) -> Result<State> {
        let record = self.shared.store.experiment(self.lease.experiment)?;
        let mut most = self.shared.threads.clamp(2, MOST).min(record.runs.len());
        for cell in &record.cells {
            if prepare::read(&cell.config)?.stop.seconds.is_some() {
                // Side by side they would take each other's time.
                most = 1;
            }
        }
        let slots: Result<Vec<Slot>> = (0..most.max(1)).map(|_| Slot::new(self.shared.threads)).collect();
        let slots = slots?;
        let agenda = Agenda::new(&self.shared.store, &record)?;
        loop {
            self.stand(State::Running)?;
            self.sit(&agenda, &slots)?;
            if agenda.is_done() {
                return Ok(State::Done);
            }
            match self.control.order() {
                Order::Pause => {
                    self.stand(State::Paused)?;
                    match self.control.wait_while(Order::Pause) {
                        Order::Stop => return Ok(State::Stopped),
                        Order::Finish | Order::Quit => return Ok(State::Paused),
                        Order::Go | Order::Pause => {}
                    }
                }
                // Told to go on before it was paused.
                Order::Go => {}
                Order::Stop => return Ok(State::Stopped),
                Order::Finish | Order::Quit => return Ok(State::Waiting),
            }
        }
    }

    fn stand(&self, state: State) -> Result<()> {
        self.shared.store.set_state(self.lease, state, None)?;
        self.tell(&Event::State { experiment: self.lease.experiment, state });
        Ok(())
    }

    /// Tells all listeners.
    pub fn tell(&self, event: &Event) {
        self.shared.listeners.tell(event);
    }

    /// Works on the agenda until nothing is left or an order ends it.
    fn sit(&self, agenda: &Agenda, slots: &[Slot]) -> Result<()> {
        agenda.open();
        let failure: Mutex<Option<anyhow::Error>> = Mutex::new(None);
        std::thread::scope(|scope| {
            for slot in slots {
                scope.spawn(|| {
                    while let Some(item) = agenda.next(|| self.control.order() == Order::Go) {
                        let done = guarded(|| self.perform(&item, slot));
                        if let Err(error) = &done
                            && !error.is::<Interrupted>()
                        {
                            // What is on the way is worth nothing any more.
                            self.control.give(Order::Quit);
                            self.shared.gate.release(self.lease.experiment);
                        }
                        if done.is_err() {
                            agenda.close();
                        }
                        let outcome = done.map_err(|error| {
                            let mut failure = locked(&failure);
                            if !error.is::<Interrupted>() && failure.is_none() {
                                *failure = Some(error);
                            }
                        });
                        agenda.settle(&item, outcome.ok());
                    }
                });
            }
        });
        let failure = failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        failure.map_or(Ok(()), Err)
    }

    fn perform(&self, item: &Item, slot: &Slot) -> Result<Outcome> {
        match item {
            Item::Prepare(number) => {
                prepare::cell(self, *number, slot).map(|cell| Outcome::Prepared(Arc::new(cell)))
            }
            Item::Run(cell, run, budget) => evolve::run(self, cell, *run, *budget, slot).map(Outcome::Over),
            Item::Trial(cell) => trial::hold(self, cell, slot).map(|()| Outcome::Tested),
        }
    }

    /// Threads for a piece of work, which tells `progress` how far it is.
    pub fn lender<'a>(
        &'a self,
        slot: &'a Slot,
        patient: bool,
        progress: &'a (dyn Fn(usize, usize) + Sync),
    ) -> Lender<'a> {
        let account = (&self.shared.gate, self.lease.experiment);
        Lender::new(slot, account, self.control, patient, progress)
    }

    /// Answers tasks: by the crew, if there is one, or by the threads.
    pub fn answer(
        &self,
        cell: &Cell,
        tasks: &[Task],
        lender: &Lender<'_>,
        patient: bool,
    ) -> Result<Vec<Answer>> {
        let world = &cell.ready.context;
        let Some(crew) = &self.shared.crew else {
            let answers = self.heed(patient, || world.answer(tasks, lender, &self.watch(patient)));
            return answers?.map_err(failed);
        };
        world.answer_by(tasks, |pieces| {
            let is_off = || !self.control.order().lets(patient);
            let errand = Errand { is_off: &is_off, progress: &|done, total| lender.tell(done, total) };
            let measured = crew.measure(self.lease.experiment, cell, pieces, &errand)?;
            let measured = measured.ok_or(Interrupted)?;
            lender.credit(measured.seconds);
            Ok(measured.answers)
        })
    }

    /// Does work that hears of orders wherever it would hear of Ctrl-C. Watchers are asked now and then; a domain from
    /// outside, whose every step may be slow, asks for itself and unwinds.
    pub fn heed<R>(&self, patient: bool, work: impl FnOnce() -> R) -> Result<R> {
        let off = self.control.off(patient);
        let ended = interrupt::unless(Some(Flag::clone(off)), || catch_unwind(AssertUnwindSafe(work)));
        ended.or_else(|payload| match payload.downcast_ref::<Raised>() {
            Some(Raised { interrupted: true, .. }) => Err(Interrupted.into()),
            _ => resume_unwind(payload),
        })
    }

    /// Makes the watchers of searches.
    pub fn watch(&self, patient: bool) -> impl Fn(&Limits) -> Box<dyn Observer> + Sync + use<> {
        let control = Arc::clone(self.control);
        move |limits: &Limits| {
            Box::new(Guard::new(limits, Arc::clone(&control), patient)) as Box<dyn Observer>
        }
    }

    /// Tells listeners of progress, now and then; of what is soon over, nothing.
    pub fn news(&self, stage: Stage, cell: u32, run: Option<i64>) -> impl Fn(usize, usize) + Sync {
        let (began, last) = (Instant::now(), AtomicU64::new(0));
        move |done, total| {
            let now = began.elapsed().as_millis() as u64;
            let before = last.load(Ordering::Relaxed);
            let due = now >= before + NEWS;
            if due && last.compare_exchange(before, now, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                let experiment = self.lease.experiment;
                self.tell(&Event::Progress { experiment, stage, cell, run, done, total });
            }
        }
    }
}

/// A failure of the world, or an order in disguise.
pub fn failed(failure: Failure) -> anyhow::Error {
    match failure {
        Failure::Stopped => Interrupted.into(),
        failure => failure.into(),
    }
}
