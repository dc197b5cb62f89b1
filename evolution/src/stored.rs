//! The state of a run as bytes: genomes by the names of features.
//!
//! A genome reads only in the terms of a table and a space, which bytes do not hold and serde does not pass on. So a
//! [`Scope`] is open on the thread while a state is written or read; the fields that hold genomes go through [`genome`].
//! Without a scope they are refused, and [`Genome`] itself cannot be read back: no genome is stored by places by mistake.

pub mod candidate;
pub mod genome;

use crate::formula_text::FormulaError;
use crate::genome::{Space, Spelling};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use unstuck_core::feature::FeatureTable;

/// What genomes are written and read in terms of.
pub struct Scope {
    /// The domain's features.
    table: Arc<FeatureTable>,
    /// What the genomes may consist of.
    space: Space,
    /// How the branches of trees with functions are written.
    branches: Vec<Spelling>,
}

struct Open {
    scope: Rc<Scope>,
    /// What was wrong with a genome; errors of byte formats hold no data.
    error: Option<FormulaError>,
}

thread_local! {
    static OPEN: RefCell<Option<Open>> = const { RefCell::new(None) };
}

impl Scope {
    /// The terms of a table and a space.
    pub fn new(table: Arc<FeatureTable>, space: Space) -> Self {
        let branches = space.spellings(&table);
        Self { table, space, branches }
    }

    /// Writes or reads within the scope; also what was wrong with a genome, if anything was.
    pub fn within<R>(self, run: impl FnOnce() -> R) -> (R, Option<FormulaError>) {
        /// Closes the scope, whatever happens inside.
        struct Close(Option<Open>);
        impl Drop for Close {
            fn drop(&mut self) {
                OPEN.set(self.0.take());
            }
        }
        let close = Close(OPEN.replace(Some(Open { scope: Rc::new(self), error: None })));
        let result = run();
        let error = OPEN.with_borrow_mut(|open| open.as_mut().and_then(|open| open.error.take()));
        drop(close);
        (result, error)
    }
}

/// The scope that is open on this thread.
fn open_scope() -> Option<Rc<Scope>> {
    OPEN.with_borrow(|open| open.as_ref().map(|open| Rc::clone(&open.scope)))
}

/// Keeps the first error, which the scope returns.
fn keep_error(error: FormulaError) {
    OPEN.with_borrow_mut(|open| {
        if let Some(open) = open {
            open.error.get_or_insert(error);
        }
    });
}
