//! The texts of instances: OR-Library, BPPLIB and CSV.
//!
//! | format | form |
//! |---|---|
//! | OR-Library | the number of instances; for each a name, then capacity, number of items and best known bins, then the sizes |
//! | compact | the number of instances; for each a line with capacity, number of items and the sizes |
//! | BPPLIB | the number of items (or of sizes), the capacity, then a line for each: the size, perhaps with a demand |
//! | CSV, one instance a row | header `name,capacity,sizes`, the sizes separated by spaces |
//! | CSV, one item a row | first line `capacity,NUMBER`, header with `size` and perhaps `count` |

use crate::items::{Items, MAX_ITEMS};
use unstuck_core::error::{ParseError, presentable};

/// Reads the instances of a text in any of the formats. `name` is for those that have none.
///
/// # Errors
///
/// What is wrong with the text, and where.
pub fn read(text: &str, name: &str) -> Result<Vec<Items>, ParseError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (_, first) = lines.next().ok_or_else(|| ParseError::new("the text is empty"))?;
    if first.contains(',') {
        return if first.trim_start().starts_with("capacity,") { item_rows(text, name) } else { rows(text) };
    }
    let second = lines.next().map_or("", |(_, line)| line.trim());
    let mut words = second.split_ascii_whitespace();
    match (words.next().map(|word| word.parse::<u32>().is_ok()), words.next().is_some()) {
        (Some(true), false) => bpplib(text, name).map(|items| vec![items]),
        (Some(true), true) => several(text, name, false),
        _ => several(text, name, true),
    }
}

/// The instances in the format of the OR-Library, the sizes of each on one line.
pub fn write(instances: &[Items]) -> String {
    let mut text = format!("{}\n", instances.len());
    for Items { name, capacity, sizes, best_known } in instances {
        let words: Vec<String> = sizes.iter().map(u32::to_string).collect();
        let best = best_known.unwrap_or(0);
        text.push_str(&format!("{name}\n{capacity} {} {best}\n{}\n", sizes.len(), words.join(" ")));
    }
    text
}

/// The words of a text, each with its place.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Words<'t> {
    fn word(&mut self) -> Option<(&'t str, usize)> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.find(|c: char| !c.is_ascii_whitespace())?;
        let length = self.text[start..].find(|c: char| c.is_ascii_whitespace());
        self.at = length.map_or(self.text.len(), |length| start + length);
        Some((&self.text[start..self.at], start))
    }

    fn number(&mut self, what: &str) -> Result<u32, ParseError> {
        let missing = || ParseError::new(format!("the text ends before {what}"));
        let (word, at) = self.word().ok_or_else(missing)?;
        number(word, what).map_err(|error| error.at_byte(self.text, at))
    }

    fn sizes(&mut self, count: usize) -> Result<Vec<u32>, ParseError> {
        (0..limited(count)?).map(|_| self.number("a size")).collect()
    }

    fn end(&mut self) -> Result<(), ParseError> {
        match self.word() {
            None => Ok(()),
            Some((word, at)) => {
                let message = format!("'{}' is left over", presentable(word, 20));
                Err(ParseError::new(message).at_byte(self.text, at))
            }
        }
    }
}

fn number(word: &str, what: &str) -> Result<u32, ParseError> {
    let wrong = || ParseError::new(format!("expected {what}, found '{}'", presentable(word, 20)));
    // Some files write whole sizes as 36.6 or 36.0; only the latter are whole.
    let whole = word.strip_suffix(".0").unwrap_or(word);
    whole.parse().map_err(|_| wrong().help("sizes and capacities are whole numbers"))
}

fn limited(count: usize) -> Result<usize, ParseError> {
    if count > MAX_ITEMS {
        return Err(ParseError::new(format!("{count} items are more than {MAX_ITEMS}")));
    }
    Ok(count)
}

