//! `[operators]`: creation, crossover, mutation and selection.
//!
//! Names are unique: those of one folder never repeat, so a policy's file names operators of policies,
//! trees and weights side by side. Parts that the file does not mention have the default operators.

use super::genome::GenomeSettings;
use crate::algorithms::AlgorithmKind;
use crate::config::settings::{ByHand, Settings as _, name, names, settings};
use crate::config::source::{Item, Section, suggestion};
use crate::config::writer::{Writer, inline};
use crate::genome::Form;
use crate::operators::{
    Listed, Operator, Parameter, Part, Toolbox, WeightedOperator, all, creation, crossover, mutation, ours,
    selection,
};
use serde::{Deserialize, Serialize};
use unstuck_core::error::ParseError;

/// The operators of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OperatorSettings {
    /// Those that make genomes and their parts.
    pub creation: Vec<Choice>,
    /// The one that chooses parents.
    pub selection: Choice,
    /// How often a child has two parents.
    pub crossover_rate: f64,
    /// Those that mix genomes and their parts.
    pub crossover: Vec<Choice>,
    /// How often a child is mutated.
    pub mutation_rate: f64,
    /// Those that change genomes and their parts.
    pub mutation: Vec<Choice>,
    /// Among nearly equal genomes the smaller wins.
    pub parsimony: bool,
}

/// An operator with its share and its settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// Its share among those of its part.
    pub weight: f64,
    /// Its settings, in the order of its parameters.
    pub parameters: Vec<f64>,
}

impl Choice {
    fn of(listed: &Listed) -> Self {
        Self {
            name: listed.name.into(),
            weight: listed.weight,
            parameters: listed.parameters.iter().map(|parameter| parameter.default).collect(),
        }
    }
}

/// Largest weight of an operator.
pub(super) const MAX_WEIGHT: f64 = 1e9;

const PARSIMONY: &[(&str, bool)] = &[("lexicographic", true), ("none", false)];

settings! {
    /// The keys of `[operators]`.
    pub(super) struct OperatorKeys {
        /// Creation: the name of an operator, or a table of operators with their weights.
        creation: ByHand = ByHand, kind "choice or table", depends "the operators with a weight above 0 that fit the genome", example "\"uniform\"";
        /// Selection: the name of an operator, or a table of one with its settings.
        selection: ByHand = ByHand, kind "choice or table", usually "{ tournament = { size = 3 } }",
            depends "crowded_tournament for nsga2";
        /// Crossover: the name of an operator, or a table of operators with their weights and `rate`.
        crossover: ByHand = ByHand, kind "choice or table", depends "the operators with a weight above 0 that fit the genome", example "{ rate = 0.9, average = 1 }";
        /// Mutation: the name of an operator, or a table of operators with their weights and `rate`.
        mutation: ByHand = ByHand, kind "choice or table", depends "the operators with a weight above 0 that fit the genome", example "{ rate = 0.1, normal = 1 }";
        /// Parsimony: among nearly equal genomes the smaller wins.
        parsimony: ByHand = ByHand, kind "choice", of names(PARSIMONY), usually "\"lexicographic\"";
    }
}

settings! {
    /// The key of a table of operators that is not one of them.
    pub(super) struct RateKeys {
        /// Rate: how often a child has two parents, or is mutated.
        rate: Option<f64> = None, in 0.0..=1.0,
            depends "1 of crossover; of mutation 0.05, or 0.3 where policies evolve", example "0.3";
    }
}

