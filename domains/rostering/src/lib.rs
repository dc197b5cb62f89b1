//! # unstuck-rostering
//!
//! Shift scheduling: who works which shift on which day. Rosters keep hard rules (rest, runs of work, minutes, weekends,
//! shifts that must not follow each other) and cost something for wishes that are not met and for people missing or too
//! many. Rules and costs are those of the benchmark by Curtois and Qu (2014).
//!
//! ```
//! use unstuck_core::local_search::{Limits, Parameters, Solve, ITERATED, solve};
//! use unstuck_rostering::{Rostering, rules, text};
//!
//! let ward = text::read("
//! HORIZON
//! days,start
//! 7,2026-11-02
//! SHIFTS
//! shift,minutes,begins,not_followed_by
//! E,480,07:00,
//! L,480,14:00,E
//! PEOPLE
//! person,max_minutes,days_off
//! Ana,2400,2
//! Ben,2400,
//! Cem,2400,6 7
//! DEMAND
//! days,shift,people
//! all,E,1
//! all,L,1
//! REQUESTS
//! person,days,shift,wants,weight
//! Ben,Sat Sun,any,no,10
//! ", "example")?;
//! let problem = Rostering::new(ward);
//! let found = solve(Solve {
//!     problem: &problem,
//!     rules: &rules::read("greedy")?,
//!     parameters: &Parameters::new(&ITERATED),
//!     seed: 1,
//!     limits: Limits { effort: Some(1_000_000), seconds: None },
//!     from: None,
//!     observer: &mut (),
//! }).unwrap();
//! assert_eq!(found.cost.hard, 0);
//! # Ok::<(), unstuck_core::error::ParseError>(())
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`domain`], [`view`] | the registration; what people see of a roster |
//! | [`ward`], [`text`], [`csv`], [`compact`], [`date`] | instances and their texts: the benchmark's format, CSV for spreadsheets |
//! | [`generate`], [`sets`] | wards made by chance; published ones |
//! | [`roster`], [`problem`] | the problem and its exact cost; texts and components of rosters |
//! | [`partial`], [`features`], [`rules`] | construction day by day, by a rule |
//! | [`moves`], [`classes`], [`mod@line`], [`heuristics`] | moves; the best line of a person; ejection chains and annealing |
//! | [`repair`] | few changes after a sick call |
//! | [`output`], [`validate`], [`bounds`] | CSV and calendars; an independent check; lower bounds |

pub mod bounds;
pub mod classes;
pub mod compact;
pub mod csv;
pub mod date;
pub mod domain;
pub mod features;
pub mod generate;
pub mod heuristics;
pub mod line;
pub mod moves;
pub mod output;
pub mod partial;
pub mod problem;
pub mod repair;
pub mod roster;
mod row;
pub mod rules;
pub mod sets;
pub mod text;
pub mod validate;
pub mod view;
pub mod ward;

pub use domain::RosteringDomain;
pub use roster::{Roster, Rostering};
pub use ward::Ward;
