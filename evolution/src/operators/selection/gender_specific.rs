//! Each parent by its own selection (Wagner and Affenzeller 2005).

use super::proportional::by_distance;
use super::random::anyone;
use crate::operators::Selection;

/// The operator.
pub static OPERATOR: Selection = Selection {
    name: "gender_specific",
    about: "the first parent by proportional selection, the second at random",
    parameters: &[],
    weight: 0.0,
    apply: |random, _, pool| (by_distance(random, pool), anyone(random, pool)),
};
