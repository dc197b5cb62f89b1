//! What the registries know, and the members of the built-in sets.

use super::failure::Failure;
use super::{Answer, App, run_blocking};
use axum::extract::{Path, Query, State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use unstuck_core::domain::{Ids, Settings};
use unstuck_core::registry;
use unstuck_core::view::Board;
use unstuck_ops::ToSchema;
use unstuck_ops::catalog as registrations;

/// Most members of a set in one answer.
const PAGE: u64 = 200;

/// Everything that the registries know. It does not change while the program runs.
pub async fn catalog(State(app): State<Arc<App>>) -> Answer {
    Ok(super::json_text(app.catalog.clone()))
}

/// Puts the catalogue together.
pub fn describe() -> registrations::Catalog {
    registrations::catalog(registry::domains().iter().map(|one| &**one))
}

/// Which members.
#[derive(Deserialize)]
pub struct Page {
    #[serde(default)]
    offset: u64,
    count: Option<u64>,
}

/// Members of a built-in set.
#[derive(Serialize, ToSchema)]
pub struct SetPage {
    set: String,
    domain: String,
    about: &'static str,
    total: u64,
    offset: u64,
    items: Vec<SetMember>,
}

/// A member of a built-in set.
#[derive(Serialize, ToSchema)]
pub struct SetMember {
    /// `jam:1`
    name: String,
    text: String,
    board: Board,
}

/// Members of a built-in set, with their boards.
pub async fn set(
    Path(name): Path<String>,
    page: Result<Query<Page>, axum::extract::rejection::QueryRejection>,
) -> Answer {
    let Query(Page { offset, count }) = page.map_err(|error| Failure::bad(error.body_text()))?;
    run_blocking(move || {
        let Some((domain, set)) = registry::set(&name) else {
            return Err(Failure::missing(format!("there is no set '{name}'")));
        };
        let count = count.unwrap_or(40).min(PAGE);
        let (total, ids): (u64, Vec<String>) = match (set.ids)() {
            Ids::Numbers(first, last) => {
                let total = (last + 1).saturating_sub(first);
                let from = first.saturating_add(offset);
                (total, (from..=last).take(count as usize).map(|id| id.to_string()).collect())
            }
            Ids::Names(names) => {
                let skip = usize::try_from(offset).unwrap_or(usize::MAX);
                (names.len() as u64, names.into_iter().skip(skip).take(count as usize).collect())
            }
        };
        let mut items = Vec::new();
        for id in ids {
            let Some(text) = (set.text)(&id) else { continue };
            let member = unstuck_core::domain::read(&*domain, &text, None, &Settings::new())
                .map_err(|error| Failure::of_text(&error))?;
            items.push(SetMember { name: format!("{name}:{id}"), text: member.text(), board: member.view() });
        }
        let (domain, about) = (domain.info().name.to_string(), set.about);
        Ok(SetPage { set: name, domain, about, total, offset, items })
    })
    .await
}
