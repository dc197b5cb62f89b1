//! The texts of instances: OR-Library, BPPLIB and CSV.
//!
//! | format | form |
//! |---|---|
//! | line | one instance a line: `CAPACITY: SIZES`, perhaps with `= BINS` at the end, the best number that is known |
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
    if first.contains(':') {
        return colon_lines(text, name);
    }
    if first.contains(',') {
        return match cells(first)[..] {
            ["capacity", ..] => item_rows(text, name),
            [_, capacity, ..] if capacity.parse::<u32>().is_ok() => {
                rows(&format!("name,capacity,sizes,best\n{text}"))
            }
            _ => rows(text),
        };
    }
    let second = lines.next().map_or("", |(_, line)| line.trim());
    let mut words = second.split_ascii_whitespace();
    if first.trim().parse::<u32>().is_err() {
        // One instance of a file with several.
        return match first.contains(' ') {
            true => several(&format!("1\n{text}"), name, false),
            false => several(&format!("1\n{text}"), name, true),
        };
    }
    match (words.next().map(|word| word.parse::<u32>().is_ok()), words.next().is_some()) {
        (Some(true), false) => bpplib(text, name).map(|items| vec![items]),
        (Some(true), true) => several(text, name, false),
        _ => several(text, name, true),
    }
}

/// The line of an instance: `CAPACITY: SIZES`, and `= BINS` where the best number is known.
pub fn line(items: &Items) -> String {
    let words: Vec<String> = items.sizes.iter().map(u32::to_string).collect();
    let best = items.best_known.map_or_else(String::new, |bins| format!(" = {bins}"));
    format!("{}: {}{best}", items.capacity, words.join(" "))
}

/// The parts of a file that are an instance each, with the numbers of their first lines. What cannot be split is one part,
/// whose reader says what is wrong with it.
pub fn pieces(text: &str) -> Vec<(usize, &str)> {
    let whole = || vec![(1, text)];
    let mut lines = Vec::new();
    let mut at = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
            lines.push((number, at, line.trim()));
        }
        at += line.len();
    }
    let Some(&(_, _, first)) = lines.first() else { return whole() };
    if first.contains(':') {
        return lines.into_iter().map(|(number, _, line)| (number, line)).collect();
    }
    if first.contains(',') {
        // Rows in the usual order are instances without their header.
        let is_usual = cells(first).iter().zip(["name", "capacity", "sizes", "best"]).all(|(a, b)| *a == b);
        return match is_usual && lines.len() > 1 {
            true => lines[1..].iter().map(|&(number, _, line)| (number, line)).collect(),
            false => whole(),
        };
    }
    // OR-Library: from one line with a single word that is followed by capacity, count and bins to the next.
    let numbers =
        |line: &str| line.split_ascii_whitespace().map(|word| word.parse::<u32>().ok()).collect::<Vec<_>>();
    let named = lines.get(1).is_some_and(|(_, _, line)| numbers(line).first() == Some(&None));
    let mut pieces = Vec::new();
    let mut place = 1;
    while place + usize::from(named) < lines.len() {
        let head = numbers(lines[place + usize::from(named)].2);
        let (Some(Some(_)), Some(&Some(count))) = (head.first(), head.get(1)) else { return whole() };
        let given = if named { head.len().saturating_sub(3) } else { head.len() - 2 };
        let (mut have, mut end) = (given, place + 1 + usize::from(named));
        while have < count as usize && end < lines.len() {
            have += numbers(lines[end].2).len();
            end += 1;
        }
        let stop = lines.get(end).map_or(text.len(), |&(_, at, _)| at);
        pieces.push((lines[place].0, text[lines[place].1..stop].trim()));
        place = end;
    }
    if pieces.is_empty() { whole() } else { pieces }
}

fn colon_lines(text: &str, name: &str) -> Result<Vec<Items>, ParseError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(row, line): (usize, &str)| {
        let here = |error: ParseError| error.at(row + 1, 1);
        let (capacity, rest) = line.split_once(':').ok_or_else(|| {
            let error = ParseError::new("there is no ':' behind the capacity");
            here(error.help("write CAPACITY: SIZES, as in 150: 42 69 67"))
        })?;
        let (sizes, best) = match rest.split_once('=') {
            Some((sizes, best)) => {
                (sizes, Some(number(best.trim(), "the best known number of bins").map_err(here)?))
            }
            None => (rest, None),
        };
        let sizes = sizes.split_ascii_whitespace().map(|word| number(word, "a size"));
        let sizes = sizes.collect::<Result<Vec<u32>, _>>().map_err(here)?;
        let capacity = number(capacity.trim(), "a capacity").map_err(here)?;
        let mut items = Items::new(name, capacity, sizes).map_err(here)?;
        items.best_known = best;
        Ok(items)
    };
    lines.map(read).collect()
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
