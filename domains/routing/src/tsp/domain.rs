//! The registration of the travelling salesman problem.

use super::features::{self, DOMAIN};
use super::generate::Kind;
use super::problem::{MANY, Touring};
use super::{rules, sets, text};
use crate::{csv, geojson, line, size, tsplib};
use std::sync::LazyLock;
use unstuck_core::domain::{
    Champion, Domain, DomainInfo, GenerateError, GeneratorInfo, Method, Settings, metric,
};
use unstuck_core::error::ParseError;
use unstuck_core::instance::Instance;
use unstuck_core::instance::optimisation::Bound;

/// The travelling salesman problem.
pub struct TspDomain;

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    settings: &[geojson::SETTING],
    order: "cities by their numbers; places in the order of the tour",
    solver: Method::informed("iterated", rules::SEARCH),
    sets: sets::SETS,
    generators: GENERATORS,
    rules: rules::RULES,
    champions: &[
        Champion { name: "insertion", text: include_str!("../../champions/insertion.heuristic") },
        Champion { name: "next-city", text: include_str!("../../champions/next-city.heuristic") },
    ],
    ..DomainInfo::optimisation(
        DOMAIN,
        "travelling salesman: the shortest closed tour through all cities",
        vec![metric("length", "the sum of the distances along the tour")],
        features::tables(),
        rules::REFERENCE,
    )
});

/// The generators.
pub const GENERATORS: &[GeneratorInfo] = &[
    GeneratorInfo {
        name: "uniform",
        about: "cities anywhere in a square",
        parameters: &[("cities", "100", "number of cities"), ("most", "0", size::MOST)],
    },
    GeneratorInfo {
        name: "clustered",
        about: "cities around random centres, normally distributed, as in the DIMACS challenge",
        parameters: &[
            ("cities", "100", "number of cities"),
            ("most", "0", size::MOST),
            ("cluster", "100", "cities of a cluster on average"),
            ("deviation", "0.03", "deviation of a cluster, as a part of the side of the square"),
        ],
    },
];

impl Domain for TspDomain {
    fn info(&self) -> &DomainInfo {
        &INFO
    }

    /// With many cities insertions take too long.
    fn solver(&self, instance: &dyn Instance) -> Method {
        match instance.size() > MANY {
            true => Method::informed("iterated", rules::SEARCH_MANY),
            false => INFO.solver.clone(),
        }
    }

    fn instance(
        &self,
        text: &str,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let cities = text::read(text, "")?.remove(0);
        let geojson = geojson::wanted(settings, &cities.distances)?;
        let problem = Touring::new(cities).with_geojson(geojson);
        Ok(Box::new(Bound::new(problem, features::tables(), metric)))
    }

    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        line::pieces(text)
    }

    fn recognises(&self, text: &str) -> bool {
        match line::is_line(text) {
            true => !line::has_capacity(text),
            false => tsplib::kind(text) == Some(tsplib::Kind::Tour) || csv::has_places(text),
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
            _ => Kind::Clustered {
                cities: generator.number(parameters, "cluster")?,
                deviation: generator.number(parameters, "deviation")?,
            },
        };
        let (fewest, most) = (generator.number(parameters, "cities")?, generator.number(parameters, "most")?);
        let count = size::drawn(fewest, most, seed, number);
        Ok(text::line(&kind.generate(count, seed, number)?))
    }
}
