//! Interchangeable objects.

use super::csr::Rows;
use crate::ids::{AtomId, ObjectId};

/// Classes of objects that the unchanging part of a task cannot distinguish.
///
/// The objects of a class have the same types, are not constants of the domain, and occur in static atoms, function
/// values and the goal only in the same unary ones. Two of them are interchangeable in a state if, moreover, the
/// true fluent atoms that mention them are the same unary ones. Of operators that differ only by such objects, one
/// needs to be applied: swapping the two objects maps one successor to the other, and neither the remaining cost nor
/// the goal changes. [`Symmetry::atoms`] lists what has to be looked at.
#[derive(Debug, Clone, Default)]
pub struct Symmetry {
    pub(crate) classes: Rows<ObjectId>,
    /// For each object: its class, or `u32::MAX`.
    pub(crate) class_of: Vec<u32>,
    /// For each object of a class, in order of classes: the fluent atoms that mention it.
    pub(crate) atoms: Rows<AtomId>,
    /// For each object: its row in `atoms`, or `u32::MAX`.
    pub(crate) row_of: Vec<u32>,
}

impl Symmetry {
    /// The classes, each with at least two objects in order of declaration.
    pub fn classes(&self) -> &Rows<ObjectId> {
        &self.classes
    }

    /// The class of an object, if it has one.
    pub fn class(&self, object: ObjectId) -> Option<usize> {
        Some(self.class_of[object.index()]).filter(|&class| class != u32::MAX).map(|class| class as usize)
    }

    /// The fluent atoms that mention an object of a class; empty for others. Two objects of a class have rows of the
    /// same predicates if all their atoms are unary.
    pub fn atoms(&self, object: ObjectId) -> &[AtomId] {
        match self.row_of[object.index()] {
            u32::MAX => &[],
            row => self.atoms.row(row as usize),
        }
    }
}
