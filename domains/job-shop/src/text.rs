//! The texts of instances: the standard format, Taillard's, and CSV.
//!
//! | format | form |
//! |---|---|
//! | line | the standard format on one line, `;` instead of line breaks: `2 2; 0 3 1 2; 1 4 0 5` |
//! | standard | the numbers of jobs and machines, then a line for each job: machine (from 0) and time of each operation |
//! | OR-Library | the same for several instances, each behind a line `instance NAME`; lines of `+` and descriptions are skipped |
//! | Taillard | the numbers of jobs and machines, then `Times` and `Machines` with a line for each job; machines from 1 |
//! | CSV | a row for each operation of one instance: columns `job`, `machine`, `time`, perhaps `release`, `due`, `weight` |
//!
//! Before the numbers of jobs and machines, the standard format may have lines of a word and its value: `instance` (a name),
//! `best` and `bound` (the best known cost and bound), `objective` (which cost these are: makespan, tardiness or flow),
//! `counted` (first and last job of those that count), `release`, `due` and `weight` (a number for each job), and for each machine `setup MACHINE` with
//! the set-up times: a row for each job before, the last for none, all on one line. `#` begins a comment.

use crate::shop::{Job, NEVER, Objective, Shop};
use unstuck_core::error::{ParseError, presentable};

/// Reads the instances of a text in any of the formats. `name` is for those that have none.
///
/// # Errors
///
/// What is wrong with the text, and where.
pub fn read(text: &str, name: &str) -> Result<Vec<Shop>, ParseError> {
    let first =
        lines(text).next().map(|(_, line)| line).ok_or_else(|| ParseError::new("the text is empty"))?;
    let starts_otherwise = first.starts_with(|c: char| c.is_ascii_digit()) || first.starts_with("Nb ");
    if first.contains(',') && !starts_otherwise && !text.contains("+++") {
        return rows(text, name).map(|shop| vec![shop]);
    }
    let (shops, _) = Reader::read(text, name)?;
    if shops.is_empty() {
        return Err(ParseError::new("there is no instance in the text").help(SIZE));
    }
    Ok(shops)
}

/// The parts of a file that are an instance each, with the numbers of their first lines. What cannot be split is one part,
/// whose reader says what is wrong with it.
pub fn pieces(text: &str) -> Vec<(usize, &str)> {
    if lines(text).next().is_some_and(|(row, _)| text.lines().nth(row - 1).is_some_and(is_line)) {
        let kept = |line: &&str| !line.is_empty() && !line.starts_with('#');
        return (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| kept(line)).collect();
    }
    let starts = match Reader::read(text, "") {
        Ok((shops, starts)) if shops.len() > 1 && shops.len() <= starts.len() => {
            starts[..shops.len()].to_vec()
        }
        _ => return vec![(1, text)],
    };
    let offsets: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(place, _)| place + 1))
        .chain([text.len()])
        .collect();
    let end = |piece: usize| starts.get(piece + 1).map_or(text.len(), |&row| offsets[row - 1]);
    (0..starts.len()).map(|piece| (starts[piece], &text[offsets[starts[piece] - 1]..end(piece)])).collect()
}

/// Whether a text is an instance on one line.
fn is_line(text: &str) -> bool {
    text.contains(';') && !text.trim().contains('\n')
}

/// Whether a text has the form of an instance, rightly or wrongly: the columns of the table, or jobs and machines followed by
/// pairs.
pub fn is_recognised(text: &str) -> bool {
    let Some((_, first)) = lines(text).next() else { return false };
    let cells = cells(first);
    if ["job", "machine", "time"].iter().all(|name| cells.iter().any(|cell| cell == name)) {
        return true;
    }
    let known = |word: &str| WORDS.contains(&word) || COLUMNS.contains(&word);
    let mut rows = lines(text).map(|(_, line)| line);
    let size = rows.find(|line| !known(line.split_ascii_whitespace().next().unwrap_or("")));
    let pair = size.and_then(|line| numbers(line).ok()).is_some_and(|size| size.len() == 2);
    if is_line(text) {
        return pair && rows.next().is_some_and(|line| numbers(line).is_ok());
    }
    read(text, "").is_ok()
}

