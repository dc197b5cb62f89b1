//! `[genome]`: what evolves, and what it may consist of.

use super::attempts::Attempts;
use super::search_genes;
use crate::config::source::{Item, Places, Section, suggestion};
use crate::config::writer::{Writer, inline, quoted_list};
use crate::genome::{Bounds, Definitions, Form, Limits, Scale, SearchGene, Space, Terminal, Values};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use unstuck_core::domain::{Domain, Kind as Problems};
use unstuck_core::error::ParseError;
use unstuck_core::feature::{FeatureInfo, Kind, Price, Role};
use unstuck_core::language::meaning::LIMIT;
use unstuck_core::language::{OPS, Op};

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

/// Lifted features that are found on the states of plans before evolution begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concepts {
    /// Most nodes of a concept.
    pub complexity: usize,
    /// Most features.
    pub max: usize,
    /// Formulas for the first population that rank the states of plans before their neighbours.
    #[serde(default)]
    pub formulas: usize,
}

impl Concepts {
    fn read(item: &Item<'_>) -> Result<Self, ParseError> {
        let section = item.section()?;
        section.only(&["complexity", "max", "formulas"])?;
        Ok(Self {
            complexity: section.size("complexity", 1, 8)?.unwrap_or(5),
            max: section.size("max", 1, 2_000)?.unwrap_or(150),
            formulas: section.size("formulas", 0, 50)?.unwrap_or(0),
        })
    }
}

/// `defined = { functions = 2, arguments = 2, nodes = 16, depth = 4 }`
fn definitions(item: &Item<'_>, functions: &[Op]) -> Result<Definitions, ParseError> {
    let section = item.section()?;
    section.only(&["functions", "arguments", "nodes", "depth"])?;
    let definitions = Definitions {
        functions: section.size("functions", 1, 4)?.unwrap_or(1),
        arguments: section.size("arguments", 0, 2)?.unwrap_or(1),
        limits: Limits {
            nodes: section.size("nodes", 1, 100)?.unwrap_or(16),
            depth: section.size("depth", 1, 20)?.unwrap_or(4),
        },
    };
    let Definitions { functions: wanted, arguments, .. } = definitions;
    let found = definitions.calls(functions).len();
    if arguments > 0 && found < wanted {
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
const VALUES: &[(&str, Values)] = &[("weights", Values::Weights), ("tree", Values::Trees)];
const SCALES: &[(&str, Scale)] = &[("fixed", Scale::Fixed), ("evolved", Scale::Evolved)];
const BOUNDS: &[(&str, Bounds)] = &[("clamp", Bounds::Clamp), ("reflect", Bounds::Reflect)];

const MAX_NODES: u32 = Limits::MAX_NODES as u32;

/// Names of the groups of features.
const ROLES: [&str; 5] = ["estimate", "measure", "boolean", "lifted", "choice"];

impl GenomeSettings {
    /// `fits`: rows are fitted, which knows no path.
    pub(super) fn read(section: &Section<'_>, fits: bool, problems: Problems) -> Result<Self, ParseError> {
        section.only(&[
            "kind",
            "rules",
            "value",
            "features",
            "functions",
            "constants",
            "scale",
            "bounds",
            "limits",
            "defined",
            "concepts",
            "search",
            "attempts",
        ])?;
        let kind = section.word("kind", KINDS)?;
        let mut form = section.require("kind", kind, "kind = \"weights\"")?;
        if let Form::Policy { rules, values } = &mut form {
            *rules = section.size("rules", 1, 100)?.unwrap_or(*rules);
            *values = section.word("value", VALUES)?.unwrap_or(*values);
        }
        let features = match section.get("features") {
            Some(item) => item.list()?.iter().map(Item::text).collect::<Result<_, _>>()?,
            None if problems == Problems::Optimisation => vec!["choice".into()],
            // Where rows are fitted only what is known of a single state is of use.
            None if fits || form == Form::Weights => vec!["estimate".into(), "-zero".into()],
            None => vec!["estimate".into(), "boolean".into(), "-zero".into()],
        };
        let functions = section.get("functions").map(|item| functions(&item)).transpose()?;
        let limits = section.section("limits")?;
        limits.only(&["nodes", "depth"])?;
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
            scale: section.word("scale", SCALES)?.unwrap_or(Scale::Evolved),
            bounds: section.word("bounds", BOUNDS)?.unwrap_or(Bounds::Clamp),
            limits: Limits {
                nodes: limits.size("nodes", 1, MAX_NODES)?.unwrap_or(32),
                depth: limits.size("depth", 1, 100)?.unwrap_or(6),
            },
            defined: None,
            concepts: section.get("concepts").map(|item| Concepts::read(&item)).transpose()?,
            search: search_genes::read(&section.section("search")?)?,
            attempts: match section.get("attempts") {
                Some(item) => Some(Attempts::read(&item.section()?)?),
                None => None,
            },
        };
        let nodes = settings.max_nodes();
        if nodes > MAX_NODES as usize
            && let Some(item) = limits.get("nodes").or_else(|| section.get("rules"))
        {
            let wrong = format!("this allows {nodes} nodes, more than the text of a heuristic can hold");
            return Err(item.refuse(wrong).help(format!("rules and nodes for at most {MAX_NODES} in all")));
        }
        for (key, owner) in settings.foreign() {
            if let Some(item) = section.get(key) {
                return Err(item.refuse(format!("{key} belongs to {owner}")).help("leave it out"));
            }
        }
        let functions = settings.operations();
        settings.defined = section.get("defined").map(|item| definitions(&item, &functions)).transpose()?;
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
        fn name<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
            words.iter().find(|(_, known)| known == value).map_or("", |(name, _)| name)
        }
        out.section("genome");
        let foreign = self.foreign();
        let own = |key: &str| !foreign.iter().any(|(foreign, _)| *foreign == key);
        match self.form {
            Form::Policy { rules, values } => {
                out.text("kind", "policy");
                out.entry("rules", rules);
                out.text("value", name(VALUES, &values));
            }
            form => out.text("kind", name(KINDS, &form)),
        }
        out.entry("features", quoted_list(&self.features));
        if own("functions") {
            match &self.functions {
                Functions::Preset(preset) => out.text("functions", name(PRESETS, preset)),
                Functions::Listed(names) => out.entry("functions", quoted_list(names)),
            }
            out.entry("constants", format!("[{}, {}]", self.constants.0, self.constants.1));
        }
        if own("scale") {
            out.text("scale", name(SCALES, &self.scale));
            out.text("bounds", name(BOUNDS, &self.bounds));
        }
        if own("limits") {
            out.entry("limits", inline(&[("nodes", self.limits.nodes), ("depth", self.limits.depth)]));
        }
        if let Some(Definitions { functions, arguments, limits: Limits { nodes, depth } }) = self.defined {
            let entries =
                [("functions", functions), ("arguments", arguments), ("nodes", nodes), ("depth", depth)];
            out.entry("defined", inline(&entries));
        }
        if let Some(Concepts { complexity, max, formulas }) = self.concepts {
            let entries = [("complexity", complexity), ("max", max), ("formulas", formulas)];
            // As before there were formulas, where none are wanted.
            out.entry("concepts", inline(&entries[..if formulas == 0 { 2 } else { 3 }]));
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
