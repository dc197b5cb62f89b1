//! Settings that are right by themselves and wrong together.

use super::Experiment;
use super::algorithm::AlgorithmSettings;
use super::data::Source;
use super::error::overlap;
use super::fitness::BLIND;
use super::genome::is_weighted;
use crate::algorithms::{Combination, Conflict, NO_PROGRESS, PROGRESS_HELP};
use crate::config::source::{Places, suggestion};
use crate::fitness::{Basis, Evaluator};
use crate::genome::{Candidate, Form, Space};
use crate::operators::creation::can_make;
use crate::operators::mutation::reads_progress;
use crate::operators::selection::reads_cases;
use crate::role::Role;
use std::borrow::Cow;
use unstuck_core::champions;
use unstuck_core::error::ParseError;
use unstuck_core::feature::{FeatureInfo, FeatureTable, Kind};
use unstuck_core::language::{Formula, MAX_TEXT, parse, print_line};

type Checked = Result<(), ParseError>;

/// The longest texts of attempts, in bytes: a heuristic with them still has to be read.
const MAX_ATTEMPTS: usize = MAX_TEXT / 4;

impl Experiment {
    /// Refuses what cannot work, and writes the heuristics in their standard form.
    pub(super) fn complete(&mut self, places: &Places) -> Checked {
        self.check_kinds(places)?;
        self.algorithm.racing &= self.can_race();
        let chosen = self.genome.chosen(self.domain(), places)?;
        self.check_features(&chosen, places)?;
        self.check_search(places)?;
        self.resolve_attempts(places)?;
        let space = self.space(&chosen, |_| (0.0, 1.0));
        self.check_grammar(&space, places)?;
        self.check_roles(places)?;
        self.resolve_heuristics(&space, places)
    }

    /// Algorithm, genome and fitness.
    fn check_kinds(&self, places: &Places) -> Checked {
        let refuse = |Conflict { path, message, help }| places.refuse(path, message).help(help);
        let capacity = self.algorithm.initial_capacity();
        if self.initial.len() > capacity {
            let wrong = format!(
                "{} heuristics are given, and the first population has {capacity}",
                self.initial.len()
            );
            return Err(places.refuse("initial", wrong).help("give fewer, or have a larger population"));
        }
        let rules = &self.stop.rules;
        let evaluator = &self.fitness.evaluator;
        let rest = Combination {
            population: self.algorithm.population,
            form: self.genome.form,
            evolves_search: !self.genome.search.is_empty() || self.genome.attempts.is_some(),
            evaluator,
            sets_sample: places.has("fitness.sample"),
            selection: &self.operators.selection.name,
            compares_cases: reads_cases(&self.operators.selection.name),
            ends_by_clock: rules.generations.is_none() && rules.evaluations.is_none(),
        };
        self.algorithm.kind.info().check(&rest).map_err(refuse)?;
        let slow = self.operators.mutation.iter().find(|one| reads_progress(&one.name));
        if let (true, Some(slow)) = (rest.ends_by_clock, slow) {
            let wrong = format!("{}: {NO_PROGRESS}", slow.name);
            return Err(refuse(Conflict::new("operators.mutation", wrong, PROGRESS_HELP)));
        }
        let fit = evaluator.least_squares().filter(|fit| fit.beyond.is_some());
        if !evaluator.parts().is_empty() && fit.is_some() {
            let wrong = "searches of a multi fitness would run what is beyond the feature alone";
            return Err(refuse(Conflict::new("fitness.parts", wrong, "leave the target at h*")));
        }
        Ok(())
    }

    /// Whether candidates can be raced: all of a generation are compared by one number, and that is measured by
    /// searches.
    pub(super) fn can_race(&self) -> bool {
        let AlgorithmSettings { kind, population, .. } = &self.algorithm;
        let searches = |evaluator: &Evaluator| evaluator.basis() != Basis::Rows;
        let evaluator = &self.fitness.evaluator;
        kind.info().survivors(*population).is_some()
            && !reads_cases(&self.operators.selection.name)
            && (searches(evaluator) || evaluator.parts().iter().any(|(part, _)| searches(part)))
    }

