//! What cannot be: settings that are right one by one and wrong together.

use super::data::Source;
use super::fitness::{BLIND, Judge};
use super::sets::overlap;
use super::source::{Places, suggestion};
use super::{AlgorithmKind, Experiment};
use crate::genome::{Form, Genome, Space};
use crate::operators::creation::can_make;
use crate::operators::mutation::reads_progress;
use crate::operators::selection::reads_cases;
use crate::task::Role;
use unstuck_core::champions;
use unstuck_core::error::ParseError;
use unstuck_core::feature::{FeatureInfo, Kind, Role as FeatureRole};
use unstuck_core::language::{parse, print_line};

type Checked = Result<(), ParseError>;

impl Experiment {
    /// Refuses what cannot be, and puts the heuristics into their usual form.
    pub(super) fn complete(&mut self, places: &Places) -> Checked {
        self.check_kinds(places)?;
        let chosen = self.genome.chosen(self.domain(), places)?;
        self.check_features(&chosen, places)?;
        let space = self.genome.space(self.domain(), &chosen, |_| (0.0, 1.0));
        self.check_grammar(&space, places)?;
        self.check_roles(places)?;
        self.resolve_heuristics(&space, places)
    }

    /// Algorithm, genome and fitness.
    fn check_kinds(&self, places: &Places) -> Checked {
        let kind = &self.algorithm.kind;
        let name = kind.name();
        let fits = self.fitness.judge.least_squares().is_some();
        let judged_by_searches = matches!(self.fitness.judge, Judge::Search(_) | Judge::Reduction(_));
        let refuse = |path: &str, message: String, help: &str| Err(places.refuse(path, message).help(help));
        let room = self.algorithm.room();
        if self.initial.len() > room {
            let wrong =
                format!("{} heuristics are given, and the first population has {room}", self.initial.len());
            return refuse("initial", wrong, "give fewer, or have a larger population");
        }
        if self.stop.rules.generations.is_none() && self.stop.rules.evaluations.is_none() {
            // Nobody knows how much of such a run is over.
            let wrong = "it changes over the run, and the end of this run is known by the clock only";
            let help = "give [stop] generations or evaluations as well";
            if let AlgorithmKind::OffspringSelection(settings) = kind
                && settings.comparison.0 != settings.comparison.1
            {
                return refuse(
                    "algorithm.offspring_selection",
                    format!("the comparison factor: {wrong}"),
                    help,
                );
            }
            if let Some(slow) = self.operators.mutation.iter().find(|one| reads_progress(&one.name)) {
                return refuse("operators.mutation", format!("{}: {wrong}", slow.name), help);
            }
        }
        match kind {
            AlgorithmKind::Coevolution(settings) if settings.per_host > settings.groups => {
                let wrong =
                    format!("a heuristic cannot meet {} of {} groups", settings.per_host, settings.groups);
                return refuse("algorithm.coevolution", wrong, "have per_host at most as large as groups");
            }
            AlgorithmKind::Coevolution(_) if !judged_by_searches => {
                let wrong = "coevolution needs a fitness that searches".to_owned();
                return refuse("fitness.kind", wrong, "write kind = \"reduction\" or \"search\"");
            }
            AlgorithmKind::Coevolution(_) if places.has("fitness.sample") => {
                let wrong = "coevolution draws no sample: its groups are the instances".to_owned();
                return refuse("fitness.sample", wrong, "leave it out");
            }
            AlgorithmKind::Nsga2 { .. } if fits => {
                let wrong = "nsga2 has nodes and length for objectives, and least squares measures neither";
                return refuse("fitness.kind", wrong.into(), "write kind = \"search\" or \"reduction\"");
            }
            AlgorithmKind::Coevolution(_) | AlgorithmKind::Nsga2 { .. }
                if reads_cases(&self.operators.selection.name) =>
            {
                let selection = &self.operators.selection.name;
                let wrong = format!("{selection} compares single cases, and {name} has none in common");
                return refuse("operators.selection", wrong, "write selection = { tournament = 3 }");
            }
            AlgorithmKind::Coevolution(settings) if settings.groups > self.algorithm.population => {
                let wrong = format!("{} groups would not all meet a heuristic", settings.groups);
                return refuse("algorithm.coevolution", wrong, "have a population at least as large");
            }
            AlgorithmKind::CmaEs { .. } if self.genome.form != Form::Weights => {
                let wrong = format!("{name} evolves weights only");
                return refuse("algorithm.kind", wrong, "write kind = \"weights\" in genome");
            }
            _ => {}
        }
        if let (Judge::Multi(_), Some(fit)) = (&self.fitness.judge, self.fitness.judge.least_squares())
            && fit.beyond.is_some()
        {
            let wrong = "searches of a multi fitness would run what is beyond the feature alone".to_owned();
            return refuse("fitness.parts", wrong, "leave the target at h*");
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
        if self.fitness.judge.least_squares().is_some() {
            let path = some(&|info| !info.needs.state_only());
            if !path.is_empty() {
                let wrong =
                    format!("least squares knows states without a path, and {} read one", path.join(", "));
                let out: Vec<String> = path.iter().map(|name| format!("\"-{name}\"")).collect();
                return refuse(wrong, format!("take them out: {}", out.join(", ")));
            }
        }
        let estimates = some(&|info| info.role == FeatureRole::Estimate && info.kind == Kind::Real);
        if self.genome.has_weights() && estimates.is_empty() {
            return refuse("no estimate is among the features".into(), "weights need one at least".into());
        }
        if self.genome.form == Form::Weights {
            let others = some(&|info| info.role != FeatureRole::Estimate || info.kind != Kind::Real);
            if let Some(other) = others.first() {
                let help = "take it out, or let trees or policies evolve";
                return refuse(format!("weights are for estimates, and '{other}' is none"), help.into());
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
            let wrong = "no tree can be made: there is no number among the features";
            return Err(places.refuse("genome.features", wrong).help("add \"estimate\""));
        }
        if matches!(space.form, Form::Policy { .. }) && !can_make(space, Kind::Bool, depth) {
            let wrong = "no condition can be made of these features and functions within the limits";
            let help = "conditions need a yes/no feature, or a comparison such as \"<=\" and limits of 3 nodes and depth 2";
            return Err(places.refuse("genome.functions", wrong).help(help));
        }
        Ok(())
    }

    /// Roles that are plainly the same; what names stand for is known only when they are read.
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
                        return Err(places.refuse(&path, wrong).help("give each role a seed of its own"));
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
        let read = |text: &str, path: &str| {
            parse(text, words).map_err(|error| {
                places.refuse(path, format!("the heuristic '{text}' cannot be read: {error}"))
            })
        };
        let meant = |text: &str, path: &str| match champions::meant(words, text) {
            Ok(champion) => Ok(champion.map_or(text, |champion| champion.text).to_owned()),
            Err(error) => Err(places.refuse(path, error.message)),
        };
        self.fitness.reference = meant(&self.fitness.reference, "fitness.reference")?;
        if self.fitness.reference != BLIND {
            let text = &self.fitness.reference;
            let is_word = text.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
            let names = words.names().chain([BLIND]);
            if is_word && !names.clone().any(|name| name == text) {
                let wrong = format!("there is no heuristic '{text}' to refer to");
                return Err(places.refuse("fitness.reference", wrong).help(suggestion(text, names)));
            }
            let formula = read(text, "fitness.reference")?;
            self.fitness.reference = print_line(&formula, words);
        }
        for (number, text) in self.initial.iter_mut().enumerate() {
            let path = format!("initial[{number}]");
            let formula = read(&meant(text, &path)?, &path)?;
            Genome::read(&formula, space).map_err(|misfit| {
                places.refuse(&path, format!("'{text}' cannot be in the first population: {misfit}"))
            })?;
            *text = print_line(&formula, words);
        }
        Ok(())
    }
}
