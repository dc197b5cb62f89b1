//! The feature table.

use super::domain::FreeCell;
use crate::domain::Feature;

/// All features.
pub(super) static FEATURES: &[Feature<FreeCell>] = &[];
