//! # unstuck-routing
