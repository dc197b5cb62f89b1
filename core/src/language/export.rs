//! Heuristics for other programs and other eyes: drawings, formulas, source code.
//!
//! ```
//! use unstuck_core::language::{export, parse};
//! # use unstuck_core::domain::Domain;
//! let words = unstuck_tiles::TilesDomain.features().clone();
//! let formula = parse("2*manhattan", &words).unwrap();
//! let latex = export::form("latex").unwrap();
//! assert_eq!((latex.write)(&formula, &words), "2 \\cdot \\mathit{manhattan}\n");
//! ```
//!
//! The exported C, Python and Rust compute the same bits as this library where only `+ − × ÷ √` and comparisons are
//! used; C must be compiled without contraction for that (`-ffp-contract=off`). `exp`, `log`, powers, cube roots and
//! trigonometric functions are the platform's: they agree with this library's to 1e-12, relatively.

mod c;
mod dot;
mod infix;
mod json;
mod latex;
mod outline;
mod python;
mod rust;
mod source;
mod svg;

use super::formula::Formula;
use crate::feature::FeatureTable;

/// A form to export to.
pub struct ExportInfo {
    /// Name.
    pub name: &'static str,
    /// Usual ending of a file.
    pub ending: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// Writes a heuristic.
    pub write: fn(&Formula, &FeatureTable) -> String,
    /// Whether it is source code: one function, which cannot hold a heuristic with attempts.
    pub is_code: bool,
}

/// Every form.
pub const FORMS: &[ExportInfo] =
    &[infix::FORM, json::FORM, dot::FORM, svg::FORM, latex::FORM, python::FORM, c::FORM, rust::FORM];

/// The form of that name.
pub fn form(name: &str) -> Option<&'static ExportInfo> {
    FORMS.iter().find(|form| form.name == name)
}
