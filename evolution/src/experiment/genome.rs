//! `[genome]`: what evolves, and what it may consist of.

use super::attempts::{AttemptKeys, Attempts};
use super::search_genes;
use crate::config::settings::{ByHand, Settings, Value as _, Word, name, names, settings};
use crate::config::source::{Item, Places, Section, suggestion};
use crate::config::writer::{Writer, inline_set, quoted_list};
use crate::genome::{Bounds, Definitions, Form, Limits, Scale, SearchGene, Space, Terminal, Values};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use unstuck_core::domain::{Domain, Kind as Problems};
use unstuck_core::error::ParseError;
use unstuck_core::feature::{FeatureInfo, Kind, Price, Role};
use unstuck_core::language::{LIMIT, OPS, Op};

/// What evolves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GenomeSettings {
    /// Weights, tree or policy.
    pub form: Form,
    /// Roles and names, those with a minus taken out again.
    pub features: Vec<String>,
    /// A preset, or names of functions.
    pub functions: Functions,
    /// Where constants are drawn from.
    pub constants: (f64, f64),
    /// The factor of weighted sums.
    pub scale: Scale,
    /// What happens to weights that leave their bounds.
    pub bounds: Bounds,
    /// Sizes of trees.
    pub limits: Limits,
    /// Functions that evolve with trees.
    #[serde(default)]
    pub defined: Option<Definitions>,
    /// Which concepts of a planning domain are added to its features.
    #[serde(default)]
    pub concepts: Option<Concepts>,
    /// The search parameters that evolve with the heuristic.
    #[serde(default)]
    pub search: Vec<SearchGene>,
    /// What is tried before the heuristic.
    #[serde(default)]
    pub attempts: Option<Attempts>,
}

settings! {
    /// Lifted features that are found on the states of plans before evolution begins.
    #[derive(Copy, Eq)]
    pub struct Concepts {
        /// Most nodes of a concept: planning domains only.
        complexity: usize = 5, in 1..=8, unit "nodes";
        /// Most features that are found.
        max: usize = 150, in 1..=2_000, unit "features";
        /// Formulas for the first population: they rank the states of plans before their neighbours.
        #[serde(default)]
        formulas: usize = 0, in 0..=50, unit "formulas";
    }
}

settings! {
    /// Functions that evolve with a tree.
    pub(super) struct DefinedKeys {
        /// Functions that evolve with a tree.
        functions: usize = 1, in 1..=4, unit "functions";
        /// Arguments of each.
        arguments: usize = 1, in 0..=2, unit "arguments";
        /// Most nodes of each.
        nodes: usize = 16, in 1..=100, unit "nodes";
        /// Most levels of each.
        depth: usize = 4, in 1..=20, unit "levels";
    }
}

/// `defined = { functions = 2, arguments = 2, nodes = 16, depth = 4 }`
fn definitions(
    keys: DefinedKeys,
    functions: &[Op],
    place: Option<Item<'_>>,
) -> Result<Definitions, ParseError> {
    let DefinedKeys { functions: wanted, arguments, nodes, depth } = keys;
    let definitions = Definitions { functions: wanted, arguments, limits: Limits { nodes, depth } };
    let found = definitions.calls(functions).len();
    if let Some(item) = place.filter(|_| arguments > 0 && found < wanted) {
        let wrong = format!(
            "calls are written by operations of {arguments} arguments that are not among the functions, and there are \
             {found} for {wanted}"
        );
        return Err(item
            .refuse(wrong)
            .help("define fewer functions, or leave out operations such as aq or tanh"));
    }
    Ok(definitions)
}

/// Functions of trees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Functions {
    /// Those of a preset.
    Preset(Preset),
    /// Names.
    Listed(Vec<String>),
}

/// Well-known sets of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Preset {
    /// Conditions by `and or <= >=`, values by `* +`.
    Published,
    /// The four operations, all comparisons, and, or, not.
    Arithmetic,
    /// For rules of optimisation problems: the four operations and the sign, minimum, maximum, square and its root, a condition.
    Rules,
    /// Everything.
    Full,
}

const PRESETS: &[(&str, Preset)] = &[
    ("published", Preset::Published),
    ("arithmetic", Preset::Arithmetic),
    ("rules", Preset::Rules),
    ("full", Preset::Full),
];

