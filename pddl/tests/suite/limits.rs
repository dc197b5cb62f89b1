//! Limits hold at every stage of a task with five million operators: polls are counted. Times are CPU times and far from
//! what is measured, so that other work on the machine does not matter.

use cpu_time::ThreadTime;
use std::time::Duration;
use unstuck_pddl::error::ParseError;
use unstuck_pddl::ground::{GroundError, Grounded, ground};
use unstuck_pddl::observer::{Observer, Stage};
use unstuck_pddl::syntax::{parse_domain, parse_problem, parse_problem_within};

/// Every triple of objects is an operator: 5,000,211 for 171 objects.
const DOMAIN: &str = "(define (domain triples)
  (:predicates (near ?a ?b) (held ?a) (seen ?a ?b))
  (:action swap :parameters (?a ?b ?c) :precondition (and (near ?a ?b) (near ?b ?c) (held ?a))
    :effect (and (seen ?a ?c) (held ?b) (not (held ?a)) (not (seen ?b ?c)))))";

fn problem(objects: usize) -> String {
    let names: Vec<String> = (0..objects).map(|number| format!("o{number}")).collect();
    let mut text =
        format!("(define (problem p) (:domain triples) (:objects {}) (:init (held o0)", names.join(" "));
    for a in &names {
        names.iter().for_each(|b| text.extend(["(near ", a, " ", b, ")"]));
    }
    text + ") (:goal (and (seen o1 o2) (seen o2 o1) (held o3))))"
}

/// Stops at a number of polls of a stage or at a size, and wants to hear nothing after that.
struct Limits {
    stage: Stage,
    /// The polls of each stage that polled.
    polls: Vec<(Stage, usize)>,
    last: (Stage, usize),
    bytes: usize,
    stopped: bool,
    polled: ThreadTime,
    /// The most CPU time between two polls.
    longest: Duration,
}

impl Limits {
    fn new(last: (Stage, usize), bytes: usize) -> Self {
        let (polled, longest) = (ThreadTime::now(), Duration::ZERO);
        Self { stage: Stage::Parse, polls: Vec::new(), last, bytes, stopped: false, polled, longest }
    }

    fn polls(&self, stage: Stage) -> usize {
        self.polls.iter().find(|(polled, _)| *polled == stage).map_or(0, |(_, polls)| *polls)
    }
}

impl Observer for Limits {
    fn stage(&mut self, stage: Stage) {
        assert!(!self.stopped, "{stage:?} after the end");
        self.stage = stage;
    }

    fn poll(&mut self, bytes: usize) -> bool {
        assert!(!self.stopped, "polled after the end");
        self.longest = self.longest.max(self.polled.elapsed());
        self.polled = ThreadTime::now();
        match self.polls.last_mut() {
            Some((stage, polls)) if *stage == self.stage => *polls += 1,
            _ => self.polls.push((self.stage, 1)),
        }
        self.stopped =
            (self.stage == self.last.0 && self.polls(self.stage) >= self.last.1) || bytes > self.bytes;
        !self.stopped
    }
}

/// Many times what it takes.
const SOON: Duration = Duration::from_secs(2);

/// Peak memory of the process, where the system reports it.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

#[test]
fn every_stage_stops_at_a_poll() {
    let domain = parse_domain(DOMAIN).unwrap().value;
    let problem = parse_problem(&problem(171), &domain).unwrap().value;
    for stage in [Stage::Reach, Stage::Encode, Stage::Prune] {
        let mut limits = Limits::new((stage, 3), usize::MAX);
        let stopped = ground(&domain, &problem, &mut limits).map(|_| ());
        assert_eq!(stopped, Err(GroundError::Stopped), "{stage:?}");
        let unwound = limits.polled.elapsed();
        assert!(unwound < SOON, "{stage:?}: {unwound:?} to unwind");
    }
    let mut limits = Limits::new((Stage::Prune, usize::MAX), usize::MAX);
    let Ok(Grounded::Task(task)) = ground(&domain, &problem, &mut limits) else { panic!("stopped") };
    let operators = task.operators.len();
    assert!(operators > 4_900_000, "{operators} operators");
    eprintln!("{:?}, longest {:?}", limits.polls, limits.longest);
    for stage in [Stage::Reach, Stage::Encode, Stage::Prune] {
        assert!(limits.polls(stage) >= operators / 4_096, "{:?}", limits.polls);
    }
    assert!(limits.longest < SOON, "{:?} without a poll", limits.longest);
}

#[test]
fn memory_is_limited() {
    let before = peak();
    let domain = parse_domain(DOMAIN).unwrap().value;
    let problem = parse_problem(&problem(171), &domain).unwrap().value;
    let mut limits = Limits::new((Stage::Prune, usize::MAX), 64 << 20);
    assert_eq!(ground(&domain, &problem, &mut limits).map(|_| ()), Err(GroundError::Stopped));
    // Only a process of its own has a peak of its own: other tests may run in the same one.
    if let (Some(before), Some(after), true) = (before, peak(), std::env::var_os("NEXTEST").is_some()) {
        let grown = after - before;
        assert!(grown < (64 << 20) * 5 / 4, "{} MB for a limit of 64 MB", grown >> 20);
    }
}

#[test]
fn parsing_stops_too() {
    let domain = parse_domain(DOMAIN).unwrap().value;
    let text = problem(800);
    for (polls, bytes) in [(3, usize::MAX), (usize::MAX, 8 << 20)] {
        let mut limits = Limits::new((Stage::Parse, polls), bytes);
        let result = parse_problem_within(&text, &domain, &mut limits).map(|_| ());
        assert_eq!(result, Err(ParseError::Stopped));
        assert!(limits.polled.elapsed() < SOON);
    }
    assert_eq!(
        parse_problem_within(&text, &domain, &mut ()).unwrap().value.init.len(),
        parse_problem(&text, &domain).unwrap().value.init.len()
    );
}
