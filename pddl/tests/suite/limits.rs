//! Limits of time and memory hold at every stage of a task with five million operators. Times are those of the
//! processor, so that other work on the machine does not matter.

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

/// Stops at a time or a size, counted from the first poll of a stage.
struct Limits {
    from: Stage,
    seconds: f64,
    bytes: usize,
    start: Option<ThreadTime>,
    stopped: Option<ThreadTime>,
    longest: Duration,
    last: ThreadTime,
}

impl Limits {
    fn new(from: Stage, seconds: f64, bytes: usize) -> Self {
        let last = ThreadTime::now();
        Self { from, seconds, bytes, start: None, stopped: None, longest: Duration::ZERO, last }
    }
}

impl Observer for Limits {
    fn stage(&mut self, stage: Stage) {
        if stage == self.from {
            self.start = Some(ThreadTime::now());
        }
    }

    fn poll(&mut self, bytes: usize) -> bool {
        let now = ThreadTime::now();
        self.longest = self.longest.max(now.duration_since(self.last));
        self.last = now;
        let late = self.start.is_some_and(|start| now.duration_since(start).as_secs_f64() > self.seconds);
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
    for stage in [Stage::Reach, Stage::Encode, Stage::Prune] {
        let mut limits = Limits::new(stage, 0.005, usize::MAX);
        let stopped = ground(&domain, &problem, &mut limits).map(|_| ());
        let ended = ThreadTime::now();
        assert_eq!(stopped, Err(GroundError::Stopped), "{stage:?}");
        let unwound = ended.duration_since(limits.stopped.unwrap());
        assert!(unwound < Duration::from_millis(100), "{stage:?}: {unwound:?} to unwind");
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
        let ended = ThreadTime::now();
        assert_eq!(result, Err(ParseError::Stopped));
        assert!(ended.duration_since(limits.stopped.unwrap()) < Duration::from_millis(100));
    }
    assert_eq!(
        parse_problem_within(&text, &domain, &mut ()).unwrap().value.init.len(),
        parse_problem(&text, &domain).unwrap().value.init.len()
    );
}
