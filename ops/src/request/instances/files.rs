//! Instances from files and from standard input.
//!
//! A file holds boards, cut apart by the domain that can read them; or the names of instances, one a line; or a table
//! in CSV with a column of boards, as a dataset is. Blank lines and lines that begin with `#` are skipped.

mod csv_table;

use super::{MAX, Named, Reading, Source, likeliest, one};
use crate::request::user_file::{FileKind, read, title};
use crate::wording::field;
use anyhow::{Context, Result, bail};
use unstuck_core::domain::DomainRef;
use unstuck_core::registry::{self, domains};

/// Adds what the file names. `file` is the text behind the `@`.
pub fn resolve(file: &str, domain: Option<&DomainRef>, reading: &Reading, named: &mut Named) -> Result<()> {
    let is_there = |path: &str| path == "-" || std::path::Path::new(path).exists();
    let (path, only, column) = match file.rsplit_once(':') {
        Some((path, part)) if !is_there(file) => match lines_of(part) {
            Some(lines) => (path, Some(lines), None),
            None if is_there(path) => (path, None, Some(part)),
            None => (file, None, None),
        },
        _ => (file, None, None),
    };
    if std::path::Path::new(path).is_dir() {
        if only.is_some() || column.is_some() {
            bail!("'{path}' is a folder; lines and columns are of a file: @{path}/FILE:4-6");
        }
        return folder(path, domain, reading, named);
    }
    let text = read(path, FileKind::INSTANCES)?;
    let file = File { path, title: title(path) };
    let before = named.sources.len();
    if let Some(column) = column {
        let rows = csv_table::column(&text, column).with_context(|| {
            let names = csv_table::names(&text).join(", ");
            format!("{} has no column '{column}'; its first line names {names}", file.title)
        })?;
        table(file, rows, only, (domain, reading), named)?;
    } else if let Some(rows) = csv_table::boards(&text) {
        table(file, rows, only, (domain, reading), named)?;
    } else if is_a_list_of_names(&text) {
        names(file, &text, only, (domain, reading), named);
    } else {
        boards(file, &text, only, (domain, reading), named)?;
    }
    match only.filter(|_| named.sources.len() == before && named.errors.is_empty()) {
        Some((line, last)) if line == last => bail!("no instance begins at line {line} of {}", file.title),
        Some((first, last)) => bail!("no instance begins at lines {first} to {last} of {}", file.title),
        None => Ok(()),
    }
}

/// Adds what the files of a folder name, in the order of their names; hidden and empty ones and folders in it are left out.
fn folder(path: &str, domain: Option<&DomainRef>, reading: &Reading, named: &mut Named) -> Result<()> {
    let unreadable = || format!("the folder '{path}' cannot be read");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).with_context(unreadable)? {
        let file = entry.with_context(unreadable)?.path();
        let hidden = file.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        if file.is_file() && !hidden {
            files.push(file.to_string_lossy().into_owned());
        }
    }
    files.sort();
    let is_empty =
        |file: &String| read(file, FileKind::INSTANCES).is_ok_and(|text| content(&text).next().is_none());
    for file in files.into_iter().filter(|file| !is_empty(file)) {
        if let Err(error) = resolve(&file, domain, reading, named) {
            named.errors.push(format!("{error:#}"));
        }
    }
    Ok(())
}

/// `7` or `4-6`.
fn lines_of(text: &str) -> Option<(usize, usize)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some((first.parse().ok()?, last.parse().ok()?))
}

/// Whether a line is among those that are asked for.
fn within(only: Option<(usize, usize)>, line: usize) -> bool {
    only.is_none_or(|(first, last)| (first..=last).contains(&line))
}

/// A file, as arguments and as messages call it.
#[derive(Clone, Copy)]
struct File<'a> {
    path: &'a str,
    title: &'a str,
}