const SIZE: &str =
    "write the numbers of jobs and machines, then a line for each job: machine and time of each operation";

/// The lines that are not empty, without comments, numbered from 1; those that `;` separates have the same number.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let clean = |line| str::split(line, '#').next().unwrap_or("");
    let parts = (1..)
        .zip(text.lines().map(clean))
        .flat_map(|(row, line)| line.split(';').map(move |part| (row, part.trim())));
    parts.filter(|(_, part)| !part.is_empty())
}

/// The text of an instance on one line, without its name.
pub fn line(shop: &Shop) -> String {
    let mut text = String::new();
    describe(shop, "; ", &mut text);
    text.truncate(text.len() - 2);
    text
}

/// Everything but the name, with a separator behind each line.
fn describe(shop: &Shop, separator: &str, text: &mut String) {
    let jobs = shop.jobs();
    let mut line = |name: &str, numbers: &[u32]| {
        let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
        text.push_str(&format!("{name}{}{separator}", words.join(" ")));
    };
    let known = [("bound", shop.best_bound), ("best", shop.best_known)];
    if shop.objective != Objective::Makespan && known.iter().any(|(_, value)| value.is_some()) {
        line(&format!("objective {}", shop.objective.name()), &[]);
    }
    for (name, value) in known {
        if let Some(value) = value {
            line(&format!("{name} {value}"), &[]);
        }
    }
    if shop.counted.len() < jobs.len() {
        line("counted ", &[shop.counted.start, shop.counted.end - 1]);
    }
    let mut column = |name: &str, usual: u32, value: fn(&Job) -> u32| {
        if jobs.iter().any(|job| value(job) != usual) {
            line(name, &jobs.iter().map(value).collect::<Vec<_>>());
        }
    };
    column("release ", 0, |job| job.release);
    column("due ", NEVER, |job| job.due);
    column("weight ", 1, |job| job.weight);
    let setups = shop.setups().chunks((jobs.len() + 1) * jobs.len());
    setups.enumerate().for_each(|(machine, setups)| line(&format!("setup {machine} "), setups));
    line("", &[jobs.len() as u32, shop.machines()]);
    for job in jobs {
        line("", &job.route.iter().flat_map(|&(machine, time)| [machine, time]).collect::<Vec<_>>());
    }
}

/// Reads the formats without commas, line by line.
#[derive(Default)]
struct Reader<'t> {
    name: &'t str,
    /// Whether lines that are not understood are descriptions.
    described: bool,
    shops: Vec<Shop>,
    own_name: Option<String>,
    best: Option<i64>,
    bound: Option<i64>,
    objective: Option<Objective>,
    counted: Vec<u32>,
    columns: [Vec<u32>; 3],
    setups: Vec<(u32, Vec<u32>)>,
    size: Option<(usize, u32)>,
    taillard: bool,
    rows: Vec<Vec<u32>>,
}

const COLUMNS: [&str; 3] = ["release", "due", "weight"];
const WORDS: [&str; 6] = ["instance", "best", "bound", "objective", "counted", "setup"];

fn number<T: std::str::FromStr>(word: &str, what: &str) -> Result<T, ParseError> {
    word.parse().map_err(|_| {
        let error = ParseError::new(format!("expected {what}, found '{}'", presentable(word, 20)));
        error.help("numbers are whole and not negative")
    })
}

fn numbers(words: &str) -> Result<Vec<u32>, ParseError> {
    words.split_ascii_whitespace().map(|word| number(word, "a number")).collect()
}

