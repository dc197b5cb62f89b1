//! A world as bytes, for whoever answers its tasks on another machine.

use super::{EvaluationContext, PreparedInstance, ReferenceResult};
use crate::dataset::{Table, TableParts};
use serde::{Deserialize, Serialize};
use unstuck_core::domain::Settings;
use unstuck_core::error::ParseError;
use unstuck_core::registry::DomainHandle;
use unstuck_core::search::SearchParameters;

/// What a parcel begins with: the version of its form.
const MAGIC: &[u8; 8] = b"unstuckX";

#[derive(Serialize, Deserialize)]
struct Parcel {
    domain: DomainHandle,
    metric: String,
    settings: Settings,
    parameters: SearchParameters,
    sets: [Vec<Packed>; 3],
    tables: [TableParts; 3],
}

#[derive(Serialize, Deserialize)]
struct Packed {
    name: String,
    text: String,
    reference: ReferenceResult,
}

/// Why a world could not be unpacked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParcelError {
    /// Not a context, or one of another version.
    #[error("these bytes are no world that this version packed; are all machines of the same version? ({0})")]
    Foreign(String),
    /// An instance cannot be read here.
    #[error("{name}: {error}")]
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
        let set = |known: &Vec<PreparedInstance>| {
            let packed = |known: &PreparedInstance| Packed {
                name: known.name.clone(),
                text: known.instance.text(),
                reference: known.reference,
            };
            known.iter().map(packed).collect()
        };
        let parcel = Parcel {
            domain: DomainHandle(self.domain.clone()),
            metric: self.metric.clone(),
            settings: self.settings.clone(),
            parameters: self.parameters,
            sets: self.sets.each_ref().map(set),
            tables: self.tables.each_ref().map(Table::parts),
        };
        let mut bytes = MAGIC.to_vec();
        // Plain data into memory: nothing can fail.
        bytes.extend(postcard::to_stdvec(&parcel).unwrap_or_default());
        bytes
    }

    /// The world that was packed. The large tables that its features read must have been fetched.
    ///
    /// # Errors
    ///
    /// The bytes are of another version, or name what is not here.
    pub fn unpack(bytes: &[u8]) -> Result<Self, ParcelError> {
        let body = bytes.strip_prefix(MAGIC).ok_or_else(|| ParcelError::Foreign("no mark".into()))?;
        let parcel: Parcel =
            postcard::from_bytes(body).map_err(|error| ParcelError::Foreign(error.to_string()))?;
        let domain = parcel.domain.0;
        let known = |Packed { name, text, reference }: Packed| match unstuck_core::domain::read(
            &*domain,
            &text,
            Some(&parcel.metric),
            &parcel.settings,
        ) {
            Ok(instance) => Ok(PreparedInstance { name, instance, reference }),
            Err(error) => Err(ParcelError::Instance { name, error }),
        };
        let mut sets: [Vec<PreparedInstance>; 3] = Default::default();
        for (set, packed) in sets.iter_mut().zip(parcel.sets) {
            *set = packed.into_iter().map(known).collect::<Result<_, _>>()?;
        }
        let tables = parcel.tables.each_ref().map(Table::of);
        let mut context = Self::new(domain, &parcel.metric, parcel.parameters, sets, tables);
        context.settings = parcel.settings;
        Ok(context)
    }
}
