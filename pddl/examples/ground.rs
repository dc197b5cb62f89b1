//! Grounds a problem and prints sizes, memory and CPU time per stage:
//! `cargo run --release -p unstuck-pddl --example ground -- domain.pddl problem.pddl [output.sas]`.

use cpu_time::ProcessTime;
use std::error::Error;
use std::io::Write;
use std::time::Duration;
use unstuck_pddl::error::ParseError;
use unstuck_pddl::ground::{Grounded, Observer, Stage, ground};
use unstuck_pddl::syntax::{parse_domain_within, parse_problem_within};

/// CPU time at the beginning of each stage, the most bytes reported, and how long limits go unchecked.
struct Clock {
    stages: Vec<(&'static str, ProcessTime)>,
    peak: usize,
    last: ProcessTime,
    longest: Duration,
}

impl Observer for Clock {
    fn stage(&mut self, stage: Stage) {
        // Both files are parsed in one stage.
        if self.stages.last().is_none_or(|last| last.0 != stage.name()) {
            self.stages.push((stage.name(), ProcessTime::now()));
        }
    }

    fn poll(&mut self, bytes: usize) -> bool {
        self.peak = self.peak.max(bytes);
        let now = ProcessTime::now();
        self.longest = self.longest.max(now.duration_since(self.last));
        self.last = now;
        true
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let [domain_file, problem_file, rest @ ..] = files.as_slice() else {
        return Err("usage: ground DOMAIN PROBLEM [SAS]".into());
    };
    let (domain_text, problem_text) =
        (std::fs::read_to_string(domain_file)?, std::fs::read_to_string(problem_file)?);
    let last = ProcessTime::now();
    let mut clock = Clock { stages: Vec::new(), peak: 0, last, longest: Duration::ZERO };
    let in_file = |file: &str, error: ParseError| match error {
        ParseError::Invalid(diagnostic) => diagnostic.in_file(file),
        ParseError::Stopped => error.to_string(),
    };
    let domain =
        parse_domain_within(&domain_text, &mut clock).map_err(|error| in_file(domain_file, error))?;
    let problem = parse_problem_within(&problem_text, &domain.value, &mut clock)
        .map_err(|error| in_file(problem_file, error))?;
    for warning in domain.warnings {
        eprintln!("warning: {}", warning.in_file(domain_file));
    }
    for warning in problem.warnings {
        eprintln!("warning: {}", warning.in_file(problem_file));
    }
    let grounded = ground(&domain.value, &problem.value, &mut clock)?;
    clock.poll(0);
    clock.stages.push(("end", ProcessTime::now()));
    for pair in clock.stages.windows(2) {
        println!("{:10} {:8.3} s", pair[0].0, pair[1].1.duration_since(pair[0].1).as_secs_f64());
    }
    let (first, last) = (clock.stages[0].1, clock.stages[clock.stages.len() - 1].1);
    let seconds = last.duration_since(first).as_secs_f64();
    println!("{:10} {seconds:8.3} s", "total");
    let Grounded::Task(task) = grounded else {
        println!("the goal is unreachable in the delete relaxation");
        return Ok(());
    };
    if let Some(file) = rest.first() {
        let mut out = std::io::BufWriter::new(std::fs::File::create(file)?);
        unstuck_pddl::sas::write_sas(&task, &mut out)?;
        out.flush()?;
    }
    let operators = task.operators.len();
    println!("atoms      {}", task.atoms.len());
    println!("variables  {}", task.variables.len());
    println!("facts      {}", task.variables.fact_count());
    println!("operators  {operators} ({:.2} M/s)", operators as f64 / seconds / 1e6);
    println!("axioms     {}", task.axioms.len());
    println!("mutexes    {}", task.mutexes.len());
    println!("symmetry   {} classes", task.symmetry.classes().len());
    println!(
        "bytes      {} ({:.1} an operator)",
        task.bytes(),
        task.operators.bytes() as f64 / operators.max(1) as f64
    );
    println!("peak       {} bytes while grounding", clock.peak);
    println!("polls      {} ms apart at most", clock.longest.as_millis());
    task.invariants.iter().for_each(|invariant| println!("invariant  {invariant}"));
    Ok(())
}
