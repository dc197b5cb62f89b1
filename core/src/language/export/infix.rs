//! The language's own text.

use super::ExportInfo;
use crate::language::print::print;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "infix",
    ending: "txt",
    about: "the heuristic language itself",
    write: |formula, words| print(formula, words) + "\n",
    is_code: false,
};
