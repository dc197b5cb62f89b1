//! Which features an experiment reads, and which of them its instances have.

use super::Experiment;
use super::error::BuildError;
use super::sets::{Named, Rows};
use crate::config::source::Places;
use crate::role::PerRole;
use unstuck_core::feature::Text;
use unstuck_core::instance::Instance;
use unstuck_core::language::Checked;
use unstuck_core::sample::Row;

impl Experiment {
    /// The features that the experiment reads; some of them need a pattern database.
    pub fn named_features(&self) -> Vec<Text> {
        let table = self.domain().features();
        let chosen = self.genome.chosen(self.domain(), &Places::default()).unwrap_or_default();
        let beyond = self.fitness.evaluator.least_squares().and_then(|fit| fit.beyond.as_deref());
        let beyond = beyond.and_then(|name| table.index(name));
        let infos = chosen.into_iter().chain(beyond).map(|index| &table.features()[usize::from(index)]);
        infos.map(|info| info.name.clone()).collect()
    }

    /// The names of the pattern databases that the experiment reads.
    pub fn tables(&self) -> Vec<&'static str> {
        let domain = self.domain();
        let mut named = self.named_features();
        for text in self.initial.iter().chain([&self.fitness.reference]) {
            let read = Checked::read(text, domain.features()).ok();
            named.extend(read.iter().flat_map(Checked::infos).map(|info| info.name.clone()));
        }
        let named = |name: &str| named.iter().any(|known| known == name);
        domain.pattern_databases().iter().map(|table| table.name).filter(|name| named(name)).collect()
    }

    /// Whether heuristics may read the cost of the path: the baselines they are compared with may then read it as well.
    pub fn reads_g(&self) -> bool {
        let features = self.domain().features().features();
        let chosen = self.genome.chosen(self.domain(), &Places::default()).unwrap_or_default();
        chosen.into_iter().any(|index| features[usize::from(index)].node().needs.g)
    }

    /// The chosen features that all instances have; one that was named must be there.
    pub(super) fn existing(
        &self,
        sets: &PerRole<Named>,
        rows: &PerRole<Option<Rows>>,
    ) -> Result<Vec<u16>, BuildError> {
        let table = self.domain().features();
        let mut chosen = self.genome.chosen(self.domain(), &Places::default())?;
        let mut keep = |name: &String, has: &dyn Fn(u16) -> bool| {
            let named = |&&index: &&u16| self.genome.features.iter().any(|entry| entry == table.name(index));
            if let Some(&index) = chosen.iter().filter(|index| !has(**index)).find(named) {
                let feature = table.name(index).to_owned();
                return Err(BuildError::Absent { feature, instance: name.clone() });
            }
            chosen.retain(|&index| has(index));
            Ok(())
        };
        for (name, instance) in sets.values().flatten() {
            let ranges = instance.ranges();
            keep(name, &|index| ranges[usize::from(index)].is_some())?;
        }
        for (name, row) in rows.values().flatten().flatten() {
            keep(name, &|index| row.values[usize::from(index)].is_some())?;
        }
        let beyond = self.fitness.evaluator.least_squares().and_then(|fit| fit.beyond.as_deref());
        if let Some(feature) = beyond {
            let lacks = |(_, instance): &&(String, Box<dyn Instance>)| !instance.has(feature);
            let index = table.index(feature).map(usize::from);
            let without = |(_, row): &&(String, Row)| index.is_some_and(|index| row.values[index].is_none());
            let row = || rows.values().flatten().flatten().find(without).map(|(name, _)| name);
            if let Some(name) = sets.values().flatten().find(lacks).map(|(name, _)| name).or_else(row) {
                return Err(BuildError::Absent { feature: feature.into(), instance: name.clone() });
            }
        }
        if chosen.is_empty() { Err(BuildError::NoFeatures) } else { Ok(chosen) }
    }

    /// Smallest and largest value of a feature over instances; where there is no end, that of the constants.
    pub(super) fn range(
        &self,
        feature: u16,
        ranges: &[Vec<Option<(f64, f64)>>],
        rows: Option<&[(String, Row)]>,
    ) -> (f64, f64) {
        let feature = usize::from(feature);
        let own = ranges.iter().filter_map(|ranges| ranges[feature]);
        let values = rows.unwrap_or_default().iter().filter_map(|(_, row)| row.values[feature]);
        let own = own.chain(values.map(|value| (value, value)));
        let (low, high) = own.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (from, to)| {
            (low.min(from), high.max(to))
        });
        let (min, max) = self.genome.constants;
        let low = if low.is_finite() { low } else { min };
        let high = if high.is_finite() { high } else { max };
        (low, high.max(low))
    }
}
