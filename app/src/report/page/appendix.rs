//! Where everything comes from.

use super::folded;
use crate::report::escape::escape;
use unstuck_ops::analysis::format::moment;
use unstuck_ops::origin;
use unstuck_ops::store::record::ExperimentRecord;

/// The configuration and the experiment's own particulars.
pub fn appendix(record: &ExperimentRecord) -> String {
    let facts = [
        ("identity", record.identity.clone()),
        ("begun", moment(record.created)),
        ("last written", moment(record.updated)),
        ("made with", record.origin.clone()),
    ];
    let rows: String =
        facts.iter().map(|(name, value)| format!("<dt>{name}</dt><dd>{}</dd>", escape(value))).collect();
    let config = format!("<pre>{}</pre>", escape(record.config.trim_end()));
    format!("<dl>{rows}</dl>{}", folded("the experiment's file, every default filled in", &config))
}

/// Who wrote the page.
pub fn footer() -> String {
    format!("Written by {}.", escape(&origin::line()))
}
