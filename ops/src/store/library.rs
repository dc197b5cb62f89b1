//! Heuristics that people keep under a name, each with what it was made from.

use super::{Error, Result, Store, now};
use crate::fields::Fields;
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};
use unstuck_core::error::ParseError;

/// The longest name, and the longest text, in characters.
const SHORT: usize = 100;
const LONG: usize = 100_000;

/// A heuristic to be kept.
#[derive(Debug, Clone, Default, Deserialize, crate::ToSchema, Fields)]
#[serde(deny_unknown_fields)]
#[schema(as = KeepRequest)]
pub struct KeptDraft {
    /// Its name, of which there is one.
    pub name: String,
    /// The domain.
    pub domain: String,
    /// The metric that it is for; the domain's default if none.
    pub metric: Option<String>,
    /// The heuristic.
    pub text: String,
    /// The run whose champion it was made from.
    pub run: Option<i64>,
    /// The heuristic that it was made from.
    #[serde(default)]
    pub parent: String,
    /// What was changed, in order.
    #[serde(default)]
    pub changes: Vec<String>,
}

/// A heuristic that is kept.
#[derive(Debug, Clone, PartialEq, Serialize, crate::ToSchema)]
pub struct KeptHeuristic {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The domain.
    pub domain: String,
    /// The metric that it is for; the domain's default if none.
    pub metric: Option<String>,
    /// The heuristic.
    pub text: String,
    /// The run whose champion it was made from, while the run exists.
    pub run: Option<i64>,
    /// The heuristic that it was made from; empty if it was written by hand.
    pub parent: String,
    /// What was changed, in order.
    pub changes: Vec<String>,
    /// Unix time.
    pub created: i64,
}

impl KeptDraft {
    /// Refuses what has no name or is too long.
    ///
    /// # Errors
    ///
    /// Names the field and its limit.
    pub fn checked(mut self) -> std::result::Result<Self, ParseError> {
        self.name = self.name.split_whitespace().collect::<Vec<_>>().join(" ");
        if !(1..=SHORT).contains(&self.name.chars().count()) {
            return Err(ParseError::new(format!("a name has 1 to {SHORT} characters")));
        }
        let long = |text: &String| text.chars().count() > LONG;
        if [&self.text, &self.parent].into_iter().chain(&self.changes).any(long) || self.changes.len() > 1_000
        {
            return Err(ParseError::new(format!("a heuristic has at most {LONG} characters")));
        }
        Ok(self)
    }
}

/// What [`kept`] reads.
const COLUMNS: &str = "SELECT id, name, domain, metric, text, run, parent, changes, created FROM heuristic";

fn kept(row: &Row<'_>) -> rusqlite::Result<KeptHeuristic> {
    let changes: String = row.get(7)?;
    Ok(KeptHeuristic {
        id: row.get(0)?,
        name: row.get(1)?,
        domain: row.get(2)?,
        metric: row.get(3)?,
        text: row.get(4)?,
        run: row.get(5)?,
        parent: row.get(6)?,
        changes: serde_json::from_str(&changes).unwrap_or_default(),
        created: row.get(8)?,
    })
}

impl Store {
    /// All kept heuristics, the newest first.
    pub fn library(&self) -> Result<Vec<KeptHeuristic>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!("{COLUMNS} ORDER BY id DESC"))?;
            statement.query_map([], kept)?.collect()
        })
    }

    /// Keeps a heuristic; one of the same name is replaced.
    pub fn keep_heuristic(&self, draft: &KeptDraft) -> Result<KeptHeuristic> {
        self.write(|transaction| {
            let known = "SELECT count(*) FROM run WHERE id = ?1";
            let run = draft.run.filter(|run| {
                transaction.query_row(known, [run], |row| row.get::<_, i64>(0)).is_ok_and(|many| many > 0)
            });
            let changes = serde_json::json!(draft.changes).to_string();
            transaction.execute("DELETE FROM heuristic WHERE name = ?1", [&draft.name])?;
            transaction.execute(
                "INSERT INTO heuristic (name, domain, metric, text, run, parent, changes, created)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![
                    draft.name,
                    draft.domain,
                    draft.metric,
                    draft.text,
                    run,
                    draft.parent,
                    changes,
                    now()
                ],
            )?;
            let id = transaction.last_insert_rowid();
            Ok(transaction.query_row(&format!("{COLUMNS} WHERE id = ?1"), [id], kept)?)
        })
    }

    /// Deletes a kept heuristic.
    pub fn drop_heuristic(&self, id: i64) -> Result<()> {
        self.write(|transaction| match transaction.execute("DELETE FROM heuristic WHERE id = ?1", [id])? {
            0 => Err(Error::Absent(id)),
            _ => Ok(()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_heuristic() {
        let store = Store::in_memory().unwrap();
        let draft = |text: &str| KeptDraft {
            name: " my  sum ".into(),
            domain: "rush-hour".into(),
            text: text.into(),
            run: Some(7),
            parent: "2*blockers + 0*distance".into(),
            changes: vec!["removed 0*distance".into()],
            ..Default::default()
        };
        store.keep_heuristic(&draft("blockers").checked().unwrap()).unwrap();
        let kept = store.keep_heuristic(&draft("2*blockers").checked().unwrap()).unwrap();
        assert_eq!((kept.name.as_str(), kept.run), ("my sum", None), "there is no run 7");
        assert_eq!(store.library().unwrap(), std::slice::from_ref(&kept));
        store.drop_heuristic(kept.id).unwrap();
        assert!(store.drop_heuristic(kept.id).is_err());
        assert!(KeptDraft::default().checked().is_err());
    }
}
