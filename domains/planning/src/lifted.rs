//! Lifted features: what the predicates, types and actions of one domain say about a state, whatever its size.
//!
//! | module | idea |
//! |---|---|
//! | [`term`], [`parse`] | features as trees; their texts |
//! | [`relations`] | predicates as sets and pairs, updated by what changes between states |
//! | [`nodes`], [`evaluate`] | terms as a network of sets and roles; their values |
//! | [`enumerate`](mod@enumerate) | the concepts that tell states of plans apart |

pub mod enumerate;
pub mod evaluate;
pub mod nodes;
pub mod parse;
pub mod relations;
pub mod term;
