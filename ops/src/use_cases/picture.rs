//! What a screen shows of an instance of an optimisation domain, or of a solution of it.

use crate::ToSchema;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Result};
use crate::request::instances::Reading;
use crate::use_cases::validate::solution::solution_of;
use serde::{Deserialize, Serialize};
use unstuck_core::domain::Kind;
use unstuck_core::view::Board;

/// An instance, how it is read, and a solution.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
#[schema(as = PictureRequest)]
pub struct Request {
    /// The instance, by name or text.
    pub instance: String,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// The text of a solution; the instance alone is shown without one.
    pub solution: Option<String>,
}

/// What is shown.
#[derive(Debug, Clone, Serialize)]
pub struct Picture {
    /// As screens show it.
    pub board: Board,
    /// The text of the instance.
    pub text: String,
}

/// Shows an instance or a solution; nothing of domains of searches, whose states are positions.
///
/// # Errors
///
/// The instance or the solution cannot be read.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Option<Picture>> {
    let source = context.instance(&request.instance, &request.reading)?;
    if source.domain.info().kind == Kind::Search {
        return Ok(None);
    }
    let problem = source.optimisation(&request.reading)?;
    let board = match &request.solution {
        None => problem.view(),
        Some(text) => {
            let text = solution_of(text, &source.name).map_err(|error| error.field("solution"))?;
            problem.board(&text).map_err(|error| Error::from(error).field("solution"))?
        }
    };
    Ok(Some(Picture { board, text: problem.text() }))
}
