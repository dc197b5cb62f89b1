//! An instance: cities and their distances.

use crate::distances::Distances;
use std::sync::Arc;

/// The cities of one instance. A clone shares the distances.
#[derive(Debug, Clone)]
pub struct Cities {
    /// Name within its set.
    pub name: String,
    /// The distances, whole numbers.
    pub distances: Arc<Distances>,
    /// What the coordinates of the source were multiplied by: a cost divided by it is a length of the source.
    pub scale: f64,
    /// The length of the shortest tour that is known, if the source names it.
    pub best_known: Option<i64>,
}

impl Cities {
    /// Cities whose coordinates are those of the source.
    pub fn new(name: impl Into<String>, distances: Distances) -> Self {
        Self { name: name.into(), distances: Arc::new(distances), scale: 1.0, best_known: None }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.distances.count()
    }
}
