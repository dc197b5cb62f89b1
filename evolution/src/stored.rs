//! The state of a run as bytes: genomes by the names of features.
//!
//! A genome reads only in the terms of a table and a space, which bytes do not hold and serde does not pass on. So a
//! [`Scope`] is open on the thread while a state is written or read; the fields that hold genomes go through [`genome`].
//! Without a scope they are refused, and [`Genome`] itself cannot be read back: no genome is stored by places by mistake.
//!
//! States of version 0.1 held genomes by the places of features. A scope that knows the names of that time reads them.

pub mod genome;

use crate::formula_text::FormulaError;
use crate::genome::Space;
use serde::{Deserialize, Deserializer};
use std::cell::RefCell;
use std::sync::Arc;
use unstuck_core::feature::FeatureTable;

/// What genomes are written and read in terms of.
#[derive(Clone)]
pub struct Scope {
    /// The domain's features.
    pub table: Arc<FeatureTable>,
    /// What the genomes may consist of.
    pub space: Space,
    /// How genomes are stored.
    pub form: Form,
}

/// How genomes are stored.
#[derive(Clone)]
pub enum Form {
    /// By names.
    Named,
    /// By places, as in version 0.1; it is only read.
    Positional {
        /// The names of the domain's features at that time.
        names: Vec<String>,
        /// Those of them that had a weight, in the order of the weights.
        estimates: Vec<String>,
    },
}

struct Open {
    scope: Scope,
    /// What was wrong with a genome; errors of byte formats hold no data.
    error: Option<FormulaError>,
}

thread_local! {
    static OPEN: RefCell<Option<Open>> = const { RefCell::new(None) };
}

impl Scope {
    /// Writes or reads within the scope; also what was wrong with a genome, if anything was.
    pub fn within<R>(self, run: impl FnOnce() -> R) -> (R, Option<FormulaError>) {
        /// Closes the scope, whatever happens inside.
        struct Close(Option<Open>);
        impl Drop for Close {
            fn drop(&mut self) {
                OPEN.set(self.0.take());
            }
        }
        let close = Close(OPEN.replace(Some(Open { scope: self, error: None })));
        let result = run();
        let error = OPEN.with_borrow_mut(|open| open.as_mut().and_then(|open| open.error.take()));
        drop(close);
        (result, error)
    }
}

/// A field that states of version 0.1 do not have.
pub fn since_names<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    let positional = OPEN.with_borrow(|open| {
        open.as_ref().is_some_and(|open| matches!(open.scope.form, Form::Positional { .. }))
    });
    if positional { Ok(T::default()) } else { T::deserialize(deserializer) }
}