    /// Search parameters that evolve are read by the search, and measured by searches.
    fn check_search(&self, places: &Places) -> Checked {
        let algorithm = self.search.parameters.algorithm;
        for gene in &self.genome.search {
            let info = gene.parameter.info();
            if !algorithm.parameters.contains(&gene.parameter) {
                let path = format!("genome.search.{}", info.name);
                let known: Vec<&str> = algorithm.parameters.iter().map(|known| known.info().name).collect();
                let help = match &known[..] {
                    [] => "it reads none".to_owned(),
                    known => format!("it reads {}", known.join(", ")),
                };
                let wrong = format!("{} reads no {}", algorithm.name, info.name);
                return Err(places.refuse(&path, wrong).help(help));
            }
        }
        let evaluator = &self.fitness.evaluator;
        let searches = |one: &Evaluator| one.basis() != Basis::Rows;
        if !self.genome.search.is_empty() && !searches(evaluator.of_validation()) {
            let wrong = "search parameters evolve, and least squares measures no search";
            return Err(places
                .refuse("genome.search", wrong)
                .help("write kind = \"search\" or \"reduction\" in fitness"));
        }
        Ok(())
    }

    /// Reads the heuristics that are tried before the one that evolves.
    fn resolve_attempts(&mut self, places: &Places) -> Checked {
        let domain = self.domain.0.clone();
        let algorithm = self.search.parameters.algorithm.name;
        let searches = self.fitness.evaluator.of_validation().basis() != Basis::Rows;
        let Some(attempts) = &mut self.genome.attempts else { return Ok(()) };
        if !searches {
            let wrong = "attempts are searches, and least squares measures no search";
            let help = "write kind = \"search\" or \"reduction\" in fitness";
            return Err(places.refuse("genome.attempts", wrong).help(help));
        }
        let mut count = 0;
        for (number, text) in attempts.heuristics.iter_mut().enumerate() {
            let path = format!("genome.attempts.heuristics[{number}]");
            let formula = read(text, domain.features(), places, &path)?;
            if let Some(other) = formula.search.as_ref().filter(|search| search.algorithm.name != algorithm) {
                let other = other.algorithm.name;
                let wrong = format!("the attempt is made for {other}, and {algorithm} searches here");
                return Err(places.refuse(&path, wrong));
            }
            count += formula.attempts.len() as u64 + 1;
            *text = print_line(&formula, domain.features());
        }
        let least = count.saturating_mul(attempts.expanded.0);
        if let Some(limit) = self.search.parameters.limits.expanded.filter(|&limit| limit <= least) {
            let wrong =
                format!("{count} attempts have {least} expansions at least, and a search has {limit}");
            let help = "lower it, or raise search.limits.expanded";
            return Err(places.refuse("genome.attempts.expanded", wrong).help(help));
        }
        let bytes: usize = attempts.heuristics.iter().map(String::len).sum();
        if bytes > MAX_ATTEMPTS {
            let wrong = format!("the attempts have {bytes} bytes, and {MAX_ATTEMPTS} are allowed");
            return Err(places.refuse("genome.attempts.heuristics", wrong).help("round them, or name fewer"));
        }
        Ok(())
    }

    fn check_features(&self, chosen: &[u16], places: &Places) -> Checked {
        let refuse = |wrong: String, help: String| Err(places.refuse("genome.features", wrong).help(help));
        let features = self.domain().features().features();
        let some = |wanted: &dyn Fn(&FeatureInfo) -> bool| -> Vec<&str> {
            let infos = chosen.iter().map(|&index| &features[usize::from(index)]);
            infos.filter(|info| wanted(info)).map(|info| &*info.name).collect()
        };
        if self.fitness.evaluator.least_squares().is_some() {
            let path = some(&|info| !info.node().needs.state_only());
            if !path.is_empty() {
                let wrong =
                    format!("least squares knows states without a path, and {} read one", path.join(", "));
                let out: Vec<String> = path.iter().map(|name| format!("\"-{name}\"")).collect();
                return refuse(wrong, format!("take them out: {}", out.join(", ")));
            }
        }
        let estimates = some(&is_weighted);
        if self.genome.has_weights() && estimates.is_empty() {
            return refuse("no estimate is among the features".into(), "weights need one at least".into());
        }
        if self.genome.form == Form::Weights {
            let others = some(&|info| !is_weighted(info));
            if let Some(other) = others.first() {
                let help = "take it out, or let trees or policies evolve";
                return refuse(format!("weights are for estimates, and '{other}' is not one"), help.into());
            }
        }
        Ok(())
    }