impl OperatorSettings {
    pub(super) fn read(
        section: &Section<'_>,
        genome: &GenomeSettings,
        algorithm: &AlgorithmKind,
    ) -> Result<Self, ParseError> {
        section.only(OperatorKeys::KEYS)?;
        for key in algorithm.info().unused_operators() {
            if let Some(item) = section.get(key) {
                let wrong = format!("{} uses no {key}", algorithm.name());
                return Err(item.refuse(wrong).help("leave it out"));
            }
        }
        let parts = parts(genome);
        let mut rates = [1.0, if matches!(genome.form, Form::Policy { .. }) { 0.3 } else { 0.05 }];
        let chosen = |folder: &'static str, rate: Option<&mut f64>| -> Result<Vec<Choice>, ParseError> {
            let mut found = match section.get(folder) {
                Some(item) if item.is_text() => vec![(item.text()?, None, item)],
                Some(item) => {
                    let table = item.section()?;
                    let mut entries = table.entries();
                    if let Some(rate) = rate {
                        *rate = RateKeys::read(&table)?.rate.unwrap_or(*rate);
                        entries.retain(|(name, _)| name != "rate");
                    }
                    entries.into_iter().map(|(name, item)| (name, Some(item.clone()), item)).collect()
                }
                None => Vec::new(),
            };
            let list: Vec<Listed> = all().into_iter().filter(|listed| listed.folder == folder).collect();
            let mut choices = Vec::new();
            for (name, value, place) in found.drain(..) {
                let listed = find(&list, &name, &place, &parts, folder)?;
                let choice = match value {
                    Some(item) => read_choice(listed, &item)?,
                    None => Choice { weight: 1.0, ..Choice::of(listed) },
                };
                choices.push((listed.part, choice));
            }
            complete(&list, &parts, choices, section.get(folder).as_ref(), folder)
        };
        let creation = chosen("creation", None)?;
        let [crossover_rate, mutation_rate] = &mut rates;
        let crossover = chosen("crossover", Some(crossover_rate))?;
        let mutation = chosen("mutation", Some(mutation_rate))?;
        Ok(Self {
            creation,
            selection: read_selection(section, algorithm)?,
            crossover_rate: rates[0],
            crossover,
            mutation_rate: rates[1],
            mutation,
            parsimony: section.word("parsimony", PARSIMONY)?.unwrap_or(true),
        })
    }

    pub(super) fn print(&self, out: &mut Writer, algorithm: &AlgorithmKind) {
        let unused = algorithm.info().unused_operators();
        let used = |key: &str| !unused.contains(&key);
        out.section("operators");
        if used("selection") {
            let one = print_choice("selection", &self.selection, false);
            out.entry("selection", inline(&[(self.selection.name.as_str(), one)]));
        }
        out.text("parsimony", name(PARSIMONY, self.parsimony));
        let folders = [
            ("creation", None, &self.creation),
            ("crossover", Some(self.crossover_rate), &self.crossover),
            ("mutation", Some(self.mutation_rate), &self.mutation),
        ];
        for (folder, rate, choices) in folders.into_iter().filter(|(folder, ..)| used(folder)) {
            out.section(&format!("operators.{folder}"));
            if let Some(rate) = rate {
                out.entry("rate", rate);
            }
            for choice in choices {
                out.entry(&choice.name, print_choice(folder, choice, true));
            }
        }
    }

    /// The operators themselves.
    pub fn toolbox(&self) -> Toolbox {
        Toolbox {
            weights_creation: picks(creation::WEIGHTS, &self.creation),
            tree_creation: picks(creation::TREES, &self.creation),
            weights_crossover: picks(crossover::WEIGHTS, &self.crossover),
            tree_crossover: picks(crossover::TREES, &self.crossover),
            policy_crossover: picks(crossover::POLICIES, &self.crossover),
            weights_mutation: picks(mutation::WEIGHTS, &self.mutation),
            tree_mutation: picks(mutation::TREES, &self.mutation),
            functions_mutation: picks(mutation::FUNCTIONS, &self.mutation),
            policy_mutation: picks(mutation::POLICIES, &self.mutation),
            selection: picks(selection::SELECTIONS, std::slice::from_ref(&self.selection))
                .pop()
                .unwrap_or_else(|| WeightedOperator::of(&selection::tournament::OPERATOR)),
            crossover_rate: self.crossover_rate,
            mutation_rate: self.mutation_rate,
            own: None,
        }
    }
}

/// The operators of a table that are chosen; the default ones if none is.
fn picks<F>(table: &[&'static Operator<F>], choices: &[Choice]) -> Vec<WeightedOperator<F>> {
    let chosen: Vec<WeightedOperator<F>> = choices
        .iter()
        .filter_map(|choice| {
            let operator = table.iter().copied().find(|operator| operator.name == choice.name)?;
            Some(WeightedOperator { operator, weight: choice.weight, parameters: choice.parameters.clone() })
        })
        .collect();
    if chosen.is_empty() { WeightedOperator::defaults(table) } else { chosen }
}

/// What the genomes consist of.
fn parts(genome: &GenomeSettings) -> Vec<Part> {
    let mut parts = Vec::new();
    if matches!(genome.form, Form::Policy { .. }) {
        parts.push(Part::Policies);
    }
    if genome.has_trees() {
        parts.push(Part::Trees);
    }
    if genome.defined.is_some() {
        parts.push(Part::Functions);
    }
    if genome.has_weights() {
        parts.push(Part::Weights);
    }
    parts
}

fn find<'l>(
    list: &'l [Listed],
    name: &str,
    place: &Item<'_>,
    parts: &[Part],
    folder: &str,
) -> Result<&'l Listed, ParseError> {
    let own = |listed: &&Listed| parts.contains(&listed.part);
    match list.iter().find(|listed| listed.name == ours(folder, name)) {
        Some(listed) if own(&listed) => Ok(listed),
        Some(listed) => {
            let wrong =
                format!("the {folder} '{name}' works on {}, and there are none here", listed.part.name());
            let known: Vec<&str> = list.iter().filter(own).map(|listed| listed.name).collect();
            Err(place.refuse(wrong).help(format!("available: {}", known.join(", "))))
        }
        None => {
            let known = list.iter().filter(own).map(|listed| listed.name);
            let elsewhere = all().into_iter().find(|listed| listed.name == ours(listed.folder, name));
            let help = match elsewhere {
                Some(Listed { folder, name, .. }) => format!("{name} is a {folder}: name it there"),
                None => suggestion(name, known),
            };
            Err(place.refuse(format!("unknown {folder} '{name}'")).help(help))
        }
    }
}