/// Several instances: in the OR-Library's form with names, or each as capacity, count and sizes.
fn several(text: &str, name: &str, named: bool) -> Result<Vec<Items>, ParseError> {
    let mut words = Words { text, at: 0 };
    let count = words.number("the number of instances")?;
    let mut instances = Vec::new();
    for index in 0..count {
        let own = match (named, words.word()) {
            (true, Some((word, _))) => word.to_owned(),
            (true, None) => return Err(ParseError::new("the text ends before the name of an instance")),
            (false, first) => {
                words.at = first.map_or(words.at, |(_, at)| at);
                format!("{name}-{index}")
            }
        };
        let capacity = words.number("a capacity")?;
        let items = words.number("the number of items")? as usize;
        let best = if named { words.number("the best known number of bins")? } else { 0 };
        let mut read = Items::new(own, capacity, words.sizes(items)?)?;
        read.best_known = (best > 0).then_some(best);
        instances.push(read);
    }
    words.end()?;
    Ok(instances)
}

fn bpplib(text: &str, name: &str) -> Result<Items, ParseError> {
    let mut words = Words { text, at: 0 };
    let count = limited(words.number("the number of items")? as usize)?;
    let capacity = words.number("the capacity")?;
    let rest = text[words.at..].lines().filter(|line| !line.trim().is_empty());
    let demands = rest.clone().any(|line| line.split_ascii_whitespace().count() == 2);
    let mut sizes = Vec::new();
    for _ in 0..count {
        let size = words.number("a size")?;
        let demand = if demands { words.number("a demand")? } else { 1 };
        limited(sizes.len() + demand as usize)?;
        sizes.extend((0..demand).map(|_| size));
    }
    words.end()?;
    Items::new(name, capacity, sizes)
}

/// The cells of a row of CSV. Cells here are numbers and names: quotes may surround them, but do not nest.
fn cells(line: &str) -> Vec<&str> {
    line.split(',').map(|cell| cell.trim().trim_matches('"')).collect()
}

fn column(header: &[&str], name: &str) -> Option<usize> {
    header.iter().position(|cell| cell.eq_ignore_ascii_case(name))
}

/// CSV with one instance a row.
fn rows(text: &str) -> Result<Vec<Items>, ParseError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let header = lines.next().map(|(_, line)| cells(line)).unwrap_or_default();
    let (Some(name), Some(capacity), Some(sizes)) =
        (column(&header, "name"), column(&header, "capacity"), column(&header, "sizes"))
    else {
        let error = ParseError::new("the columns of this table are not known").at(1, 1);
        return Err(error.help("write name,capacity,sizes; or capacity,NUMBER and a column size"));
    };
    let best = column(&header, "best");
    let mut instances = Vec::new();
    for (row, line) in lines {
        let cells = cells(line);
        let cell = |place: usize| cells.get(place).copied().unwrap_or("");
        let here = |error: ParseError| error.at(row + 1, 1);
        let sizes: Result<Vec<u32>, ParseError> =
            cell(sizes).split_ascii_whitespace().map(|word| number(word, "a size")).collect();
        let capacity = number(cell(capacity), "a capacity").map_err(here)?;
        let mut items = Items::new(cell(name), capacity, sizes.map_err(here)?).map_err(here)?;
        items.best_known = best.and_then(|place| cell(place).parse().ok()).filter(|&bins| bins > 0);
        instances.push(items);
    }
    Ok(instances)
}

/// CSV with one item a row.
fn item_rows(text: &str, name: &str) -> Result<Vec<Items>, ParseError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let first = lines.next().map(|(_, line)| cells(line)).unwrap_or_default();
    let capacity =
        number(first.get(1).copied().unwrap_or(""), "a capacity").map_err(|error| error.at(1, 1))?;
    let (row, header) = lines.next().map_or((1, Vec::new()), |(row, line)| (row, cells(line)));
    let Some(size) = column(&header, "size") else {
        return Err(ParseError::new("there is no column 'size'").at(row + 1, 1));
    };
    let count = column(&header, "count");
    let mut sizes = Vec::new();
    for (row, line) in lines {
        let cells = cells(line);
        let cell = |place: usize| cells.get(place).copied().unwrap_or("");
        let here = |error: ParseError| error.at(row + 1, 1);
        let each = number(cell(size), "a size").map_err(here)?;
        let times = count.map_or(Ok(1), |place| number(cell(place), "a count")).map_err(here)?;
        limited(sizes.len() + times as usize).map_err(here)?;
        sizes.extend((0..times).map(|_| each));
    }
    Ok(vec![Items::new(name, capacity, sizes)?])
}