    /// Whether the features and functions make any tree at all.
    fn check_grammar(&self, space: &Space, places: &Places) -> Checked {
        let depth = space.limits.depth;
        let real = match space.form {
            Form::Weights => true,
            Form::Tree => can_make(space, Kind::Real, depth),
            Form::Policy { .. } => self.genome.has_weights() || can_make(space, Kind::Real, depth),
        };
        if !real {
            let wrong = "no tree can be made: none of the features is a number";
            return Err(places.refuse("genome.features", wrong).help("add \"estimate\""));
        }
        if matches!(space.form, Form::Policy { .. }) && !can_make(space, Kind::Bool, depth) {
            let wrong = "no condition can be made of these features and functions within the limits";
            let help = "conditions need a yes/no feature, or a comparison such as \"<=\" and limits of 3 nodes and depth 2";
            return Err(places.refuse("genome.functions", wrong).help(help));
        }
        Ok(())
    }

    /// Roles that are plainly the same; what names mean is known only when they are read.
    fn check_roles(&self, places: &Places) -> Checked {
        for (number, role) in Role::ALL.into_iter().enumerate() {
            let Some(source) = self.data.source(role) else { continue };
            for other in Role::ALL.into_iter().take(number) {
                let path = format!("data.{}", role.name());
                match (self.data.source(other), source) {
                    (Some(Source::Named { names, .. }), Source::Named { names: more, .. }) => {
                        if let Some(name) = more.iter().find(|name| names.contains(name)) {
                            return Err(places.refuse(&path, overlap(name, other, role)));
                        }
                    }
                    (Some(Source::Tabular(one)), Source::Tabular(two))
                        if one.csv == two.csv && two.split.is_none() =>
                    {
                        let error = places.refuse(&path, overlap(&two.csv, other, role));
                        return Err(
                            error.help("csv = \"FILE\" and split = [0.6, 0.2, 0.2] share one file out")
                        );
                    }
                    (Some(Source::Generated(one)), Source::Generated(two))
                        if (&one.generator, one.seed, &one.parameters)
                            == (&two.generator, two.seed, &two.parameters) =>
                    {
                        let (one, two) = (other.name(), role.name());
                        let wrong = format!("{one} and {two} are generated from the same seed");
                        return Err(places.refuse(&path, wrong).help("give each role its own seed"));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Reads the reference and the heuristics for the first population.
    fn resolve_heuristics(&mut self, space: &Space, places: &Places) -> Checked {
        let words = &self.domain().features().clone();
        self.fitness.reference = meant(&self.fitness.reference, words, places, "fitness.reference")?;
        if self.fitness.reference != BLIND {
            let text = &self.fitness.reference;
            let is_word = text.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
            let names = words.names().chain([BLIND]);
            if is_word && !names.clone().any(|name| name == text) {
                let wrong = format!("unknown heuristic '{text}'");
                return Err(places.refuse("fitness.reference", wrong).help(suggestion(text, names)));
            }
            let formula = read(text, words, places, "fitness.reference")?;
            let own = self.search.parameters.algorithm.name;
            if let Some(other) = formula.search.as_ref().filter(|search| search.algorithm.name != own) {
                let wrong =
                    format!("the reference is made for {}, and {own} searches here", other.algorithm.name);
                return Err(places.refuse("fitness.reference", wrong));
            }
            self.fitness.reference = print_line(&formula, words);
        }
        for (number, text) in self.initial.iter_mut().enumerate() {
            let path = format!("initial[{number}]");
            let formula = read(text, words, places, &path)?;
            Candidate::read(&formula, space).map_err(|misfit| {
                places.refuse(&path, format!("'{text}' cannot be in the first population: {misfit}"))
            })?;
            *text = print_line(&formula, words);
        }
        Ok(())
    }
}

/// The text that is meant: of a champion, if it names one.
fn meant(text: &str, words: &FeatureTable, places: &Places, path: &str) -> Result<String, ParseError> {
    match champions::text_of(words, text) {
        Ok(known) => Ok(known.map_or_else(|| text.to_owned(), Cow::into_owned)),
        Err(error) => Err(places.refuse(path, error.message)),
    }
}

/// The heuristic that is meant.
fn read(text: &str, words: &FeatureTable, places: &Places, path: &str) -> Result<Formula, ParseError> {
    let text = meant(text, words, places, path)?;
    parse(&text, words)
        .map_err(|error| places.refuse(path, format!("the heuristic '{text}' cannot be read: {error}")))
}
