//! Formulas of version 0.1, which were stored by the places of their features.
//!
//! What was stored says nothing about the table that the places belong to. [`features`] lists the tables of the built-in
//! domains as they were; a domain from outside is taken to be as it was.

use super::FormulaError;
use unstuck_core::feature::{FeatureTable, Kind};
use unstuck_core::language::{Body, Formula, Node, Policy, Rule, Tree};

/// The names that a domain's table had in version 0.1; `None` for domains from outside.
pub fn features(domain: &str) -> Option<&'static [&'static str]> {
    match domain {
        "rush-hour" => Some(&RUSH_HOUR),
        "tiles" => Some(&TILES),
        "freecell" => Some(&FREECELL),
        _ => None,
    }
}

/// The same formula in the terms of a table; `names` are those of the table that it was made with.
///
/// # Errors
///
/// The table does not have one of the features, or has one of another kind.
pub fn rename<S: AsRef<str>>(
    formula: &Formula,
    names: &[S],
    table: &FeatureTable,
) -> Result<Formula, FormulaError> {
    let tree = |tree: &Tree| rename_tree(tree, names, table);
    let body = match &formula.body {
        Body::Value(value) => Body::Value(tree(value)?),
        Body::Policy(policy) => {
            let rule =
                |rule: &Rule| Ok(Rule { condition: tree(&rule.condition)?, value: tree(&rule.value)? });
            Body::Policy(Policy {
                rules: policy.rules.iter().map(rule).collect::<Result<_, FormulaError>>()?,
                otherwise: tree(&policy.otherwise)?,
            })
        }
    };
    Ok(formula.with_body(body))
}

/// [`rename`] for a part of a formula.
///
/// # Errors
///
/// As for [`rename`].
pub fn rename_tree<S: AsRef<str>>(
    tree: &Tree,
    names: &[S],
    table: &FeatureTable,
) -> Result<Tree, FormulaError> {
    let index = |index: u16, kind: Kind| {
        let name = names.get(usize::from(index)).map(AsRef::as_ref);
        let found = name.and_then(|name| table.index(name));
        // A feature that has become a number, or a condition, is another one.
        found.filter(|&found| table.features()[usize::from(found)].kind == kind).ok_or_else(|| {
            let feature = name.map_or_else(|| format!("number {index}"), str::to_owned);
            FormulaError::Missing { feature, domain: table.domain().into() }
        })
    };
    let node = |&node: &Node| {
        Ok(match node {
            Node::Feature(old) => Node::Feature(index(old, Kind::Real)?),
            Node::Flag(old) => Node::Flag(index(old, Kind::Bool)?),
            other => other,
        })
    };
    let nodes: Result<Vec<Node>, FormulaError> = tree.nodes().iter().map(node).collect();
    // Only indices have changed: it is as well formed as before.
    nodes.map(Tree::from_well_formed)
}

const RUSH_HOUR: [&str; 22] = [
    "zero",
    "blockers",
    "blocking",
    "blockers_stuck",
    "blockers_two_sided",
    "blockers_deep",
    "distance",
    "distance_blockers",
    "advanced_distance",
    "goal_distance",
    "hybrid",
    "votes",
    "mobility",
    "immobility",
    "free_vehicles",
    "stuck_vehicles",
    "move_freed",
    "move_to_secluded",
    "phase_distance",
    "phase_blockers",
    "siblings",
    "g",
];

const TILES: [&str; 20] = [
    "zero",
    "misplaced",
    "manhattan",
    "linear_conflict",
    "walking_distance",
    "gaschnig",
    "out_of_row",
    "out_of_column",
    "nilsson_sequence",
    "corner_tiles",
    "last_moves",
    "pdb_555",
    "pdb_663",
    "pdb_78",
    "pdb_6666",
    "blank_distance",
    "inversions",
    "g",
    "siblings",
    "phase",
];

const FREECELL: [&str; 33] = [
    "zero",
    "hsd_board",
    "hsd_paper",
    "number_well_placed",
    "misplaced",
    "bottom_cards",
    "unsorted",
    "inversions",
    "buried_next",
    "buried_second",
    "burying",
    "unfounded",
    "uncrowned",
    "not_home",
    "free_places",
    "used_places",
    "difference_from_top",
    "lowest_home",
    "highest_home",
    "difference_home",
    "used_cells",
    "crowded_cells",
    "cell_ranks",
    "used_columns",
    "deadlock",
    "deadlock_runs",
    "deadlock_extra",
    "phase",
    "g",
    "siblings",
    "move_home",
    "move_to_column",
    "move_to_cell",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula_text::{read, write};
    use unstuck_core::registry;

    #[test]
    fn features_are_found_by_name() {
        let table = registry::domain("rush-hour").unwrap().features().clone();
        // A table with one more feature at the front, so that every place means the feature before it.
        let names: Vec<&str> = ["new"].into_iter().chain(table.names()).collect();
        let renamed = |text: &str| rename(&read(text, &table).unwrap(), &names, &table);
        assert_eq!(write(&renamed("2*blockers + distance").unwrap(), &table), "2*zero + blockers_deep");
        // The place of the first condition is now that of the last number before it.
        let lost = FormulaError::Missing { feature: "stuck_vehicles".into(), domain: "rush-hour".into() };
        assert_eq!(renamed("if(move_freed, 1, 2)"), Err(lost));
        let gone = FormulaError::Missing { feature: "new".into(), domain: "rush-hour".into() };
        assert_eq!(renamed("zero"), Err(gone));
    }

    #[test]
    fn places_beyond_the_table_are_refused() {
        let table = registry::domain("tiles").unwrap().features().clone();
        let formula = read("phase", &table).unwrap();
        let error = rename(&formula, &["zero"], &table).unwrap_err();
        assert_eq!(error.to_string(), "reads the feature 'number 19', which tiles no longer has");
        assert_eq!(rename(&formula, features("tiles").unwrap(), &table), Ok(formula));
    }
}
