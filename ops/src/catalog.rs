//! What the registries know, as plain data.

use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use unstuck_core::domain::{self, Domain, Ids, InstanceSet, SettingInfo, SettingValues};
use unstuck_core::feature::{FeatureInfo, FeatureTable, Kind, Needs, Price, Role, Scope};
use unstuck_core::language::export::FORMS;
use unstuck_core::language::node::Form;
use unstuck_core::language::{BLIND, OPS};
use unstuck_core::local_search::{self, ParameterRow};
use unstuck_core::registry;
use unstuck_core::search::{ALGORITHMS, AlgorithmInfo, PARAMETERS, ParameterKind, SearchParameters};
use unstuck_evolution::algorithms;
use unstuck_evolution::experiment::Preset;
use unstuck_evolution::fitness::{EVALUATORS, OF_OPTIMISATION};
use unstuck_evolution::operators::{Listed, all};
use utoipa::ToSchema;

/// Words of the heuristic language other than functions.
const KEYWORDS: &[&str] = &["true", "false", "policy", "if", "otherwise", "heuristic", "for"];

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
    /// The evaluators.
    pub fitness: Vec<Named>,
    /// The evolutionary algorithms.
    pub evolution: Vec<Named>,
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

/// Everything, of these domains.
pub fn catalog<'d>(domains: impl Iterator<Item = &'d dyn Domain>) -> Catalog {
    let named = |&(name, about): &(&'static str, &'static str)| Named { name, about };
    let text = ExportView { name: "text", ending: "heuristic", about: "the language of heuristics" };
    let form = |form: &unstuck_core::language::export::ExportInfo| ExportView {
        name: form.name,
        ending: form.ending,
        about: form.about,
    };
    Catalog {
        domains: domains.map(domain).collect(),
        algorithms: ALGORITHMS.iter().map(|info| algorithm(info)).collect(),
        parameters: PARAMETERS.iter().map(parameter).collect(),
        optimisation: local_algorithms(),
        functions: functions(),
        keywords: KEYWORDS.to_vec(),
        operators: operators(),
        // The form for new experiments offers those of searches.
        fitness: EVALUATORS.iter().filter(|(name, _)| !OF_OPTIMISATION.contains(name)).map(named).collect(),
        evolution: algorithms::ALGORITHMS.iter().map(named).collect(),
        exports: std::iter::once(text).chain(FORMS.iter().map(form)).collect(),
        presets: presets(),
    }
}

fn algorithm(info: &AlgorithmInfo) -> AlgorithmView {
    AlgorithmView { info: *info, traceable: crate::trace::TRACEABLE.contains(&info.name) }
}

/// The algorithms for optimisation domains.
pub fn local_algorithms() -> Vec<LocalAlgorithm> {
    let row = |row: &ParameterRow| described(row.name, row.about, row.kind, row.kind.text(row.default));
    let view = |info: &&'static local_search::AlgorithmInfo| LocalAlgorithm {
        name: info.name,
        about: info.about,
        requires: info.requires,
        anytime: info.anytime,
        parameters: info.parameters.iter().map(row).collect(),
    };
    local_search::ALGORITHMS.iter().map(view).collect()
}

fn parameter(info: &unstuck_core::search::ParameterInfo) -> SearchParameter {
    let default = info.text(&SearchParameters::new(ALGORITHMS[0]));
    described(info.name, info.about, info.kind, default)
}

fn described(
    name: &'static str,
    about: &'static str,
    kind: ParameterKind,
    default: String,
) -> SearchParameter {
    let (kind, min, max, words) = match kind {
        ParameterKind::Number { min, max } => ("number", Some(min), Some(max), &[][..]),
        ParameterKind::Count { min, max } => ("count", Some(min as f64), Some(max as f64), &[][..]),
        ParameterKind::Bytes => ("bytes", None, None, &[][..]),
        ParameterKind::Choice { words } => ("choice", None, None, words),
    };
    SearchParameter { name, about, kind, min, max, words: words.to_vec(), default }
}

/// The named rules of a domain.
pub fn rules(domain: &dyn Domain) -> Vec<RuleView> {
    let view = |rule: &domain::NamedRule| RuleView { name: rule.name, about: rule.about, text: rule.text };
    domain.rules().iter().map(view).collect()
}

/// The decisions of a domain; none where features are about the nodes of searches.
pub fn decisions(domain: &dyn Domain) -> Vec<DecisionView> {
    let feature = |info: &FeatureInfo| DecisionFeature {
        name: info.name.to_string(),
        kind: info.kind,
        scope: info.scope,
        about: info.about.to_string(),
    };
    let view = |table: &Arc<FeatureTable>| {
        let features = table.features().iter().map(feature).collect();
        Some(DecisionView { name: table.decision()?.to_owned(), features })
    };
    domain.decisions().iter().filter_map(view).collect()
}