impl Preset {
    /// Every preset with its name and the names of its functions.
    pub fn all() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
        let names = |preset: Preset| preset.functions().into_iter().map(Op::function_name).collect();
        PRESETS.iter().map(move |&(name, preset)| (name, names(preset)))
    }

    fn functions(self) -> Vec<Op> {
        use Op::{
            Add, And, Div, Greater, GreaterEqual, If, Less, LessEqual, Max, Min, Mul, Neg, Not, Or, Sq, Sqrt,
            Sub,
        };
        match self {
            Self::Published => vec![Add, Mul, LessEqual, GreaterEqual, And, Or],
            Self::Arithmetic => {
                vec![Add, Sub, Mul, Div, Less, LessEqual, Greater, GreaterEqual, And, Or, Not]
            }
            Self::Rules => vec![Add, Sub, Mul, Div, Neg, Min, Max, Sq, Sqrt, Less, Greater, If],
            Self::Full => OPS.iter().map(|info| info.op).collect(),
        }
    }
}

fn function(name: &str) -> Option<Op> {
    OPS.iter().map(|info| info.op).find(|op| op.function_name() == name)
}

/// The range that constants are drawn from, as far as values go at all.
fn constants(item: &Item<'_>) -> Result<(f64, f64), ParseError> {
    let (low, high) = item.range()?;
    if low < -LIMIT || high > LIMIT {
        return Err(item.refuse(format!("constants lie within ±{LIMIT:e}")));
    }
    Ok((low, high))
}

const KINDS: &[(&str, Form)] = &[
    ("weights", Form::Weights),
    ("tree", Form::Tree),
    ("policy", Form::Policy { rules: 5, values: Values::Weights }),
];

impl Word for Values {
    const NAMES: &'static [(&'static str, Self)] = &[("weights", Self::Weights), ("tree", Self::Trees)];
}

impl Word for Scale {
    const NAMES: &'static [(&'static str, Self)] = &[("fixed", Self::Fixed), ("evolved", Self::Evolved)];
}

impl Word for Bounds {
    const NAMES: &'static [(&'static str, Self)] = &[("clamp", Self::Clamp), ("reflect", Self::Reflect)];
}

/// Names of the groups of features.
const ROLES: [&str; 5] = ["estimate", "measure", "boolean", "lifted", "choice"];

settings! {
    /// The keys of `[genome]`.
    pub(super) struct GenomeKeys {
        /// Form: weighted sums of features, trees of features and functions, or policies.
        kind: ByHand = ByHand, kind "choice", of names(KINDS), example "\"policy\"";
        /// Rules: of a policy.
        rules: usize = 5, in 1..=100, unit "rules";
        /// Values are: weighted sums, or trees; of the rules of a policy.
        value: Values = Values::Weights;
        /// Features: roles and names; those with a minus are taken out again.
        features: ByHand = ByHand, kind "list", depends "[\"estimate\", \"-zero\"] for weights, with \"boolean\" for trees and policies; [\"choice\"] on optimisation problems",
            example "[\"estimate\", \"boolean\", \"-zero\"]";
        /// Functions of trees and conditions: a preset, or a list of names.
        functions: ByHand = ByHand, kind "choice or list", of names(PRESETS),
            depends "published, or rules on optimisation problems", example "\"arithmetic\"";
        /// Constants from … to.
        constants: ByHand = ByHand, in -LIMIT..=LIMIT, kind "range", usually "[0, 20]", example "[0, 20]";
        /// Scale: the factor of a weighted sum.
        scale: Scale = Scale::Evolved;
        /// Out of bounds: what happens to weights that leave their bounds.
        bounds: Bounds = Bounds::Clamp;
        /// Limits of a tree.
        limits: Limits = Limits::default();
        /// Functions that evolve with trees.
        defined: Option<DefinedKeys> = None;
        /// Features that are found on the states of plans.
        concepts: Option<Concepts> = None;
        /// Search parameters that evolve: a range of numbers, or a list of words, for each.
        search: ByHand = ByHand, kind "table", example "{ table = [\"0\", \"64MiB\"] }";
        /// What is tried before the heuristic.
        attempts: ByHand = ByHand, table AttemptKeys;
    }
}