impl<'t> Reader<'t> {
    /// The instances of a text, and the number of the line that each begins at; perhaps that of a rest behind them.
    fn read(text: &str, name: &'t str) -> Result<(Vec<Shop>, Vec<usize>), ParseError> {
        let mut reader = Reader { name, described: text.contains("+++"), ..Reader::default() };
        let mut starts: Vec<usize> = lines(text).next().map(|(row, _)| row).into_iter().collect();
        for (row, line) in lines(text) {
            let before = reader.shops.len();
            reader.line(line).map_err(|error| error.at(row, 1))?;
            if reader.shops.len() > before {
                starts.push(row);
            }
        }
        reader.finish()?;
        Ok((reader.shops, starts))
    }

    fn line(&mut self, line: &str) -> Result<(), ParseError> {
        if line.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return self.numbers(line);
        }
        let (word, rest) =
            line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let word = word.to_ascii_lowercase();
        if self.size.is_some() && (word == "times" || word == "machines") && rest.is_empty() {
            self.taillard = true;
            return Ok(());
        }
        if self.size.is_some() {
            self.finish()?;
        }
        match &*word {
            "instance" => self.own_name = Some(rest.to_owned()),
            "best" => self.best = Some(number(rest, "the best known cost")?),
            "bound" => self.bound = Some(number(rest, "the best known bound")?),
            "objective" => {
                let unknown = || {
                    let error = ParseError::new(format!("unknown objective '{}'", presentable(rest, 20)));
                    error.help("write makespan, tardiness or flow")
                };
                self.objective = Some(Objective::named(rest).ok_or_else(unknown)?);
            }
            "counted" => self.counted = numbers(rest)?,
            "setup" => {
                let (machine, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.setups.push((number(machine, "a machine")?, numbers(rest)?));
            }
            word => match COLUMNS.iter().position(|column| *column == word) {
                Some(column) => self.columns[column] = numbers(rest)?,
                None if self.described || word == "nb" => {}
                None => {
                    let error = ParseError::new(format!("'{}' is not known here", presentable(word, 20)));
                    return Err(error.help(SIZE));
                }
            },
        }
        Ok(())
    }

    fn numbers(&mut self, line: &str) -> Result<(), ParseError> {
        let row = numbers(line)?;
        let full =
            self.size.is_some_and(|(jobs, _)| self.rows.len() == jobs * (1 + usize::from(self.taillard)));
        if full {
            self.finish()?;
        }
        if self.size.is_none() {
            let (&[jobs, machines], more) = row.split_first_chunk().unwrap_or((&[0, 0], &[]));
            if jobs == 0 || machines == 0 || !(more.is_empty() || more.len() == 4) {
                return Err(ParseError::new("expected the numbers of jobs and machines").help(SIZE));
            }
            if let &[_, _, best, bound] = more {
                (self.best, self.bound) = (Some(best.into()), Some(bound.into()));
            }
            self.size = Some((jobs as usize, machines));
        } else {
            if !self.taillard && row.len() % 2 == 1 {
                let message = format!("job {} has a machine without a time", self.rows.len());
                return Err(ParseError::new(message).help("write machine and time of each operation"));
            }
            self.rows.push(row);
        }
        Ok(())
    }

