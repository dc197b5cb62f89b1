//! What is seen of an experiment on its way: a bar per run on a terminal, a line now and then elsewhere.

use crate::terminal::bars;
use anyhow::Result;
use console::Term;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};
use unstuck_evolution::engine::Generation;
use unstuck_evolution::experiment::StopSettings;
use unstuck_ops::numbers;
use unstuck_ops::numbers::{number, span};
use unstuck_ops::runner::event::{Event, Stage};
use unstuck_ops::runner::read_config;
use unstuck_ops::store::record::{ExperimentRecord, RunRecord, State};

/// How often a line is printed without a terminal.
const PATIENCE: Duration = Duration::from_secs(5);

/// How it is shown.
#[derive(PartialEq, Eq)]
enum Manner {
    Bars,
    Lines,
    Nothing,
}

/// The view of one experiment.
pub struct View {
    name: String,
    manner: Manner,
    bars: MultiProgress,
    runs: BTreeMap<i64, Line>,
    /// The bar of work outside of runs, and what it shows.
    work: Option<(Stage, ProgressBar)>,
    /// The last thing worth a line.
    latest: Option<String>,
    printed: Instant,
}

/// One run.
struct Line {
    title: String,
    stop: StopSettings,
    /// The budget of a control is what its repetition took.
    twin: Option<i64>,
    evaluations: u64,
    state: State,
    bar: Option<ProgressBar>,
}

impl View {
    /// Begins to look at an experiment.
    pub fn new(record: &ExperimentRecord, quiet: bool) -> Result<Self> {
        let manner = match (quiet, Term::stderr().is_term()) {
            (true, _) => Manner::Nothing,
            (false, true) => Manner::Bars,
            (false, false) => Manner::Lines,
        };
        let target =
            if manner == Manner::Bars { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let mut runs = BTreeMap::new();
        for configuration in &record.configurations {
            let stop = read_config(&configuration.config)?.stop;
            let own: Vec<&RunRecord> =
                record.runs.iter().filter(|run| run.configuration == configuration.number).collect();
            for run in &own {
                let is_twin = |other: &&&RunRecord| !other.control && other.repetition == run.repetition;
                let twin = own.iter().find(is_twin).filter(|_| run.control).map(|other| other.id);
                let line = Line {
                    title: title(record, run),
                    stop,
                    twin,
                    evaluations: run.evaluations,
                    state: run.state,
                    bar: None,
                };
                runs.insert(run.id, line);
            }
        }
        Ok(Self {
            name: record.name.clone(),
            manner,
            bars: MultiProgress::with_draw_target(target),
            runs,
            work: None,
            latest: None,
            printed: Instant::now(),
        })
    }

    /// Shows news.
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::State { state: State::Paused, .. } => {
                self.say(format!("paused; 'unstuck experiments resume {}' resumes it", self.name));
            }
            Event::State { .. } | Event::Ended { .. } => {}
            Event::Run { run, state, .. } => {
                if let Some(line) = self.runs.get_mut(run) {
                    line.state = *state;
                    if *state != State::Running {
                        line.bar.take().inspect(ProgressBar::finish_and_clear);
                    }
                }
                self.end_work();
            }
            Event::Generation { run, statistics, champion, seconds, .. } => {
                self.generation(*run, statistics, *champion, *seconds);
            }
            Event::Progress { stage: Stage::Measuring, run: Some(run), done, total, .. } => {
                // Only of generations that take long there is such news.
                if let Some(bar) = self.bar(*run) {
                    let share = 100 * done / total.max(&1);
                    bar.set_prefix(format!("{} {share:>2} %", self.runs[run].title));
                }
            }
            Event::Progress { stage, done, total, .. } => self.progress(*stage, *done, *total),
        }
        self.tick();
    }

    /// The bar of a run, made when there is something to be seen.
    fn bar(&mut self, run: i64) -> Option<ProgressBar> {
        let line = self.runs.get_mut(&run).filter(|_| self.manner == Manner::Bars)?;
        if line.bar.is_none() {
            line.bar = Some(bars::share_among(&self.bars, line.title.clone()));
        }
        line.bar.clone()
    }

    fn generation(&mut self, run: i64, statistics: &Generation, champion: Option<f64>, seconds: f64) {
        let twin = self.runs.get(&run).and_then(|line| line.twin);
        let budget = twin.and_then(|twin| self.runs.get(&twin)).map(|twin| twin.evaluations);
        let Some(line) = self.runs.get_mut(&run) else { return };
        line.evaluations = statistics.evaluations;
        let (text, share) = line.statistics(statistics, champion, seconds, budget);
        let status = format!("{}{}{text}", line.title, if line.title.is_empty() { "" } else { ": " });
        let title = line.title.clone();
        if let Some(bar) = self.bar(run) {
            bar.set_prefix(title);
            bar.set_position((share * 1_000.0) as u64);
            bar.set_message(text);
        }
        let over = self.runs.values().filter(|line| line.state == State::Done).count();
        let all = self.runs.len();
        self.latest = Some(if all > 1 { format!("{over} of {all} runs done; {status}") } else { status });
    }

    fn progress(&mut self, stage: Stage, done: usize, total: usize) {
        let what = match stage {
            Stage::Generating => "generating instances",
            Stage::Preparing => "solving by the reference",
            Stage::Measuring => "measuring",
            Stage::Tuning => "tuning the baseline",
            Stage::Testing => "testing",
        };
        self.latest = Some(format!("{what}, {done} of {total}"));
        if self.manner != Manner::Bars {
            return;
        }
        if self.work.as_ref().is_none_or(|(known, _)| *known != stage) {
            self.end_work();
            self.work = Some((stage, bars::pieces_among(&self.bars, what, total)));
        }
        if let Some((_, bar)) = &self.work {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        }
    }

    fn end_work(&mut self) {
        if let Some((_, bar)) = self.work.take() {
            bar.finish_and_clear();
        }
    }

    /// Says something between the bars, or at once.
    fn say(&mut self, text: String) {
        match self.manner {
            // What cannot be shown is not worth an end.
            Manner::Bars => drop(self.bars.println(format!("{}: {text}", self.name))),
            Manner::Lines => {
                self.latest = Some(text);
                self.print();
            }
            Manner::Nothing => {}
        }
    }

    /// Acknowledges Ctrl-C.
    pub fn ending(&mut self) {
        self.say("finishing the generation; Ctrl-C again ends at once, and nothing stored is lost".into());
    }

    /// To be called now and then.
    pub fn tick(&mut self) {
        if self.manner == Manner::Lines && self.printed.elapsed() > PATIENCE {
            self.print();
        }
    }

    fn print(&mut self) {
        self.printed = Instant::now();
        if let Some(text) = self.latest.take() {
            // Standard error may be closed, and then there is nothing to do.
            let _ = writeln!(std::io::stderr(), "{}: {text}", self.name);
        }
    }

    /// Takes everything off the screen.
    pub fn clear(&mut self) {
        self.end_work();
        self.runs.values_mut().filter_map(|line| line.bar.take()).for_each(|bar| bar.finish_and_clear());
    }
}