impl GenomeSettings {
    /// `fits`: rows are fitted, which knows no path.
    pub(super) fn read(section: &Section<'_>, fits: bool, problems: Problems) -> Result<Self, ParseError> {
        section.only(GenomeKeys::KEYS)?;
        let kind = section.word("kind", KINDS)?;
        let mut form = section.require("kind", kind, "kind = \"weights\"")?;
        let keys: GenomeKeys = Settings::read(section)?;
        if let Form::Policy { rules, values } = &mut form {
            (*rules, *values) = (keys.rules, keys.value);
        }
        let features = match section.get("features") {
            Some(item) => item.list()?.iter().map(Item::text).collect::<Result<_, _>>()?,
            None if problems == Problems::Optimisation => vec!["choice".into()],
            // Where rows are fitted only what is known of a single state is of use.
            None if fits || form == Form::Weights => vec!["estimate".into(), "-zero".into()],
            None => vec!["estimate".into(), "boolean".into(), "-zero".into()],
        };
        let functions = section.get("functions").map(|item| functions(&item)).transpose()?;
        let mut settings = Self {
            form,
            features,
            functions: functions.unwrap_or(Functions::Preset(match problems {
                Problems::Search => Preset::Published,
                Problems::Optimisation => Preset::Rules,
            })),
            constants: section
                .get("constants")
                .map(|item| constants(&item))
                .transpose()?
                .unwrap_or((0.0, 20.0)),
            scale: keys.scale,
            bounds: keys.bounds,
            limits: keys.limits,
            defined: None,
            concepts: keys.concepts,
            search: search_genes::read(&section.section("search")?)?,
            attempts: match section.get("attempts") {
                Some(item) => Some(Attempts::read(&item.section()?)?),
                None => None,
            },
        };
        let nodes = settings.max_nodes();
        if nodes > Limits::MAX_NODES
            && let Some(item) = section.section("limits")?.get("nodes").or_else(|| section.get("rules"))
        {
            let wrong = format!("this allows {nodes} nodes, more than the text of a heuristic can hold");
            return Err(item
                .refuse(wrong)
                .help(format!("rules and nodes for at most {} in all", Limits::MAX_NODES)));
        }
        for (key, owner) in settings.foreign() {
            if let Some(item) = section.get(key) {
                return Err(item.refuse(format!("{key} belongs to {owner}")).help("leave it out"));
            }
        }
        let functions = settings.operations();
        let defined = keys.defined.map(|keys| definitions(keys, &functions, section.get("defined")));
        settings.defined = defined.transpose()?;
        Ok(settings)
    }

    /// Keys without a meaning for this form, and the forms that have them.
    fn foreign(&self) -> Vec<(&'static str, &'static str)> {
        let mut foreign = Vec::new();
        if !matches!(self.form, Form::Policy { .. }) {
            foreign.extend([("rules", "policies"), ("value", "policies")]);
        }
        if self.form != Form::Tree {
            foreign.push(("defined", "trees"));
        }
        if self.has_weights() {
            if self.form == Form::Weights {
                foreign.extend(["functions", "constants", "limits"].map(|key| (key, "trees and policies")));
            }
        } else {
            foreign.extend(["scale", "bounds"].map(|key| (key, "weights")));
        }
        foreign
    }

    /// Nodes of the largest genome; a weighted sum has up to four for each of some twenty estimates.
    fn max_nodes(&self) -> usize {
        const SUM: usize = 80;
        match self.form {
            Form::Weights => SUM,
            Form::Tree => self.limits.nodes,
            Form::Policy { rules, values: Values::Weights } => rules * (self.limits.nodes + SUM) + SUM,
            Form::Policy { rules, values: Values::Trees } => (2 * rules + 1) * self.limits.nodes,
        }
    }

    /// Whether weighted sums are in it.
    pub fn has_weights(&self) -> bool {
        matches!(self.form, Form::Weights | Form::Policy { values: Values::Weights, .. })
    }

    /// Whether trees are in it.
    pub fn has_trees(&self) -> bool {
        self.form != Form::Weights
    }

    pub(super) fn print(&self, out: &mut Writer) {
        out.section("genome");
        let foreign = self.foreign();
        let own = |key: &str| !foreign.iter().any(|(foreign, _)| *foreign == key);
        match self.form {
            Form::Policy { rules, values } => {
                out.text("kind", "policy");
                out.entry("rules", rules);
                out.text("value", values.word());
            }
            form => out.text("kind", name(KINDS, form)),
        }
        out.entry("features", quoted_list(&self.features));
        if own("functions") {
            match &self.functions {
                Functions::Preset(preset) => out.text("functions", name(PRESETS, *preset)),
                Functions::Listed(names) => out.entry("functions", quoted_list(names)),
            }
            out.entry("constants", format!("[{}, {}]", self.constants.0, self.constants.1));
        }
        if own("scale") {
            out.text("scale", self.scale.word());
            out.text("bounds", self.bounds.word());
        }
        if own("limits") {
            out.option("limits", self.limits.print());
        }
        if let Some(Definitions { functions, arguments, limits: Limits { nodes, depth } }) = self.defined {
            out.option("defined", DefinedKeys { functions, arguments, nodes, depth }.print());
        }
        if let Some(concepts) = self.concepts {
            let mut entries = concepts.entries();
            // As before there were formulas, where none are wanted.
            entries.truncate(if concepts.formulas == 0 { 2 } else { 3 });
            out.entry("concepts", inline_set(entries));
        }
        search_genes::print(&self.search, out);
        if let Some(attempts) = &self.attempts {
            attempts.print(out);
        }
    }

