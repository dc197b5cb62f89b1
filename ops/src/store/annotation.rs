//! What people write about experiments: a name, a note, tags. None of it changes a result.

use super::seal::Table;
use super::{Error, Result, Store};
use crate::fields::Fields;
use rusqlite::params;
use serde::{Deserialize, Serialize};
use unstuck_core::error::ParseError;

/// The longest name and tag, and the longest note, in characters.
const SHORT: usize = 100;
const LONG: usize = 10_000;

/// The note and the tags of an experiment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, crate::ToSchema)]
pub struct Annotation {
    /// The experiment.
    pub experiment: i64,
    /// Free text.
    pub note: String,
    /// Words to search and group by.
    pub tags: Vec<String>,
}

/// Changes to the name, the note and the tags of an experiment. What is `None` stays.
#[derive(Debug, Clone, Default, Deserialize, crate::ToSchema, Fields)]
#[serde(deny_unknown_fields)]
pub struct AnnotationChange {
    /// The new name.
    pub name: Option<String>,
    /// The new note.
    pub note: Option<String>,
    /// All tags.
    pub tags: Option<Vec<String>>,
}

impl AnnotationChange {
    /// Trims texts, removes repeated tags, and refuses what is too long.
    ///
    /// # Errors
    ///
    /// Names the field and its limit.
    pub fn checked(self) -> std::result::Result<Self, ParseError> {
        let short = |text: String, field: &str| {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            match text.chars().count() {
                1..=SHORT => Ok(text),
                0 => Err(ParseError::new(format!("an empty {field}; write 1 to {SHORT} characters"))),
                many => {
                    Err(ParseError::new(format!("a {field} of {many} characters; write at most {SHORT}")))
                }
            }
        };
        let name = self.name.map(|name| short(name, "name")).transpose()?;
        let plain = |sign: char| sign.is_alphanumeric() || "-_.".contains(sign);
        if let Some(wrong) = name.as_ref().filter(|name| name.starts_with('.') || !name.chars().all(plain)) {
            let wrong = format!("'{wrong}' is not a name for an experiment");
            return Err(ParseError::new(wrong).help("use letters, digits, '-', '_' and '.'"));
        }
        let note = self.note.map(|note| note.trim().to_owned());
        if let Some(many) = note.as_ref().map(|note| note.chars().count()).filter(|many| *many > LONG) {
            return Err(ParseError::new(format!("a note of {many} characters; write at most {LONG}")));
        }
        let tags = match self.tags {
            None => None,
            Some(tags) => {
                let mut kept: Vec<String> = Vec::new();
                for tag in tags.into_iter().filter(|tag| !tag.trim().is_empty()) {
                    let tag = short(tag, "tag")?;
                    if !kept.contains(&tag) {
                        kept.push(tag);
                    }
                }
                Some(kept)
            }
        };
        Ok(Self { name, note, tags })
    }
}

impl Store {
    /// The annotations of all experiments that have one, by the number of the experiment.
    pub fn annotations(&self) -> Result<Vec<Annotation>> {
        self.read(|connection| {
            let sql = "SELECT experiment, note, tags FROM annotation
                       JOIN experiment ON experiment.id = annotation.experiment
                       WHERE deleted IS NULL ORDER BY experiment";
            let mut statement = connection.prepare_cached(sql)?;
            let read = |row: &rusqlite::Row<'_>| {
                let tags: String = row.get(2)?;
                let tags = serde_json::from_str(&tags).unwrap_or_default();
                Ok(Annotation { experiment: row.get(0)?, note: row.get(1)?, tags })
            };
            statement.query_map([], read)?.collect()
        })
    }

    /// Changes the name, the note and the tags of an experiment.
    pub fn annotate(&self, id: i64, change: &AnnotationChange) -> Result<()> {
        self.write(|transaction| {
            let rename = "UPDATE experiment SET name = coalesce(?2, name) WHERE id = ?1 AND deleted IS NULL";
            if transaction.execute(rename, params![id, change.name])? == 0 {
                return Err(Error::Absent(id));
            }
            Table::Experiment.seal(transaction, "id = ?1", [id])?;
            let tags = change.tags.as_ref().map(|tags| serde_json::json!(tags).to_string());
            transaction.execute(
                "INSERT INTO annotation (experiment, note, tags) VALUES (?1, coalesce(?2, ''), coalesce(?3, '[]'))
                 ON CONFLICT (experiment) DO UPDATE SET note = coalesce(?2, note), tags = coalesce(?3, tags)",
                params![id, change.note, tags],
            )?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_trimmed_and_bounded() {
        let change = AnnotationChange {
            name: Some(" two-words ".into()),
            note: Some(" kept\nas it is ".into()),
            tags: Some(vec!["a".into(), " ".into(), "b c".into(), "a".into()]),
        };
        let change = change.checked().unwrap();
        assert_eq!(change.name.as_deref(), Some("two-words"));
        assert_eq!(change.note.as_deref(), Some("kept\nas it is"));
        assert_eq!(change.tags.as_deref(), Some(&["a".to_owned(), "b c".to_owned()][..]));
        for name in [String::new(), "x".repeat(SHORT + 1), "a/b".into()] {
            assert!(AnnotationChange { name: Some(name), ..Default::default() }.checked().is_err());
        }
    }

    #[test]
    fn what_is_not_named_stays() {
        let store = Store::in_memory().unwrap();
        let draft = crate::store::Draft {
            identity: "i".into(),
            name: "old".into(),
            domain: "tiles".into(),
            config: String::new(),
            origin: String::new(),
            configurations: Vec::new(),
        };
        let id = store.put(&draft).unwrap();
        let tags = AnnotationChange { tags: Some(vec!["tag".into()]), ..Default::default() };
        store.annotate(id, &tags).unwrap();
        let rest =
            AnnotationChange { name: Some("new".into()), note: Some("why".into()), ..Default::default() };
        store.annotate(id, &rest).unwrap();
        assert_eq!(store.experiment(id).unwrap().name, "new");
        let kept = Annotation { experiment: id, note: "why".into(), tags: vec!["tag".into()] };
        assert_eq!(store.annotations().unwrap(), [kept]);
        assert!(store.annotate(id + 1, &rest).is_err());
    }
}
