//! What estimates are made of: the task without deletes, landmarks, novelty, and what is used up for good.

pub mod consumables;
pub mod landmarks;
pub mod lm_cut;
pub mod novelty;
pub mod relaxation;
