//! The catalog as data.

use crate::ToSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use unstuck_core::domain;
use unstuck_core::feature::{Kind, Needs, Price, Role, Scope};
use unstuck_core::local_search;
use unstuck_core::search::AlgorithmInfo;
use unstuck_evolution::experiment::keys::SectionInfo;

/// Everything that the registries know; it does not change while the program runs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Catalog {
    /// The domains, of searches and of optimisation; `pddl` has what all planning domains have.
    pub domains: Vec<DomainView>,
    /// The search algorithms.
    pub algorithms: Vec<AlgorithmView>,
    /// The parameters of search algorithms.
    pub parameters: Vec<SearchParameter>,
    /// The algorithms for optimisation domains.
    pub optimisation: Vec<LocalAlgorithm>,
    /// The functions of the heuristic language.
    pub functions: Vec<FunctionView>,
    /// Its other words.
    pub keywords: Vec<&'static str>,
    /// The operators of evolution.
    pub operators: Vec<OperatorView>,
    /// The evaluators of heuristics, by searches.
    pub fitness: Vec<Named>,
    /// The evaluators of rules, on optimisation problems.
    pub rule_fitness: Vec<Named>,
    /// The evolutionary algorithms.
    pub evolution: Vec<EvolutionView>,
    /// The sections of an experiment's file with their keys, except the operators.
    pub keys: Vec<SectionInfo>,
    /// The forms that heuristics are written in.
    pub exports: Vec<ExportView>,
    /// Functions of `published`, `arithmetic` and `full`.
    pub presets: BTreeMap<String, Vec<&'static str>>,
}

/// A name with its explanation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
}

/// An evolutionary algorithm.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = EvolutionaryAlgorithm)]
pub struct EvolutionView {
    /// Its name.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// Whether some of the best stay as they are.
    pub elites: bool,
    /// The kinds of operators that it has no use for.
    pub unused: &'static [&'static str],
}

/// A domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Domain)]
pub struct DomainView {
    /// Its name.
    pub name: String,
    /// One line of explanation.
    pub about: String,
    /// What its instances are.
    pub kind: domain::Kind,
    /// The family of domains with the same heuristics, if it belongs to one.
    pub family: Option<&'static str>,
    /// The built-in domains whose instances it takes, too.
    pub members: Vec<String>,
    /// The order of successors.
    pub order: &'static str,
    /// The metrics, the default first.
    pub metrics: Vec<MetricView>,
    /// What a plain solve runs.
    pub solver: MethodView,
    /// By metric: what proves a shortest plan.
    pub optimal: BTreeMap<String, MethodView>,
    /// For an informed algorithm when none is named; quick may prefer another.
    pub heuristic: String,
    /// Instances that audits use by default.
    pub audit: Vec<String>,
    /// The built-in instances.
    pub sets: Vec<SetView>,
    /// What can be set when an instance is read.
    pub settings: Vec<SettingView>,
    /// Ways to make new instances.
    pub generators: Vec<GeneratorView>,
    /// The vocabulary.
    pub features: Vec<FeatureView>,
    /// Champions that ship with the program: `champion:NAME` names one.
    pub champions: Vec<Named>,
    /// Of an optimisation domain: rules of the literature.
    pub rules: Vec<RuleView>,
    /// Of an optimisation domain: what rules decide, each with its features.
    pub decisions: Vec<DecisionView>,
}

/// A rule of the literature.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = NamedRule)]
pub struct RuleView {
    /// Its name.
    pub name: &'static str,
    /// One line of explanation, with the source.
    pub about: &'static str,
    /// The text.
    pub text: &'static str,
}

/// A decision that rules make.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Decision)]
pub struct DecisionView {
    /// Its name.
    pub name: String,
    /// What its formula can read.
    pub features: Vec<DecisionFeature>,
}

/// A feature of a decision.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DecisionFeature {
    /// Its name.
    pub name: String,
    /// Number or boolean.
    pub kind: Kind,
    /// How long a value stays the same: `instance`, `step` or `choice`.
    #[schema(value_type = String)]
    pub scope: Scope,
    /// One line of explanation.
    pub about: String,
}