fn content(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().zip(1..).map(|(line, number)| (number, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The first line decides: no board begins like the name of a set or a domain.
fn is_a_list_of_names(text: &str) -> bool {
    content(text).next().is_some_and(|(_, line)| {
        let head = line.split_once(':').map_or(line, |(head, _)| head);
        registry::set(head).is_some() || registry::domain(head).is_some()
    })
}

fn names(
    file: File<'_>,
    text: &str,
    only: Option<(usize, usize)>,
    (domain, reading): (Option<&DomainRef>, &Reading),
    named: &mut Named,
) {
    for (number, line) in content(text).filter(|(number, _)| within(only, *number)) {
        let line = line.split(" #").next().unwrap_or_default().trim_end();
        match one(line, domain, reading, true, MAX) {
            Ok(sources) => {
                let place = Some((file.title.to_owned(), number));
                named
                    .sources
                    .extend(sources.into_iter().map(|source| Source { place: place.clone(), ..source }));
            }
            Err(error) => named.errors.push(format!("{}: line {number}: {error}", file.title)),
        }
    }
}

fn boards(
    file: File<'_>,
    text: &str,
    only: Option<(usize, usize)>,
    (domain, reading): (Option<&DomainRef>, &Reading),
    named: &mut Named,
) -> Result<()> {
    let domain = match domain {
        Some(domain) => domain.clone(),
        None => reader(file.title, text, reading)?,
    };
    for (line, part) in domain.split(text) {
        if within(only, line) {
            let name = format!("@{}:{line}", file.path);
            let source = Source::given(&name, &domain, part);
            named.sources.push(Source { place: Some((file.title.to_owned(), line)), ..source });
        }
    }
    Ok(())
}

/// The boards in a column of a table.
fn table(
    file: File<'_>,
    rows: Vec<(usize, String)>,
    only: Option<(usize, usize)>,
    (domain, reading): (Option<&DomainRef>, &Reading),
    named: &mut Named,
) -> Result<()> {
    for (line, board) in rows.into_iter().filter(|(line, _)| within(only, *line)) {
        let place = Some((file.title.to_owned(), line));
        match one(&board, domain, reading, true, MAX) {
            Ok(sources) => {
                let name = format!("@{}:{line}", file.path);
                let own = |source: Source| Source { name: name.clone(), place: place.clone(), ..source };
                named.sources.extend(sources.into_iter().map(own));
            }
            Err(error) => named.errors.push(format!("{}: line {line}: {error}", file.title)),
        }
    }
    Ok(())
}

/// The domain that can read most of the file.
fn reader(title: &str, text: &str, reading: &Reading) -> Result<DomainRef> {
    let read = |domain: &DomainRef| {
        let parts = domain.split(text).into_iter();
        parts.filter(|(_, part)| reading.recognise(&**domain, part).is_some()).count()
    };
    let mut counts: Vec<(usize, DomainRef)> =
        domains().into_iter().map(|domain| (read(&domain), domain)).collect();
    counts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let all = || {
        let names: Vec<String> = domains().iter().map(|domain| domain.info().name.to_string()).collect();
        names.join(", ")
    };
    match &counts[..] {
        _ if content(text).next().is_none() => bail!("{title} is empty"),
        // With one domain, its error is the best one.
        [(_, domain)] => Ok(domain.clone()),
        [(0, _), ..] | [] => match first_refusal(text, reading) {
            Some(error) => Err(error.context(title.to_owned())),
            None => bail!("no domain can read {title}; say which one should: {}", all()),
        },
        [(first, domain), (second, _), ..] if first > second => Ok(domain.clone()),
        [(_, domain), (_, other), ..] => bail!(
            "{} and {} can both read {title}; choose one with {}",
            domain.info().name,
            other.info().name,
            field("domain")
        ),
    }
}

/// What is wrong with the first board, by the domain that the file was probably written for.
fn first_refusal(text: &str, reading: &Reading) -> Option<anyhow::Error> {
    let refusal = |domain: DomainRef| {
        let (line, part) = domain.split(text).into_iter().next()?;
        let error = likeliest(part, reading).filter(|_| domain.resembles(part))?;
        Some(error.context(format!("from line {line}")))
    };
    domains().into_iter().find_map(refusal)
}
