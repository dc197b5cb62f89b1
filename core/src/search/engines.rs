//! The loops that algorithms share: best-first, deferred evaluation, deepening, layers.

pub(super) mod best_first;
pub(super) mod deepening;
pub(super) mod deferred;
pub(super) mod layers;
