//! What the registries know, as plain data.

mod views;

pub use views::*;

use std::collections::BTreeMap;
use std::sync::Arc;
use unstuck_core::domain::{self, Domain, Ids, InstanceSet, SettingInfo, SettingValues};
use unstuck_core::feature::{FeatureInfo, FeatureTable};
use unstuck_core::language::export::FORMS;
use unstuck_core::language::{BLIND, Form, OPS};
use unstuck_core::local_search::{self, ParameterRow};
use unstuck_core::registry;
use unstuck_core::search::{ALGORITHMS, AlgorithmInfo, PARAMETERS, ParameterKind, SearchParameters};
use unstuck_evolution::algorithms::AlgorithmKind;
use unstuck_evolution::experiment::Preset;
use unstuck_evolution::experiment::keys::sections;
use unstuck_evolution::fitness::{EVALUATORS, OF_OPTIMISATION};
use unstuck_evolution::operators::{Listed, all};

/// Words of the heuristic language other than functions.
const KEYWORDS: &[&str] = &["true", "false", "policy", "if", "otherwise", "heuristic", "for"];

/// Everything, of these domains.
pub fn catalog<'d>(domains: impl Iterator<Item = &'d dyn Domain>) -> Catalog {
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
        fitness: evaluators(false),
        rule_fitness: evaluators(true),
        evolution: AlgorithmKind::all().iter().map(evolutionary).collect(),
        keys: sections().into_iter().filter(|info| !info.path.starts_with("operators.")).collect(),
        exports: std::iter::once(text).chain(FORMS.iter().map(form)).collect(),
        presets: presets(),
    }
}

fn evolutionary((about, kind): &(&'static str, AlgorithmKind)) -> EvolutionView {
    let info = kind.info();
    EvolutionView { name: kind.name(), about, elites: info.keeps_elite(), unused: info.unused_operators() }
}

/// The evaluators of rules, or those of heuristics.
fn evaluators(rules: bool) -> Vec<Named> {
    let wanted = EVALUATORS.iter().filter(|(name, _)| OF_OPTIMISATION.contains(name) == rules);
    wanted.map(|&(name, about)| Named { name, about }).collect()
}

fn algorithm(info: &AlgorithmInfo) -> AlgorithmView {
    AlgorithmView { info: *info, traceable: crate::use_cases::trace::TRACEABLE.contains(&info.name) }
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

fn function(info: &unstuck_core::language::OpInfo) -> FunctionView {
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
    let mut benchmarks = registry::benchmarks();
    benchmarks.retain(|other| domain.adopt(&**other, "").is_some());
    DomainView {
        name: info.name.to_string(),
        about: info.about.to_string(),
        kind: info.kind,
        family: info.family,
        members: benchmarks.iter().map(|other| other.info().name.to_string()).collect(),
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
