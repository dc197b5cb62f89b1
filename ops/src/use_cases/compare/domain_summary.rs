//! Coverage and quality of a comparison over the domains of a family, domain by domain.

use super::Comparison;
use crate::use_cases::solve::Report;
use serde::Serialize;
use unstuck_core::instance::Status;

/// One domain of a comparison.
#[derive(Debug, Clone, Serialize)]
pub struct DomainSummary {
    /// The domain.
    pub domain: String,
    /// Number of its instances.
    pub instances: usize,
    /// The pairs, in their order.
    pub pairs: Vec<DomainPair>,
}

/// One pair on the instances of a domain.
#[derive(Debug, Clone, Serialize)]
pub struct DomainPair {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The heuristic's text.
    pub heuristic: String,
    /// Instances that it solved.
    pub solved: usize,
    /// The share of instances that it solved.
    pub coverage: f64,
    /// The sum of C*/C over the instances: C is the cost of its plan, C* that of the best plan of any pair. An
    /// instance that is not solved counts 0.
    pub quality: f64,
}

impl Comparison {
    /// Coverage and quality by domain; nothing for domains without a family.
    pub fn domains(&self) -> Vec<DomainSummary> {
        let mut domains: Vec<(&str, Vec<&[Option<Report>]>)> = Vec::new();
        for (_, cells) in &self.rows {
            let Some(report) = cells.iter().flatten().next().filter(|report| report.family.is_some()) else {
                continue;
            };
            match domains.iter_mut().find(|(name, _)| *name == report.domain) {
                Some((_, rows)) => rows.push(cells),
                None => domains.push((&report.domain, vec![cells])),
            }
        }
        let summary = |(name, rows): (&str, Vec<&[Option<Report>]>)| DomainSummary {
            domain: name.to_owned(),
            instances: rows.len(),
            pairs: (0..self.pairs.len()).map(|pair| self.domain_pair(pair, &rows)).collect(),
        };
        domains.into_iter().map(summary).collect()
    }

    fn domain_pair(&self, pair: usize, rows: &[&[Option<Report>]]) -> DomainPair {
        let qualities = rows.iter().filter_map(|cells| quality(cells, pair));
        let (solved, quality) = qualities.fold((0, 0.0), |(count, sum), quality| (count + 1, sum + quality));
        DomainPair {
            algorithm: self.pairs[pair].algorithm.name,
            heuristic: self.pairs[pair].heuristic.to_string(),
            solved,
            coverage: solved as f64 / rows.len().max(1) as f64,
            quality,
        }
    }
}

/// The quality of a pair's plan among those of a row, from 0 to 1; `None` if it has none.
pub fn quality(cells: &[Option<Report>], pair: usize) -> Option<f64> {
    let solved = |report: &&Report| report.solution.status == Status::Solved;
    let best = cells.iter().flatten().filter(solved).filter_map(Report::length).min()?;
    let own = cells[pair].as_ref().filter(solved)?.length()?;
    // A plan may cost nothing.
    Some(if own == 0 { 1.0 } else { best as f64 / own as f64 })
}
