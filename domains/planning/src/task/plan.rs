//! Plans as texts: one `(action object …)` a step.

use unstuck_pddl::interpret::GroundAction;
use unstuck_pddl::syntax::tree::{Domain, Problem};

/// A step as plans write it.
pub(crate) fn written(domain: &Domain, problem: &Problem, (schema, objects): &GroundAction) -> String {
    let mut text = format!("({}", domain.actions[schema.index()].name);
    for object in objects {
        text.push(' ');
        text.push_str(&problem.objects[object.index()].name);
    }
    text.push(')');
    text
}

/// Splits a plan file of VAL or Fast Downward into its steps: parentheses with what they hold. Comments, times and
/// durations are left out; other words are steps of their own, so that the validator refuses them.
///
/// ```
/// use unstuck_planning::plan::steps;
/// let text = "; found by another planner\n0.0: (PICK ball  left) [1]\n(move a b) ; twice\n(move b a)\n; cost = 3";
/// assert_eq!(steps(text), ["(pick ball left)", "(move a b)", "(move b a)"]);
/// assert_eq!(steps("(move a b"), ["(move a b"]);
/// ```
pub fn steps(text: &str) -> Vec<String> {
    let mut steps = Vec::new();
    for line in text.lines() {
        let mut rest = line.split(';').next().unwrap_or_default();
        while let Some(start) = rest.find('(') {
            steps.extend(strays(&rest[..start]));
            let end = rest[start..].find(')').map_or(rest.len(), |length| start + length + 1);
            let words: Vec<String> = rest[start..end].split_whitespace().map(str::to_lowercase).collect();
            steps.push(words.join(" ").replace("( ", "(").replace(" )", ")"));
            rest = &rest[end..];
        }
        steps.extend(strays(rest));
    }
    steps
}

/// Words that are neither times nor durations.
fn strays(text: &str) -> impl Iterator<Item = String> + '_ {
    let number = |word: &str| {
        let bare = word.trim_end_matches(':').trim_start_matches('[').trim_end_matches(']');
        bare.is_empty() || bare.parse::<f64>().is_ok()
    };
    text.split_whitespace().filter(move |word| !number(word)).map(str::to_owned)
}
