//! The registration of the travelling salesman problem.

use super::features::{self, DOMAIN};
use super::generate::Kind;
use super::problem::{MANY, Touring};
use super::{rules, sets, text};
use crate::{csv, geojson, line, size, tsplib};
use std::sync::{Arc, LazyLock};
use unstuck_core::domain::{
    self, Champion, Domain, DomainInfo, GenerateError, GeneratorInfo, Method, NamedRule, Request, Settings,
    metric,
};
use unstuck_core::error::ParseError;
use unstuck_core::feature::{FeatureTable, Text};
use unstuck_core::instance::Instance;
use unstuck_core::instance::optimisation::Bound;
use unstuck_core::search::Observer;

/// The travelling salesman problem.
pub struct TspDomain;

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    kind: domain::Kind::Optimisation,
    settings: &[geojson::SETTING],
    order: "cities by their numbers; places in the order of the tour",
    solver: Method::informed("iterated", rules::SEARCH),
    heuristic: Some(Text::Borrowed(rules::REFERENCE)),
    sets: sets::SETS,
    generators: GENERATORS,
    features: features::tables()[0].clone(),
    ..DomainInfo::new(
        DOMAIN,
        "travelling salesman: the shortest closed tour through all cities",
        vec![metric("length", "the sum of the distances along the tour")],
        [],
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

    fn rules(&self) -> &'static [NamedRule] {
        rules::RULES
    }

    fn champions(&self) -> &'static [Champion] {
        &[
            Champion { name: "insertion", text: include_str!("../../champions/insertion.heuristic") },
            Champion { name: "next-city", text: include_str!("../../champions/next-city.heuristic") },
        ]
    }

    fn decisions(&self) -> &[Arc<FeatureTable>] {
        features::tables()
    }

    fn reference(&self) -> Option<Text> {
        Some(Text::Borrowed(rules::REFERENCE))
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

    fn recognise(
        &self,
        text: &str,
        metric: Option<&str>,
        settings: &Settings,
    ) -> Option<Result<Box<dyn Instance>, ParseError>> {
        let is_own = match line::is_line(text) {
            true => !line::has_capacity(text),
            false => tsplib::kind(text) == Some(tsplib::Kind::Tour) || csv::has_places(text),
        };
        is_own.then(|| domain::try_read(self, text, metric, settings))
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
        let given = request.parameters;
        let kind = match info.name {
            "uniform" => Kind::Uniform,
            _ => Kind::Clustered {
                cities: info.number(given, "cluster")?,
                deviation: info.number(given, "deviation")?,
            },
        };
        let (cities, most) = (info.number(given, "cities")?, info.number(given, "most")?);
        for number in 0..request.count as u64 {
            domain::go_on(observer)?;
            let count = size::drawn(cities, most, request.seed, number);
            each(text::line(&kind.generate(count, request.seed, number)?));
        }
        Ok(())
    }
}