    /// Makes the instance that has been read, if there is one.
    fn finish(&mut self) -> Result<(), ParseError> {
        let read = std::mem::take(self);
        (self.name, self.described, self.shops) = (read.name, read.described, read.shops);
        let Some((count, machines)) = read.size else { return Ok(()) };
        let expected = count * (1 + usize::from(read.taillard));
        if read.rows.len() != expected {
            return Err(ParseError::new(format!(
                "{} of {expected} lines of jobs are missing",
                expected - read.rows.len()
            )));
        }
        let mut jobs = Vec::new();
        for (number, row) in read.rows[..count].iter().enumerate() {
            let route = if read.taillard {
                let machines = &read.rows[count + number];
                if machines.len() != row.len() || machines.contains(&0) {
                    let message =
                        format!("the machines of job {number} are not as many as its times, or not from 1");
                    return Err(ParseError::new(message));
                }
                machines.iter().zip(row).map(|(&machine, &time)| (machine - 1, time)).collect()
            } else {
                row.chunks(2).map(|pair| (pair[0], pair[1])).collect()
            };
            let mut job = Job::new(route);
            for (column, value) in [&mut job.release, &mut job.due, &mut job.weight].into_iter().enumerate() {
                match read.columns[column].get(number) {
                    Some(&given) => *value = given,
                    None if read.columns[column].is_empty() => {}
                    None => {
                        return Err(ParseError::new(format!(
                            "there is no {} for job {number}",
                            COLUMNS[column]
                        )));
                    }
                }
            }
            jobs.push(job);
        }
        let name = match read.own_name {
            Some(own) if !own.is_empty() => own,
            _ if self.shops.is_empty() => read.name.to_owned(),
            _ => format!("{}-{}", read.name, self.shops.len()),
        };
        let mut shop = Shop::new(name, machines, jobs, read.objective.unwrap_or(Objective::Makespan))?;
        (shop.best_known, shop.best_bound) = (read.best, read.bound);
        if let &[first, last] = &*read.counted {
            if first > last || last as usize >= count {
                return Err(ParseError::new(format!("there are no jobs from {first} to {last}")));
            }
            shop.counted = first..last + 1;
        }
        if !read.setups.is_empty() {
            let mut setups = read.setups;
            setups.sort_by_key(|(machine, _)| *machine);
            shop = shop.with_setups(setups.into_iter().flat_map(|(_, setups)| setups).collect())?;
        }
        self.shops.push(shop);
        Ok(())
    }
}

/// The number of a label, which may be new.
fn label(labels: &mut Vec<String>, cell: &str) -> usize {
    labels.iter().position(|label| label == cell).unwrap_or_else(|| {
        labels.push(cell.to_owned());
        labels.len() - 1
    })
}

/// The cells of a row of CSV; quotes may surround them, but do not nest.
fn cells(line: &str) -> Vec<String> {
    line.split(',').map(|cell| cell.trim().trim_matches('"').to_owned()).collect()
}

/// CSV with one operation a row. Jobs are numbered in the order of the rows; machines as well, unless all are numbers.
fn rows(text: &str, name: &str) -> Result<Shop, ParseError> {
    let mut table = lines(text).map(|(row, line)| (row, cells(line)));
    let (_, header) = table.next().unwrap_or_default();
    let column = |name: &str| header.iter().position(|cell| cell.eq_ignore_ascii_case(name));
    let (Some(job), Some(machine), Some(time)) = (column("job"), column("machine"), column("time")) else {
        let error = ParseError::new("the columns of this table are not known").at(1, 1);
        return Err(error.help("write job,machine,time, perhaps with release, due, weight"));
    };
    let optional = COLUMNS.map(column);
    let table: Vec<(usize, Vec<String>)> = table.collect();
    let cell = |cells: &[String], place: usize| cells.get(place).cloned().unwrap_or_default();
    let numbered = table.iter().all(|(_, cells)| cell(cells, machine).parse::<u32>().is_ok());
    let (mut labels, mut machines, mut jobs) = (Vec::new(), Vec::new(), Vec::<Job>::new());
    for (row, cells) in &table {
        let here = |error: ParseError| error.at(*row, 1);
        let place = label(&mut labels, &cell(cells, job));
        jobs.resize_with(labels.len(), || Job::new(Vec::new()));
        let on = match numbered {
            true => number(&cell(cells, machine), "a machine").map_err(here)?,
            false => label(&mut machines, &cell(cells, machine)) as u32,
        };
        let job = &mut jobs[place];
        job.route.push((on, number(&cell(cells, time), "a time").map_err(here)?));
        for (column, value) in optional.iter().zip([&mut job.release, &mut job.due, &mut job.weight]) {
            if let Some(cell) = column.map(|place| cell(cells, place)).filter(|cell| !cell.is_empty()) {
                *value = number(&cell, "a number").map_err(here)?;
            }
        }
    }
    let most = jobs.iter().flat_map(|job| &job.route).map(|&(machine, _)| machine).max().unwrap_or(0);
    Shop::new(name, most.saturating_add(1), jobs, Objective::Makespan)
}
