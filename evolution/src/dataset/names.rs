//! Columns and the features of a domain.

use super::{Column, Dataset};
use unstuck_core::domain::{Domain, Settings};
use unstuck_core::error::ParseError;
use unstuck_core::feature::{FeatureInfo, FeatureTable};
use unstuck_core::sample::Row;
use unstuck_core::suggest::{listed, nearest};

impl Dataset {
    /// Gives columns without names those of the domain's features, in its order: all that the first instance has and
    /// that no large table is needed for. Names that are there must be features of single states.
    ///
    /// # Errors
    ///
    /// Says which name is none, or that the columns are not as many as the features.
    pub fn name_columns(&mut self, domain: &dyn Domain) -> Result<(), ParseError> {
        let features = domain.features();
        if !self.named {
            let default = self.default_features(domain);
            if default.len() != self.columns.len() {
                let names: Vec<&str> = default.iter().map(|info| &*info.name).collect();
                let (have, want) = (self.columns.len(), default.len());
                let domain = &domain.info().name;
                let wrong = format!(
                    "the columns have no names; there are {have} of them, and an instance of {domain} has {want} features"
                );
                let help = format!(
                    "write instance,h*, and their names into the third line; there is {}",
                    names.join(", ")
                );
                return Err(ParseError::new(wrong).help(help));
            }
            for (column, info) in self.columns.iter_mut().zip(default) {
                column.name = info.name.to_string();
            }
            self.named = true;
        }
        for Column { name, .. } in &self.columns {
            match features.get(name) {
                Some(info) if info.node().needs.state_only() => {}
                Some(_) => {
                    let wrong = format!(
                        "'{name}' reads the path to a state, so that a state alone has no value of it"
                    );
                    return Err(ParseError::new(wrong).help("leave the column out"));
                }
                None => {
                    let domain = &domain.info().name;
                    let wrong = ParseError::new(format!("{domain} has no feature '{name}'"));
                    return Err(match nearest(name, features.names()) {
                        Some(near) => wrong.help(format!("did you mean '{near}'?")),
                        None => wrong.help(format!("available: {}", listed(features.names()))),
                    });
                }
            }
        }
        Ok(())
    }

    fn default_features<'d>(&self, domain: &'d dyn Domain) -> Vec<&'d FeatureInfo> {
        let first = self
            .instances
            .first()
            .map(|text| unstuck_core::domain::read(domain, text, None, &Settings::new()));
        let values = first.and_then(Result::ok).map(|instance| instance.values());
        let there = |index: usize| values.as_ref().is_none_or(|values| values[index].is_some());
        let large = |name: &str| domain.pattern_databases().iter().any(|table| table.name == name);
        let default = |&(index, info): &(usize, &FeatureInfo)| {
            info.is_tabulated() && !large(&info.name) && there(index)
        };
        domain.features().features().iter().enumerate().filter(default).map(|(_, info)| info).collect()
    }

    /// A row as fits read it. Features without a column have the values given; the columns must have names.
    pub fn row(&self, row: usize, features: &FeatureTable, mut values: Vec<Option<f64>>) -> Row {
        values.resize(features.features().len(), None);
        for column in &self.columns {
            if let Some(index) = features.index(&column.name) {
                values[usize::from(index)] = Some(column.values[row]).filter(|value| !value.is_nan());
            }
        }
        Row { text: self.instances[row].clone(), distance: self.distances[row].cost, values }
    }
}
