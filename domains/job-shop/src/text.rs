//! The texts of instances: the standard format, Taillard's, and CSV.
//!
//! | format | form |
//! |---|---|
//! | standard | the numbers of jobs and machines, then a line for each job: machine (from 0) and time of each operation |
//! | OR-Library | the same for several instances, each behind a line `instance NAME`; lines of `+` and descriptions are skipped |
//! | Taillard | the numbers of jobs and machines, then `Times` and `Machines` with a line for each job; machines from 1 |
//! | CSV | a row for each operation: columns `job`, `machine`, `time`, perhaps `instance`, `release`, `due`, `weight` |
//!
//! Before the numbers of jobs and machines, the standard format may have lines of a word and its value: `instance` (a name),
//! `best` and `bound` (the best known cost and bound), `objective` (makespan, tardiness or flow), `counted` (first and last
//! job of those that count), `release`, `due` and `weight` (a number for each job), and for each machine `setup MACHINE` with
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
        return rows(text, name);
    }
    let mut reader = Reader { name, described: text.contains("+++"), ..Reader::default() };
    for (row, line) in lines(text) {
        reader.line(line).map_err(|error| error.at(row, 1))?;
    }
    reader.finish()?;
    if reader.shops.is_empty() {
        return Err(ParseError::new("there is no instance in the text").help(SIZE));
    }
    Ok(reader.shops)
}

const SIZE: &str =
    "write the numbers of jobs and machines, then a line for each job: machine and time of each operation";

/// The lines that are not empty, without comments, numbered from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let clean = |line| str::split(line, '#').next().unwrap_or("").trim();
    (1..).zip(text.lines().map(clean)).filter(|(_, line)| !line.is_empty())
}

/// The instances in the standard format.
pub fn write(shops: &[Shop]) -> String {
    let mut text = String::new();
    for shop in shops {
        let jobs = shop.jobs();
        let mut line = |name: &str, numbers: &[u32]| {
            let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
            text.push_str(&format!("{name}{}\n", words.join(" ")));
        };
        line(&format!("instance {}", shop.name), &[]);
        for (name, value) in [("bound", shop.best_bound), ("best", shop.best_known)] {
            if let Some(value) = value {
                line(&format!("{name} {value}"), &[]);
            }
        }
        if shop.objective != Objective::Makespan {
            line(&format!("objective {}", shop.objective.name()), &[]);
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
    text
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

fn number<T: std::str::FromStr>(word: &str, what: &str) -> Result<T, ParseError> {
    word.parse().map_err(|_| {
        let error = ParseError::new(format!("expected {what}, found '{}'", presentable(word, 20)));
        error.help("numbers are whole and not negative")
    })
}

fn numbers(words: &str) -> Result<Vec<u32>, ParseError> {
    words.split_ascii_whitespace().map(|word| number(word, "a number")).collect()
}

impl Reader<'_> {
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
                let found = Objective::ALL.into_iter().find(|objective| objective.name() == rest);
                let unknown =
                    || ParseError::new(format!("there is no objective '{}'", presentable(rest, 20)));
                self.objective =
                    Some(found.ok_or_else(|| unknown().help("write makespan, tardiness or flow"))?);
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

/// The jobs of an instance with the labels of jobs and machines.
#[derive(Default)]
struct Labelled {
    labels: Vec<String>,
    machines: Vec<String>,
    jobs: Vec<Job>,
}

/// CSV with one operation a row. Jobs and instances are numbered in the order of the rows; machines as well, unless all are
/// numbers.
fn rows(text: &str, name: &str) -> Result<Vec<Shop>, ParseError> {
    let cells = |line: &'_ str| -> Vec<String> {
        line.split(',').map(|cell| cell.trim().trim_matches('"').to_owned()).collect()
    };
    let mut table = lines(text).map(|(row, line)| (row, cells(line)));
    let (_, header) = table.next().unwrap_or_default();
    let column = |name: &str| header.iter().position(|cell| cell.eq_ignore_ascii_case(name));
    let (Some(job), Some(machine), Some(time)) = (column("job"), column("machine"), column("time")) else {
        let error = ParseError::new("the columns of this table are not known").at(1, 1);
        return Err(error.help("write job,machine,time, perhaps with instance, release, due, weight"));
    };
    let optional = COLUMNS.map(column);
    let instance = column("instance");
    let table: Vec<(usize, Vec<String>)> = table.collect();
    let cell = |cells: &[String], place: usize| cells.get(place).cloned().unwrap_or_default();
    let numbered = table.iter().all(|(_, cells)| cell(cells, machine).parse::<u32>().is_ok());
    let (mut instances, mut made): (Vec<String>, Vec<Labelled>) = Default::default();
    for (row, cells) in &table {
        let here = |error: ParseError| error.at(*row, 1);
        let own = instance.map_or_else(|| name.to_owned(), |place| cell(cells, place));
        let place = label(&mut instances, &own);
        made.resize_with(instances.len(), Default::default);
        let Labelled { labels, machines, jobs } = &mut made[place];
        let place = label(labels, &cell(cells, job));
        jobs.resize_with(labels.len(), || Job::new(Vec::new()));
        let on = match numbered {
            true => number(&cell(cells, machine), "a machine").map_err(here)?,
            false => label(machines, &cell(cells, machine)) as u32,
        };
        let job = &mut jobs[place];
        job.route.push((on, number(&cell(cells, time), "a time").map_err(here)?));
        for (column, value) in optional.iter().zip([&mut job.release, &mut job.due, &mut job.weight]) {
            if let Some(cell) = column.map(|place| cell(cells, place)).filter(|cell| !cell.is_empty()) {
                *value = number(&cell, "a number").map_err(here)?;
            }
        }
    }
    let objective = if optional[1].is_some() { Objective::Tardiness } else { Objective::Makespan };
    let shops = instances.into_iter().zip(made).map(|(name, Labelled { jobs, .. })| {
        let most = jobs.iter().flat_map(|job| &job.route).map(|&(machine, _)| machine).max().unwrap_or(0);
        Shop::new(name, most.saturating_add(1), jobs, objective)
    });
    shops.collect()
}
