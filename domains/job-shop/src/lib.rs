//! # unstuck-job-shop
