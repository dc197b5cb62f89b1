//! Lists of names with types: `a b - t c - (either t u) d`.

use super::forms::{Form, Items};
use super::refused::expected;
use super::types::{OBJECT, Types};
use crate::error::{Diagnostic, Place, quoted, unknown};
use crate::ids::TypeId;

/// One name of a typed list, its types not yet resolved.
pub(crate) struct Entry<'a> {
    pub(crate) name: &'a str,
    pub(crate) place: Place,
    /// The form behind the dash, if there is one.
    pub(crate) types: Option<Form<'a>>,
}

/// Splits a typed list.
pub(crate) fn entries<'a>(items: Items<'a>, what: &str) -> Result<Vec<Entry<'a>>, Diagnostic> {
    let mut entries: Vec<Entry<'a>> = Vec::new();
    let mut untyped = 0;
    let mut items = items;
    while let Some(form) = items.next() {
        let Some(word) = form.word() else { return Err(expected(what, form)) };
        if word == "-" {
            let Some(types) = items.next() else {
                return Err(
                    Diagnostic::new(form.place(), "a dash without a type behind it").help("write '- TYPE'")
                );
            };
            if untyped == entries.len() {
                return Err(Diagnostic::new(form.place(), format!("a dash without {what} before it"))
                    .help("write 'NAME - TYPE'"));
            }
            entries[untyped..].iter_mut().for_each(|entry| entry.types = Some(types));
            untyped = entries.len();
        } else if let Some(glued) = word.strip_prefix('-') {
            return Err(Diagnostic::new(form.place(), format!("expected {what}, found {}", quoted(word)))
                .help(format!("put a space behind the dash: '- {glued}'")));
        } else {
            entries.push(Entry { name: word, place: form.place(), types: None });
        }
    }
    Ok(entries)
}

/// The names of the types behind a dash.
pub(crate) fn type_names(form: Form<'_>) -> Result<Vec<(&str, Place)>, Diagnostic> {
    if let Some(name) = form.word() {
        return Ok(vec![(name, form.place())]);
    }
    match form.headed() {
        Some(("either", alternatives)) if !alternatives.is_empty() => alternatives
            .map(|form| Ok((form.word().ok_or_else(|| expected("the name of a type", form))?, form.place())))
            .collect(),
        _ => Err(expected("a type or '(either TYPE …)'", form)),
    }
}

/// The types behind a dash; `object` where nothing is written.
pub(crate) fn resolve(types: &Types, form: Option<Form<'_>>) -> Result<Vec<TypeId>, Diagnostic> {
    let Some(form) = form else { return Ok(vec![OBJECT]) };
    let mut resolved = Vec::new();
    for (name, place) in type_names(form)? {
        let Some(found) = types.find(name) else {
            let known = types.ids().map(|t| types.name(t));
            return Err(unknown(place, "type", name, known, "declare it in ':types'"));
        };
        if !resolved.contains(&found) {
            resolved.push(found);
        }
    }
    resolved.sort_unstable();
    Ok(resolved)
}
