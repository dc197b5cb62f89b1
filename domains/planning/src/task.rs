//! A ground task in pieces: how states are kept, which operators are applicable, what may be left out.

pub mod derivation;
pub(crate) mod effort;
pub mod layout;
pub mod plan;
pub mod state;
pub mod successors;
pub mod symmetry;
pub mod text;
