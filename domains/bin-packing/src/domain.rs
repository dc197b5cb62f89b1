//! The registration of bin packing.

use crate::features::{self, DOMAIN};
use crate::generate::Kind;
use crate::packing::{Offline, Online};
use crate::{rules, sets, text};
use std::sync::LazyLock;
use unstuck_core::domain::{
    Champion, Domain, DomainInfo, GenerateError, GeneratorInfo, Method, SettingInfo, SettingValues, Settings,
    metric,
};
use unstuck_core::error::ParseError;
use unstuck_core::instance::Instance;
use unstuck_core::instance::optimisation::Bound;
use unstuck_core::random::{between_logarithms, stream};

/// Bin packing, online and offline.
pub struct BinPackingDomain;

/// The metric.
const METRIC: &str = "bins";

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    order: "the largest item first; the fullest bin first, a new one last",
    settings: &[
        SettingInfo {
            name: "online",
            about: "items come in their order, and decisions are final",
            values: SettingValues::Switch,
        },
        SettingInfo {
            name: "known-number",
            about: "online, but the number of items is known beforehand",
            values: SettingValues::Switch,
        },
    ],
    solver: Method::informed("iterated", "best_fit_decreasing"),
    sets: sets::SETS,
    generators: GENERATORS,
    rules: rules::RULES,
    champions: &[
        Champion { name: "weibull", text: include_str!("../champions/weibull.heuristic") },
        Champion { name: "or", text: include_str!("../champions/or.heuristic") },
        Champion { name: "mixture", text: include_str!("../champions/mixture.heuristic") },
        Champion { name: "known-number", text: include_str!("../champions/known-number.heuristic") },
    ],
    ..DomainInfo::optimisation(
        DOMAIN,
        "pack items into as few bins as possible, online or offline",
        vec![metric(METRIC, "a bin that is used counts 1")],
        features::tables(),
        rules::REFERENCE,
    )
});

/// What the second number of items means.
const MOST: &str =
    "most items: numbers are drawn between both, small ones as often as large ones; 0 for one number";

/// The distributions of the generator `mixture`.
const MIXTURE: [Kind; 6] = [
    Kind::WEIBULL,
    Kind::OR_LIBRARY,
    Kind::Uniform { low: 1, high: 100, capacity: 100 },
    Kind::Weibull { shape: 1.5, scale: 30.0, largest: 100, capacity: 100 },
    Kind::Uniform { low: 10, high: 60, capacity: 150 },
    Kind::Triplets,
];

/// The generators.
pub const GENERATORS: &[GeneratorInfo] = &[
    GeneratorInfo {
        name: "uniform",
        about: "sizes drawn uniformly from a range; the defaults are those of the OR-Library",
        parameters: &[
            ("items", "120", "number of items"),
            ("most", "0", MOST),
            ("low", "20", "smallest size"),
            ("high", "100", "largest size"),
            ("capacity", "150", "capacity of the bins"),
        ],
    },
    GeneratorInfo {
        name: "weibull",
        about: "sizes drawn from a Weibull distribution, rounded; the defaults are those of FunSearch",
        parameters: &[
            ("items", "5000", "number of items"),
            ("most", "0", MOST),
            ("shape", "3", "shape of the distribution"),
            ("scale", "45", "scale of the distribution"),
            ("largest", "100", "largest size"),
            ("capacity", "100", "capacity of the bins"),
        ],
    },
    GeneratorInfo {
        name: "triplets",
        about: "three items fill each bin of capacity 1,000 exactly (Falkenauer)",
        parameters: &[("items", "60", "number of items, a multiple of three")],
    },
    GeneratorInfo {
        name: "mixture",
        about: "one of several distributions in turn, with few and with many items: for rules that are to be good everywhere",
        parameters: &[("items", "100", "number of items"), ("most", "5000", MOST)],
    },
];

impl Domain for BinPackingDomain {
    fn info(&self) -> &DomainInfo {
        &INFO
    }

    /// Online there is nothing to improve.
    fn solver(&self, instance: &dyn Instance) -> Method {
        match instance.as_any().downcast_ref::<Bound<Online>>() {
            Some(_) => Method::informed("construct", "sum_of_squares"),
            None => INFO.solver.clone(),
        }
    }

    fn instance(
        &self,
        text: &str,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let items = match &mut text::read(text, "items")?[..] {
            [items] => items.clone(),
            several => {
                let message = format!("these are {} instances; one is wanted", several.len());
                return Err(ParseError::new(message).help("read a file with several as @FILE"));
            }
        };
        let tables = features::tables();
        Ok(match (settings.contains_key("online"), settings.contains_key("known-number")) {
            (_, true) => Box::new(Bound::new(Online::new(items).with_horizon(), tables, metric)),
            (true, false) => Box::new(Bound::new(Online::new(items), tables, metric)),
            (false, false) => Box::new(Bound::new(Offline::new(items), tables, metric)),
        })
    }

    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        text::pieces(text)
    }

    fn recognises(&self, text: &str) -> bool {
        let Some((capacity, rest)) = text.split_once(':') else { return false };
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let mut words = rest.split_ascii_whitespace().filter(|word| *word != "=").peekable();
        is_number(capacity.trim()) && words.peek().is_some() && words.all(is_number)
    }

    fn make(
        &self,
        generator: &GeneratorInfo,
        parameters: &Settings,
        seed: u64,
        number: u64,
    ) -> Result<String, GenerateError> {
        let value = |name| generator.number::<u32>(parameters, name);
        let real = |name| generator.number::<f64>(parameters, name);
        let kind = match generator.name {
            "uniform" => {
                Kind::Uniform { low: value("low")?, high: value("high")?, capacity: value("capacity")? }
            }
            "weibull" => Kind::Weibull {
                shape: real("shape")?,
                scale: real("scale")?,
                largest: value("largest")?,
                capacity: value("capacity")?,
            },
            "mixture" => MIXTURE[number as usize % MIXTURE.len()],
            _ => Kind::Triplets,
        };
        let (items, most) = (value("items")?, if generator.name == "triplets" { 0 } else { value("most")? });
        let mut random = stream(seed, "number of items", &[number]);
        let count = between_logarithms(&mut random, items.into(), most.into());
        Ok(text::line(&kind.generate(count as usize, seed, number)?))
    }
}
