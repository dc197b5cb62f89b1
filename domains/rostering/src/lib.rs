//! # unstuck-rostering
