//! A context as bytes, for evaluators on other machines. Columns of rows are sent by the names of their features.

use super::{EvaluationContext, Optimiser, PreparedInstance};
use crate::dataset::{FitMatrix, FitMatrixParts, Fitting};
use crate::measure::ReferenceResult;
use crate::role::PerRole;
use serde::{Deserialize, Serialize};
use unstuck_core::domain::Settings;
use unstuck_core::error::{LONGEST, ParseError, presentable};
use unstuck_core::feature::FeatureTable;
use unstuck_core::registry::DomainHandle;
use unstuck_core::search::SearchParameters;

/// What a parcel begins with.
const MAGIC: &[u8; 8] = b"unstuckP";

/// The version of the form. A change of the form gets a new number; parcels with another number are refused.
pub const VERSION: u32 = 2;

#[derive(Serialize, Deserialize)]
struct Parcel {
    domain: DomainHandle,
    metric: String,
    settings: Settings,
    parameters: SearchParameters,
    reference_factor: u64,
    optimiser: Option<Optimiser>,
    /// The names that the columns of the tables belong to.
    features: Vec<String>,
    sets: PerRole<Vec<Packed>>,
    fit_matrices: PerRole<FitMatrixParts>,
}

#[derive(Serialize, Deserialize)]
struct Packed {
    name: String,
    text: String,
    reference: ReferenceResult,
}

/// Why a context could not be unpacked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParcelError {
    /// Not a context, or one of another version.
    #[error(
        "these bytes are not a context that this version packed; are all machines of the same version? ({0})"
    )]
    Foreign(String),
    /// The domain has other features here.
    #[error("the rows have the feature '{}', which {domain} does not have here", feature.escape_debug())]
    Feature {
        /// The feature.
        feature: String,
        /// The domain.
        domain: String,
    },
    /// A column of rows is longer or shorter than the targets.
    #[error("the rows have {found} values of '{}' and {rows} targets", feature.escape_debug())]
    Column {
        /// The feature.
        feature: String,
        /// Its values.
        found: usize,
        /// The targets.
        rows: usize,
    },
    /// An instance cannot be read here.
    #[error("{}: {error}", presentable(.name, LONGEST))]
    Instance {
        /// The instance.
        name: String,
        /// What is wrong with it.
        error: ParseError,
    },
}

impl EvaluationContext {
    /// Everything that answers depend on.
    pub fn pack(&self) -> Vec<u8> {
        let packed = |one: &PreparedInstance| Packed {
            name: one.name.clone(),
            text: one.instance.text(),
            reference: one.reference,
        };
        let parcel = Parcel {
            domain: DomainHandle(self.domain.clone()),
            metric: self.metric.clone(),
            settings: self.settings.clone(),
            parameters: self.parameters,
            reference_factor: self.reference_factor,
            optimiser: self.optimiser().cloned(),
            features: self.table.names().map(str::to_owned).collect(),
            sets: self.sets.as_ref().map(|_, set| set.iter().map(packed).collect()),
            fit_matrices: self.fit_matrices.as_ref().map(|_, table| table.parts()),
        };
        let mut bytes = [&MAGIC[..], &VERSION.to_le_bytes()].concat();
        // Plain data into memory: nothing can fail.
        bytes.extend(postcard::to_stdvec(&parcel).unwrap_or_default());
        bytes
    }

    /// The context that was packed. The pattern databases that its features read must have been loaded.
    ///
    /// # Errors
    ///
    /// The bytes are of another version, or name what does not exist here.
    pub fn unpack(bytes: &[u8]) -> Result<Self, ParcelError> {
        let foreign = |why: &str| ParcelError::Foreign(why.into());
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| foreign("another beginning"))?;
        let body = rest.strip_prefix(&VERSION.to_le_bytes()).ok_or_else(|| foreign("another version"))?;
        let parcel: Parcel = postcard::from_bytes(body).map_err(|error| foreign(&error.to_string()))?;
        let domain = parcel.domain.0;
        let read = |Packed { name, text, reference }: Packed| match unstuck_core::domain::read(
            &*domain,
            &text,
            Some(&parcel.metric),
            &parcel.settings,
        ) {
            Ok(instance) => Ok(PreparedInstance { name, instance, reference }),
            Err(error) => Err(ParcelError::Instance { name, error }),
        };
        let sets = parcel.sets.try_map(|_, packed| packed.into_iter().map(read).collect::<Result<_, _>>())?;
        let fit_matrices = parcel.fit_matrices.try_map(|_, parts| {
            by_name(parts, &parcel.features, domain.features()).map(|parts| FitMatrix::of(&parts))
        })?;
        let context = Self::new(domain, &parcel.metric, parcel.parameters, sets, fit_matrices);
        let mut context =
            context.optimising(parcel.optimiser).map_err(|error| foreign(&error.to_string()))?;
        context.settings = parcel.settings;
        context.reference_factor = parcel.reference_factor;
        Ok(context)
    }
}

/// Columns in the order of a table; features that they lack count as 0, as they do where rows are made.
fn by_name(
    parts: FitMatrixParts,
    features: &[String],
    table: &FeatureTable,
) -> Result<FitMatrixParts, ParcelError> {
    let missing =
        |feature: &str| ParcelError::Feature { feature: feature.into(), domain: table.domain().into() };
    let FitMatrixParts { fitting, targets, columns } = parts;
    let beyond = match fitting.beyond {
        Some(old) => {
            let name = features.get(usize::from(old)).map_or("", String::as_str);
            Some(table.index(name).ok_or_else(|| missing(name))?)
        }
        None => None,
    };
    let mut ordered = vec![vec![0.0; targets.len()]; table.features().len()];
    for (name, column) in features.iter().zip(columns) {
        let index = table.index(name).ok_or_else(|| missing(name))?;
        if column.len() != targets.len() {
            return Err(ParcelError::Column {
                feature: name.clone(),
                found: column.len(),
                rows: targets.len(),
            });
        }
        ordered[usize::from(index)] = column;
    }
    Ok(FitMatrixParts { fitting: Fitting { beyond, ..fitting }, targets, columns: ordered })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_elsewhere_are_shown_without_control_characters() {
        let error = ParcelError::Feature { feature: "a\0b\u{1b}[2J".into(), domain: "tiles".into() };
        assert!(!error.to_string().contains(char::is_control), "{error}");
        let error = ParcelError::Instance { name: "jam:\0".into(), error: ParseError::new("no board") };
        assert!(!error.to_string().contains(char::is_control), "{error}");
    }
}
