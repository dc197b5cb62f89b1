//! Named rules: texts of the heuristic language over the features of a choice.
//!
//! The classic rules make schedules without delay: `1000000*wait` excludes operations that would let the machine wait.
//! Without that term the same rule makes active schedules; with a smaller factor it decides how long waiting pays.

use crate::features;
use crate::shop::Objective;
use unstuck_core::domain::NamedRule;
use unstuck_core::error::ParseError;
use unstuck_core::language::Decisions;

/// The rule that others are compared with, for the makespan.
pub const REFERENCE: &str = "mwkr";

/// The rule that others are compared with.
pub fn reference(objective: Objective) -> &'static str {
    match objective {
        Objective::Makespan => REFERENCE,
        Objective::Tardiness => "covert",
        Objective::FlowTime => "2pt_winq_npt",
    }
}

macro_rules! rules {
    ($($name:literal $about:literal $text:literal)*) => {
        /// The named rules.
        pub const RULES: &[NamedRule] = &[$(NamedRule { name: $name, about: $about, text: $text }),*];
    };
}

rules! {
    "fifo" "first in, first out: the job that arrived first at the machine" "-ready - 1000000*wait"
    "spt" "shortest processing time" "-time - 1000000*wait"
    "lpt" "longest processing time" "time - 1000000*wait"
    "mwkr" "most work remaining" "work - 1000000*wait"
    "lwkr" "least work remaining" "-work - 1000000*wait"
    "mopnr" "most operations remaining" "operations_left - 1000000*wait"
    "spt_twkr" "shortest processing time as a part of the work of the job" "-time/job_work - 1000000*wait"
    "winq" "least work in the next queue" "-next_queue_work - 1000000*wait"
    "edd" "earliest due date" "-due - 1000000*wait"
    "mdd" "modified due date: the later of the due date and the earliest completion (Baker and Bertrand, 1982)"
        "-max(due, start + work) - 1000000*wait"
    "least_slack" "least slack" "-slack - 1000000*wait"
    "slack_per_operation" "least slack for each remaining operation" "-slack/operations_left - 1000000*wait"
    "critical_ratio" "least time to the due date for each unit of work remaining" "-(slack + work)/work - 1000000*wait"
    "wspt" "weighted shortest processing time" "weight/time - 1000000*wait"
    "atc" "apparent tardiness cost with look-ahead factor 3, waiting estimated as twice the work behind the operation (Vepsalainen and Morton, 1987)"
        "weight/time*exp(-max(slack - 2*tail, 0)/(3*queue_work/queue)) - 1000000*wait"
    "covert" "cost over time: expected tardiness cost for each unit of time, waiting estimated as twice the work remaining (Carroll, 1965)"
        "weight/time*max(1 - max(slack, 0)/(2*work), 0) - 1000000*wait"
    "pt_winq" "processing time and work in the next queue (Holthaus and Rajendran, 1997)" "-time - next_queue_work - 1000000*wait"
    "2pt_winq_npt" "twice the processing time, work in the next queue and the next processing time (Holthaus and Rajendran, 2000)"
        "-2*time - next_queue_work - next_time - 1000000*wait"
    "pt_winq_sl" "processing time, work in the next queue and slack if it is negative (Holthaus and Rajendran, 1997)"
        "-time - next_queue_work - min(slack, 0) - 1000000*wait"
}

/// Reads a name or a text.
///
/// # Errors
///
/// What is wrong with the text, and where.
pub fn read(text: &str) -> Result<Decisions, ParseError> {
    NamedRule::read(RULES, text, features::tables())
}