/// The functions of the heuristic language.
pub fn functions() -> Vec<FunctionView> {
    OPS.iter().map(function).collect()
}

/// The named sets of functions.
pub fn presets() -> BTreeMap<String, Vec<&'static str>> {
    Preset::all().map(|(name, functions)| (name.to_owned(), functions)).collect()
}

fn function(info: &unstuck_core::language::node::OpInfo) -> FunctionView {
    FunctionView {
        name: info.name,
        form: match info.form {
            Form::Infix(_) => "infix",
            Form::Prefix(_) => "prefix",
            Form::Call => "call",
        },
        takes: info.takes.to_vec(),
        gives: info.gives,
        about: info.about,
    }
}

/// A domain's registration.
pub fn domain(domain: &dyn Domain) -> DomainView {
    let info = domain.info();
    let metrics = info.metrics.iter().enumerate().map(|(place, metric)| MetricView {
        name: metric.name.to_string(),
        about: metric.about.to_string(),
        default: place == 0,
    });
    let optimal = |metric: &str| (metric.to_owned(), method(&domain.optimal_solver(metric)));
    let benchmarks = registry::benchmarks().iter().filter(|other| domain.adopt(&***other, "").is_some());
    DomainView {
        name: info.name.to_string(),
        about: info.about.to_string(),
        kind: info.kind,
        family: info.family,
        members: benchmarks.map(|other| other.info().name.to_string()).collect(),
        order: info.order,
        metrics: metrics.collect(),
        solver: method(&info.solver),
        optimal: match info.kind {
            domain::Kind::Search => info.metric_names().map(optimal).collect(),
            domain::Kind::Optimisation => BTreeMap::new(),
        },
        heuristic: info.heuristic.as_deref().unwrap_or(BLIND).to_owned(),
        audit: info.audit.iter().map(|name| name.to_string()).collect(),
        sets: info.sets.iter().map(set).collect(),
        settings: info.settings.iter().map(setting).collect(),
        generators: info.generators.iter().map(generator).collect(),
        features: domain.features().features().iter().map(|info| feature(domain, info)).collect(),
        champions: domain.champions().iter().map(champion).collect(),
        rules: rules(domain),
        decisions: decisions(domain),
    }
}

fn champion(champion: &domain::Champion) -> Named {
    Named { name: champion.name, about: champion.about() }
}

fn method(method: &domain::Method) -> MethodView {
    let heuristic = method.heuristic.as_deref().unwrap_or(BLIND).to_owned();
    MethodView { algorithm: method.algorithm.to_string(), heuristic }
}

fn set(set: &InstanceSet) -> SetView {
    let (first, last, names) = match (set.ids)() {
        Ids::Numbers(first, last) => (Some(first), Some(last), None),
        Ids::Names(names) => (None, None, Some(names)),
    };
    SetView { name: set.name, about: set.about, first, last, names }
}

fn setting(setting: &SettingInfo) -> SettingView {
    let choices = match setting.values {
        SettingValues::Choice(words) => Some(words.to_vec()),
        SettingValues::Switch | SettingValues::Text(_) => None,
    };
    SettingView { name: setting.name, about: setting.about, values: setting.values.to_string(), choices }
}

fn generator(info: &domain::GeneratorInfo) -> GeneratorView {
    let parameter = |&(name, default, about): &(&'static str, &'static str, &'static str)| {
        GeneratorParameter { name, default, about }
    };
    let parameters = info.parameters.iter().map(parameter).collect();
    GeneratorView { name: info.name, about: info.about, parameters }
}

fn feature(domain: &dyn Domain, info: &FeatureInfo) -> FeatureView {
    let metrics =
        |metrics: &unstuck_core::feature::Metrics| metrics.iter().map(|name| name.to_string()).collect();
    FeatureView {
        name: info.name.to_string(),
        kind: info.kind,
        role: info.node().role,
        about: info.about.to_string(),
        admissible: metrics(&info.node().admissible),
        consistent: metrics(&info.node().consistent),
        safe: info.node().safe,
        needs: info.node().needs,
        price: info.price,
        table: domain
            .pattern_databases()
            .iter()
            .find(|table| table.name == info.name)
            .map(|table| table.name),
    }
}

/// All operators.
pub fn operators() -> Vec<OperatorView> {
    let operator = |listed: &Listed| OperatorView {
        folder: listed.folder,
        of: listed.part.name(),
        name: listed.name,
        about: listed.about,
        weight: listed.weight,
        parameters: listed
            .parameters
            .iter()
            .map(|parameter| OperatorParameter {
                name: parameter.name,
                default: parameter.default,
                least: parameter.range.0,
                most: parameter.range.1,
                about: parameter.about,
            })
            .collect(),
    };
    all().iter().map(operator).collect()
}
