//! Limits of time and memory hold at every stage of a task with five million operators.

use std::time::{Duration, Instant};
use unstuck_pddl::error::ParseError;
use unstuck_pddl::ground::{GroundError, Grounded, ground};
use unstuck_pddl::observer::{Observer, Stage};
use unstuck_pddl::syntax::{parse_domain, parse_problem, parse_problem_within};

/// A robot swaps two of its three tools at places: 5,000,211 operators for 171 objects.
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

/// Stops at a time or a size, counted from the first poll of a stage.
struct Limits {
    from: Stage,
    seconds: f64,
    bytes: usize,
    start: Option<Instant>,
    stopped: Option<Instant>,
    longest: Duration,
    last: Instant,
}

impl Limits {
    fn new(from: Stage, seconds: f64, bytes: usize) -> Self {
        let last = Instant::now();
        Self { from, seconds, bytes, start: None, stopped: None, longest: Duration::ZERO, last }
    }
}

impl Observer for Limits {
    fn stage(&mut self, stage: Stage) {
        if stage == self.from {
            self.start = Some(Instant::now());
        }
    }

    fn poll(&mut self, bytes: usize) -> bool {
        let now = Instant::now();
        self.longest = self.longest.max(now - self.last);
        self.last = now;
        let late = self.start.is_some_and(|start| (now - start).as_secs_f64() > self.seconds);
        let stop = late || bytes > self.bytes;
        if stop {
            self.stopped = Some(now);
        }
        !stop
    }
}

/// Peak memory of the process, where the system reports it.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

#[test]
fn every_stage_stops_within_a_tenth_of_a_second() {
    let domain = parse_domain(DOMAIN).unwrap().value;
    let problem = parse_problem(&problem(171), &domain).unwrap().value;
    let stages = [Stage::Normalise, Stage::Reach, Stage::Invariants, Stage::Encode, Stage::Prune];
    for stage in stages {
        let mut limits = Limits::new(stage, 0.005, usize::MAX);
        let stopped = ground(&domain, &problem, &mut limits).map(|_| ());
        let ended = Instant::now();
        if let Some(at) = limits.stopped {
            assert_eq!(stopped, Err(GroundError::Stopped), "{stage:?}");
            assert!(ended - at < Duration::from_millis(100), "{stage:?}: {:?} to unwind", ended - at);
        } else {
            assert!(matches!(stage, Stage::Normalise | Stage::Invariants), "{stage:?} was not stopped");
        }
    }
    let mut limits = Limits::new(Stage::Prune, f64::INFINITY, usize::MAX);
    let Ok(Grounded::Task(task)) = ground(&domain, &problem, &mut limits) else { panic!("stopped") };
    assert!(task.operators.len() > 4_900_000, "{} operators", task.operators.len());
    assert!(limits.longest < Duration::from_millis(100), "{:?} without a poll", limits.longest);
}

#[test]
fn memory_is_limited() {
    let before = peak();
    let domain = parse_domain(DOMAIN).unwrap().value;
    let problem = parse_problem(&problem(171), &domain).unwrap().value;
    let mut limits = Limits::new(Stage::Normalise, f64::INFINITY, 64 << 20);
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
    for (seconds, bytes) in [(0.005, usize::MAX), (f64::INFINITY, 8 << 20)] {
        let mut limits = Limits::new(Stage::Parse, seconds, bytes);
        let result = parse_problem_within(&text, &domain, &mut limits).map(|_| ());
        let ended = Instant::now();
        assert_eq!(result, Err(ParseError::Stopped));
        assert!(ended - limits.stopped.unwrap() < Duration::from_millis(100));
    }
    assert_eq!(
        parse_problem_within(&text, &domain, &mut ()).unwrap().value.init.len(),
        parse_problem(&text, &domain).unwrap().value.init.len()
    );
}
