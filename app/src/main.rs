//! The command line of Unstuck.
fn main() {}
