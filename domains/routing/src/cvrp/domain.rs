//! The registration of vehicle routing.

use super::features::{self, DOMAIN};
use super::generate::{Demand, Depot, Kind, Layout};
use super::problem::{Extra, Routing};
use super::{rules, sets, text};
use crate::distances::Distances;
use crate::{geojson, line, size, tsplib};
use std::sync::LazyLock;
use unstuck_core::domain::{
    Champion, Domain, DomainInfo, GenerateError, GeneratorInfo, Method, SettingInfo, SettingValues, Settings,
    metric,
};
use unstuck_core::error::ParseError;
use unstuck_core::instance::Instance;
use unstuck_core::instance::optimisation::Bound;

/// Vehicle routing with capacities.
pub struct CvrpDomain;

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    settings: &[geojson::SETTING, EXTRA],
    order: "pairs of customers by their numbers",
    solver: Method::informed("iterated", rules::SEARCH),
    sets: sets::SETS,
    generators: GENERATORS,
    rules: rules::RULES,
    champions: &[Champion { name: "joins", text: include_str!("../../champions/joins.heuristic") }],
    ..DomainInfo::optimisation(
        DOMAIN,
        "vehicle routing with capacities: the shortest routes from a depot that serve all customers",
        vec![metric("length", "the sum of the distances along all routes")],
        features::tables(),
        rules::REFERENCE,
    )
});

/// The setting for one more customer.
const EXTRA: SettingInfo = SettingInfo {
    name: "extra",
    about: "one more customer: the parts of a solution show its best places and their costs",
    values: SettingValues::Text("X Y DEMAND"),
};

fn extra(settings: &Settings, distances: &Distances) -> Result<Option<Extra>, ParseError> {
    let Some(text) = settings.get(EXTRA.name) else { return Ok(None) };
    if distances.rule().is_none() {
        return Err(ParseError::new("one more customer needs distances that follow from coordinates"));
    }
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let read = || match *words {
        [x, y, demand] => {
            Some(Extra { place: [x.parse().ok()?, y.parse().ok()?], demand: demand.parse().ok()? })
        }
        _ => None,
    };
    let valid = |extra: &Extra| extra.demand >= 0 && extra.place.iter().all(|number| number.is_finite());
    let error = || ParseError::new("one more customer is written as X Y DEMAND").help("such as 120 45 8");
    read().filter(valid).map(Some).ok_or_else(error)
}

const DEPOTS: &[(&str, Depot)] =
    &[("centre", Depot::Centre), ("corner", Depot::Corner), ("random", Depot::Random)];
const LAYOUTS: &[(&str, Layout)] =
    &[("random", Layout::Random), ("clustered", Layout::Clustered), ("mixed", Layout::Mixed)];
const DEMANDS: &[(&str, Demand)] = &[
    ("unit", Demand::Unit),
    ("1-10", Demand::Range(1, 10)),
    ("5-10", Demand::Range(5, 10)),
    ("1-100", Demand::Range(1, 100)),
    ("50-100", Demand::Range(50, 100)),
    ("quadrants", Demand::Quadrants),
    ("many-small", Demand::ManySmall),
];

/// The generators.
pub const GENERATORS: &[GeneratorInfo] = &[
    GeneratorInfo {
        name: "uniform",
        about: "customers anywhere in a square, depot in the centre, demands 1 to 9, capacity 50",
        parameters: &[("customers", "50", "number of customers"), ("most", "0", size::MOST)],
    },
    GeneratorInfo {
        name: "x",
        about: "as the X instances of Uchoa et al. (2017), everything but the size at random",
        parameters: &[("customers", "100", "number of customers"), ("most", "0", size::MOST)],
    },
    GeneratorInfo {
        name: "x-like",
        about: "as the X instances of Uchoa et al. (2017), by parameters",
        parameters: &[
            ("customers", "100", "number of customers"),
            ("most", "0", size::MOST),
            ("depot", "random", "centre, corner or random"),
            ("layout", "mixed", "random, clustered or mixed"),
            ("demand", "1-100", "unit, 1-10, 5-10, 1-100, 50-100, quadrants or many-small"),
            ("route", "9", "customers of a route on average"),
        ],
    },
];

/// The value that a word of a parameter means.
fn word<T: Copy>(
    info: &GeneratorInfo,
    given: &Settings,
    name: &str,
    known: &[(&str, T)],
) -> Result<T, ParseError> {
    let text = info.value(given, name);
    let found = known.iter().find(|(word, _)| *word == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        let text = unstuck_core::error::presentable(text, 20);
        ParseError::new(format!("'{text}' is not a value of {name}")).help(words.join(", "))
    })
}

impl Domain for CvrpDomain {
    fn info(&self) -> &DomainInfo {
        &INFO
    }

    fn instance(
        &self,
        text: &str,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let customers = text::read(text, "")?.remove(0);
        let geojson = geojson::wanted(settings, &customers.distances)?;
        let extra = extra(settings, &customers.distances)?;
        let problem = Routing::new(customers).with_geojson(geojson).with_extra(extra);
        Ok(Box::new(Bound::new(problem, features::tables(), metric)))
    }

    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        line::pieces(text)
    }

    fn recognises(&self, text: &str) -> bool {
        match line::is_line(text) {
            true => line::has_capacity(text),
            false => tsplib::kind(text) == Some(tsplib::Kind::Routes) || text::is_table(text),
        }
    }

    fn make(
        &self,
        generator: &GeneratorInfo,
        parameters: &Settings,
        seed: u64,
        number: u64,
    ) -> Result<String, GenerateError> {
        let kind = match generator.name {
            "uniform" => Kind::Uniform,
            "x" => Kind::AnyX,
            _ => Kind::X {
                depot: word(generator, parameters, "depot", DEPOTS)?,
                layout: word(generator, parameters, "layout", LAYOUTS)?,
                demand: word(generator, parameters, "demand", DEMANDS)?,
                route: generator.number::<f64>(parameters, "route")?.max(1.0),
            },
        };
        let (fewest, most) =
            (generator.number(parameters, "customers")?, generator.number(parameters, "most")?);
        let count = size::drawn(fewest, most, seed, number);
        Ok(text::line(&kind.generate(count, seed, number)?))
    }
}