/// Adds the default operators of parts that the file does not mention, in the order of registration.
fn complete(
    list: &[Listed],
    parts: &[Part],
    given: Vec<(Part, Choice)>,
    place: Option<&Item<'_>>,
    folder: &str,
) -> Result<Vec<Choice>, ParseError> {
    let mut choices = Vec::new();
    for part in parts {
        let of_part: Vec<&Listed> = list.iter().filter(|listed| listed.part == *part).collect();
        let named: Vec<&Choice> =
            given.iter().filter(|(own, _)| own == part).map(|(_, choice)| choice).collect();
        if named.is_empty() {
            choices
                .extend(of_part.iter().filter(|listed| listed.weight > 0.0).map(|listed| Choice::of(listed)));
            continue;
        }
        let positive = named.iter().any(|choice| choice.weight > 0.0);
        if let (false, Some(place)) = (positive, place) {
            let wrong = format!("no {folder} of {} has a weight above 0", part.name());
            return Err(place.refuse(wrong));
        }
        choices.extend(named.into_iter().filter(|choice| choice.weight > 0.0).cloned());
    }
    // The order of a file's keys must not decide what is drawn.
    choices.sort_by_key(|choice| list.iter().position(|listed| listed.name == choice.name));
    Ok(choices)
}

/// `name = WEIGHT` or `name = { weight = WEIGHT, PARAMETER = VALUE }`.
fn read_choice(listed: &Listed, item: &Item<'_>) -> Result<Choice, ParseError> {
    let mut choice = Choice { weight: 1.0, ..Choice::of(listed) };
    if !item.is_table() {
        choice.weight = item.number_in(0.0, MAX_WEIGHT)?;
        return Ok(choice);
    }
    let table = item.section()?;
    choice.weight = table.number("weight", 0.0, MAX_WEIGHT)?.unwrap_or(1.0);
    read_parameters(&table, listed.parameters, &mut choice, &["weight"])?;
    Ok(choice)
}

fn read_parameters(
    table: &Section<'_>,
    parameters: &[Parameter],
    choice: &mut Choice,
    others: &[&str],
) -> Result<(), ParseError> {
    let names = parameters.iter().map(|parameter| parameter.name);
    table.only(&others.iter().copied().chain(names).collect::<Vec<_>>())?;
    for (value, parameter) in choice.parameters.iter_mut().zip(parameters) {
        let (low, high) = parameter.range;
        *value = table.number(parameter.name, low, high)?.unwrap_or(*value);
    }
    Ok(())
}

/// A name, `{ name = FIRST }`, or `{ name = { PARAMETER = VALUE } }`.
fn read_selection(section: &Section<'_>, algorithm: &AlgorithmKind) -> Result<Choice, ParseError> {
    let list: Vec<Listed> = all().into_iter().filter(|listed| listed.folder == "selection").collect();
    let crowded = selection::crowded_tournament::OPERATOR.name;
    let several = algorithm.info().is_multi_objective();
    let Some(item) = section.get("selection") else {
        let default = if several { crowded } else { selection::tournament::OPERATOR.name };
        let listed = list.iter().find(|listed| listed.name == default).unwrap_or(&list[0]);
        return Ok(Choice { weight: 1.0, ..Choice::of(listed) });
    };
    let (name, value) = if item.is_text() {
        (item.text()?, None)
    } else {
        match item.section()?.entries().into_iter().collect::<Vec<_>>().as_slice() {
            [(name, value)] => (name.clone(), Some(value.clone())),
            _ => {
                return Err(item
                    .refuse("an experiment has one selection")
                    .help("such as { tournament = 3 }"));
            }
        }
    };
    let listed = find(&list, &name, &item, &[Part::Any], "selection")?;
    if listed.name == crowded && !several {
        let wrong = format!("{crowded} looks at fronts, and only nsga2 has them");
        return Err(item.refuse(wrong).help("take for example tournament"));
    }
    let mut choice = Choice { weight: 1.0, ..Choice::of(listed) };
    match (value, listed.parameters) {
        (Some(value), parameters) if value.is_table() => {
            read_parameters(&value.section()?, parameters, &mut choice, &[])?;
        }
        (Some(value), [first, ..]) => {
            choice.parameters[0] = value.number_in(first.range.0, first.range.1)?;
        }
        (Some(value), []) => {
            return Err(value
                .refuse(format!("{name} has nothing to set"))
                .help(format!("write selection = \"{name}\"")));
        }
        (None, _) => {}
    }
    Ok(choice)
}

fn print_choice(folder: &str, choice: &Choice, weighted: bool) -> String {
    let listed = all().into_iter().find(|listed| listed.folder == folder && listed.name == choice.name);
    let names = listed.map_or(&[][..], |listed| listed.parameters).iter().map(|parameter| parameter.name);
    let mut entries: Vec<(&str, f64)> = names.zip(choice.parameters.iter().copied()).collect();
    if weighted {
        if entries.is_empty() {
            return choice.weight.to_string();
        }
        entries.insert(0, ("weight", choice.weight));
    }
    inline(&entries)
}
