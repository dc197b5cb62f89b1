//! Which operators made the children of a generation, and with what success.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How often the operators were used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorStats(pub BTreeMap<String, OperatorUse>);

/// How often an operator was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct OperatorUse {
    /// Children it was meant to make.
    pub used: u32,
    /// Those it could make within the limits.
    pub applied: u32,
    /// Those of them that were measured as their parents were.
    #[serde(default)]
    pub compared: u32,
    /// Those of them that were better than their better parent.
    pub improved: u32,
}

impl OperatorStats {
    /// Counts a child: its operators, each with whether it could be applied, and whether it is better than its parents.
    pub fn count(&mut self, by: &[(Cow<'static, str>, bool)], improved: Option<bool>) {
        for (name, applied) in by {
            // A name is only copied the first time.
            let entry = match self.0.get_mut(&**name) {
                Some(known) => known,
                None => self.0.entry(name.to_string()).or_default(),
            };
            entry.used += 1;
            entry.applied += u32::from(*applied);
            entry.compared += u32::from(*applied && improved.is_some());
            entry.improved += u32::from(*applied && improved == Some(true));
        }
    }
}
