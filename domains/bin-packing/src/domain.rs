//! The registration of bin packing.

use crate::features::{self, DOMAIN};
use crate::generate::Kind;
use crate::items::Items;
use crate::packing::{Offline, Online};
use crate::{rules, sets, text};
use std::sync::{Arc, LazyLock};
use unstuck_core::domain::{
    self, Champion, Domain, DomainInfo, GenerateError, GeneratorInfo, Method, NamedRule, Request,
    SettingInfo, SettingValues, Settings, metric,
};
use unstuck_core::error::ParseError;
use unstuck_core::feature::{FeatureTable, Text};
use unstuck_core::instance::Instance;
use unstuck_core::instance::optimisation::Bound;
use unstuck_core::random::{RngExt, stream};
use unstuck_core::search::Observer;

/// Bin packing, online and offline.
pub struct BinPackingDomain;

/// The metric.
const METRIC: &str = "bins";

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    kind: domain::Kind::Optimisation,
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
    heuristic: Some(Text::Borrowed(rules::REFERENCE)),
    sets: sets::REGISTERED,
    generators: GENERATORS,
    features: features::tables()[0].clone(),
    ..DomainInfo::new(
        DOMAIN,
        "pack items into as few bins as possible, online or offline",
        vec![metric(METRIC, "a bin that is used counts 1")],
        [],
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

    fn rules(&self) -> &'static [NamedRule] {
        rules::RULES
    }

    fn champions(&self) -> &'static [Champion] {
        &[
            Champion { name: "weibull", text: include_str!("../champions/weibull.heuristic") },
            Champion { name: "or", text: include_str!("../champions/or.heuristic") },
            Champion { name: "mixture", text: include_str!("../champions/mixture.heuristic") },
            Champion { name: "known-number", text: include_str!("../champions/known-number.heuristic") },
        ]
    }

    fn decisions(&self) -> &[Arc<FeatureTable>] {
        features::tables()
    }

    fn reference(&self) -> Option<Text> {
        Some(Text::Borrowed(rules::REFERENCE))
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

    fn recognise(
        &self,
        text: &str,
        metric: Option<&str>,
        settings: &Settings,
    ) -> Option<Result<Box<dyn Instance>, ParseError>> {
        let (capacity, rest) = text.split_once(':')?;
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let words = rest.split_ascii_whitespace().filter(|word| *word != "=");
        (is_number(capacity.trim()) && words.clone().next().is_some() && words.clone().all(is_number))
            .then(|| domain::try_read(self, text, metric, settings))
    }

    fn generate(
        &self,
        request: &Request<'_>,
        observer: &mut dyn Observer,
        each: &mut dyn FnMut(String),
    ) -> Result<(), GenerateError> {
        let info = GENERATORS.iter().find(|known| known.name == request.generator);
        let info =
            info.ok_or_else(|| ParseError::new(format!("there is no generator '{}'", request.generator)))?;
        let number = |name| info.number::<u32>(request.parameters, name);
        let real = |name| info.number::<f64>(request.parameters, name);
        let kind = match info.name {
            "uniform" => {
                Kind::Uniform { low: number("low")?, high: number("high")?, capacity: number("capacity")? }
            }
            "weibull" => Kind::Weibull {
                shape: real("shape")?,
                scale: real("scale")?,
                largest: number("largest")?,
                capacity: number("capacity")?,
            },
            _ => Kind::Triplets,
        };
        let (items, most) = (number("items")?, if info.name == "triplets" { 0 } else { number("most")? });
        for one in 0..request.count {
            domain::go_on(observer)?;
            let kind = if info.name == "mixture" { MIXTURE[one % MIXTURE.len()] } else { kind };
            let mut random = stream(request.seed, "number of items", &[one as u64]);
            let count = match most > items {
                // Between the logarithms, so that small instances are as frequent as large ones.
                true => {
                    f64::from(items) * libm::pow(f64::from(most) / f64::from(items.max(1)), random.random())
                }
                false => items.into(),
            };
            let made: Items = kind.generate(count.round() as usize, request.seed, one as u64)?;
            each(text::line(&made));
        }
        Ok(())
    }
}