impl Line {
    /// The statistics of a run, and the share of it that is over.
    fn statistics(
        &self,
        last: &Generation,
        champion: Option<f64>,
        seconds: f64,
        budget: Option<u64>,
    ) -> (String, f64) {
        let rules = self.stop.rules;
        let generations = rules.generations.filter(|_| self.twin.is_none());
        let evaluations = if self.twin.is_some() { budget } else { rules.evaluations };
        let most = self.stop.seconds.filter(|_| self.twin.is_none());
        let over = |done: f64, all: Option<f64>| all.map_or(0.0, |all| (done / all.max(1.0)).min(1.0));
        let done = last.number + 1;
        let share = over(done.into(), generations.map(f64::from))
            .max(over(last.evaluations as f64, evaluations.map(|all| all as f64)))
            .max(over(seconds, most));
        let wide = bars::columns() >= 110;
        let mut parts = vec![match generations {
            Some(all) => format!("{}{done}/{all}", if wide { "generation " } else { "" }),
            None => format!("generation {done}"),
        }];
        if seconds > 1.0 && share > 0.0 && share < 1.0 {
            parts.push(format!("{} left", span(seconds / share - seconds)));
        }
        parts.push(format!("best {}", number(last.best)));
        // A sum of opposite numbers hardly ever ends at 0 itself.
        let mean = if last.mean.abs() < 1e-9 { 0.0 } else { last.mean };
        parts.push(format!("mean {}", number(mean)));
        parts.extend(champion.map(|champion| format!("validation {}", number(champion))));
        if wide && seconds > 1.0 {
            parts.push(format!("{}/s", numbers::rough(last.evaluations as f64 / seconds)));
        }
        (parts.join(" · "), share)
    }
}

/// What distinguishes a run from the others.
fn title(record: &ExperimentRecord, run: &RunRecord) -> String {
    let own =
        record.runs.iter().filter(|other| other.configuration == run.configuration && !other.control).count();
    let configuration = match record.configurations.len() {
        1 => String::new(),
        all => format!("configuration {}/{all} ", run.configuration + 1),
    };
    let name = match (run.control, own) {
        (true, 1) => "random search".to_owned(),
        (true, all) => format!("random search {}/{all}", run.repetition + 1),
        (false, 1) => "run".to_owned(),
        (false, all) => format!("run {}/{all}", run.repetition + 1),
    };
    configuration + &name
}
