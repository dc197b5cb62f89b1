//! The export for Fast Downward.

use crate::tasks::{named, task};
use unstuck_pddl::sas::write_sas;

fn exported(name: &str) -> String {
    let (domain, problem) = named(name);
    let mut out = Vec::new();
    write_sas(&task(&domain, &problem), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Read by Fast Downward 24.06 with the optimal cost that it finds on its own translation.
#[test]
fn formats() {
    insta::assert_snapshot!("blocks", exported("blocks"));
    insta::assert_snapshot!("circuit", exported("circuit"));
    insta::assert_snapshot!("cases", exported("cases"));
}