    /// The features that are chosen, by their places in the domain's table.
    pub(super) fn chosen(&self, domain: &dyn Domain, places: &Places) -> Result<Vec<u16>, ParseError> {
        let names = domain.features();
        let table = names.features();
        // Those that are expensive or read a large table must be named.
        let large = |name: &str| domain.pattern_databases().iter().any(|table| table.name == name);
        let of_role = |info: &FeatureInfo, role: &str| {
            info.price == Price::Cheap
                && !large(&info.name)
                && match role {
                    "choice" => !info.is_of_node(),
                    _ if !info.is_of_node() => false,
                    "lifted" => info.is_lifted(),
                    _ if info.is_lifted() => false,
                    "estimate" => info.node().role == Role::Estimate && info.kind == Kind::Real,
                    "measure" => info.node().role == Role::Measure && info.kind == Kind::Real,
                    _ => info.node().role != Role::Context && info.kind == Kind::Bool,
                }
        };
        let mut chosen = BTreeSet::new();
        for (number, entry) in self.features.iter().enumerate() {
            let path = format!("genome.features[{number}]");
            let (name, out) = entry.strip_prefix('-').map_or((entry.as_str(), false), |name| (name, true));
            let matching: Vec<usize> = if ROLES.contains(&name) {
                (0..table.len()).filter(|&index| of_role(&table[index], name)).collect()
            } else {
                (0..table.len()).filter(|&index| table[index].name == name).collect()
            };
            if matching.is_empty() && name == "context" {
                let names: Vec<&str> = table
                    .iter()
                    .filter(|info| info.node().role == Role::Context)
                    .map(|info| &*info.name)
                    .collect();
                let wrong = "features of the context must be named one by one";
                return Err(places.refuse(&path, wrong).help(format!("available: {}", names.join(", "))));
            }
            if matching.is_empty() && !ROLES.contains(&name) {
                let domain = &domain.info().name;
                let known = ROLES.into_iter().chain(names.names());
                let wrong = format!("{domain} has no feature and no role '{name}'");
                return Err(places.refuse(&path, wrong).help(suggestion(name, known)));
            }
            for index in matching {
                if out {
                    chosen.remove(&index);
                } else {
                    chosen.insert(index);
                }
            }
        }
        Ok(chosen.into_iter().map(|index| index as u16).collect())
    }

    /// The functions that are chosen.
    pub fn operations(&self) -> Vec<Op> {
        match &self.functions {
            Functions::Preset(preset) => preset.functions(),
            Functions::Listed(names) => names.iter().filter_map(|name| function(name)).collect(),
        }
    }

    /// The space of genomes over some features with their ranges.
    pub(super) fn space(
        &self,
        domain: &dyn Domain,
        chosen: &[u16],
        range: impl Fn(u16) -> (f64, f64),
    ) -> Space {
        let table = domain.features();
        let terminals = |wanted: &dyn Fn(&FeatureInfo) -> bool| -> Vec<Terminal> {
            let some = chosen.iter().filter(|&&index| wanted(&table.features()[usize::from(index)]));
            some.map(|&index| Terminal { index, range: range(index) }).collect()
        };
        let space = Space {
            form: self.form,
            names: table.names().map(str::to_owned).collect(),
            estimates: terminals(&|info| is_weighted(info)),
            signed: domain.info().kind == Problems::Optimisation,
            reals: terminals(&|info| info.kind == Kind::Real),
            flags: terminals(&|info| info.kind == Kind::Bool),
            functions: self.operations(),
            constants: self.constants,
            scale: self.scale,
            bounds: self.bounds,
            limits: self.limits,
            search: None,
            attempts: None,
            branches: Vec::new(),
        };
        match self.defined {
            Some(definitions) => space.defining(definitions),
            None => space,
        }
    }
}

/// Whether sums may give the feature a weight: estimates of searches, and every number of a choice.
pub(super) fn is_weighted(info: &FeatureInfo) -> bool {
    info.kind == Kind::Real && (!info.is_of_node() || info.node().role == Role::Estimate)
}

fn functions(item: &Item<'_>) -> Result<Functions, ParseError> {
    if item.is_text() {
        return item.word(PRESETS).map(Functions::Preset);
    }
    let mut names = Vec::new();
    for part in item.list()? {
        let name = part.text()?;
        if function(&name).is_none() {
            return Err(part.unknown("function", &name, OPS.iter().map(|info| info.op.function_name())));
        }
        names.push(name);
    }
    Ok(Functions::Listed(names))
}