/// An algorithm for optimisation domains.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = OptimisationAlgorithm)]
pub struct LocalAlgorithm {
    /// Its name.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// What it needs of a problem: `construction`, `moves`, `changes` or `ruin`.
    #[schema(value_type = String)]
    pub requires: local_search::Requirement,
    /// Whether it continues until a limit ends it, or a solution that is known to be optimal.
    pub anytime: bool,
    /// Its parameters.
    pub parameters: Vec<SearchParameter>,
}

/// A metric.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Metric)]
pub struct MetricView {
    /// Its name.
    pub name: String,
    /// One line of explanation.
    pub about: String,
    /// Whether it is the default.
    pub default: bool,
}

/// An algorithm with a heuristic.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = NamedMethod)]
pub struct MethodView {
    /// The algorithm.
    pub algorithm: String,
    /// The heuristic.
    pub heuristic: String,
}

/// A set of built-in instances: members are either numbers (first and last) or names.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = InstanceSet)]
pub struct SetView {
    /// Its name.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// The first number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub first: Option<u64>,
    /// The last number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub last: Option<u64>,
    /// The names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub names: Option<Vec<String>>,
}

/// A setting of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Setting)]
pub struct SettingView {
    /// Its name.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// In words; empty for a switch, whose value is "true".
    pub values: String,
    /// Where the values can be listed.
    pub choices: Option<Vec<&'static str>>,
}

/// A way to make new instances.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Generator)]
pub struct GeneratorView {
    /// Its name.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// What can be set.
    pub parameters: Vec<GeneratorParameter>,
}

/// A parameter of a generator.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GeneratorParameter {
    /// Its name.
    pub name: &'static str,
    /// Its default.
    pub default: &'static str,
    /// One line of explanation.
    pub about: &'static str,
}

/// A feature.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Feature)]
pub struct FeatureView {
    /// Its name.
    pub name: String,
    /// Number or boolean.
    pub kind: Kind,
    /// Its role.
    pub role: Role,
    /// One line of explanation.
    pub about: String,
    /// Metrics in which it never overestimates.
    pub admissible: Vec<String>,
    /// Metrics in which it also never drops by more than an action costs.
    pub consistent: Vec<String>,
    /// Infinite in dead ends only.
    pub safe: bool,
    /// What it reads in addition to the state.
    pub needs: Needs,
    /// What a value costs.
    pub price: Price,
    /// The large table that it reads, and that must have been built, if any.
    pub table: Option<&'static str>,
}

/// A search algorithm.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SearchAlgorithm)]
pub struct AlgorithmView {
    /// Its registration.
    #[serde(flatten)]
    pub info: AlgorithmInfo,
    /// Whether it can be stepped through.
    pub traceable: bool,
}

/// A parameter of search algorithms.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SearchParameter {
    /// Its name.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// `number`, `count`, `bytes` or `choice`.
    pub kind: &'static str,
    /// The smallest number.
    pub min: Option<f64>,
    /// The largest number.
    pub max: Option<f64>,
    /// The words of a choice, the default first.
    pub words: Vec<&'static str>,
    /// The default, as it is written: `2`, `auto`, `domain`.
    pub default: String,
}

/// A function of the heuristic language.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Function)]
pub struct FunctionView {
    /// As written; the minus before a single value is `neg` in experiment files.
    pub name: &'static str,
    /// `infix`, `prefix` or `call`.
    pub form: &'static str,
    /// What it takes.
    pub takes: Vec<Kind>,
    /// What it gives.
    pub gives: Kind,
    /// One line of explanation.
    pub about: &'static str,
}

/// An operator of evolution.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Operator)]
pub struct OperatorView {
    /// `creation`, `crossover`, `mutation` or `selection`.
    pub folder: &'static str,
    /// `weights`, `trees`, `policies` or `any`.
    pub of: &'static str,
    /// Its name.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// How often it is drawn when a file names none of its kind; 0 for those that must be named.
    pub weight: f64,
    /// What can be set.
    pub parameters: Vec<OperatorParameter>,
}

/// A parameter of an operator.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OperatorParameter {
    /// Its name.
    pub name: &'static str,
    /// Its default.
    pub default: f64,
    /// The smallest value.
    pub least: f64,
    /// The largest value.
    pub most: f64,
    /// One line of explanation.
    pub about: &'static str,
}

/// A form that heuristics are written in.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ExportForm)]
pub struct ExportView {
    /// Its name.
    pub name: &'static str,
    /// Ending of its files.
    pub ending: &'static str,
    /// One line of explanation.
    pub about: &'static str,
}
