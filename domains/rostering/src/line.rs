//! The best line of a person within a window of days, by dynamic programming, while everyone else stays.
//!
//! A label is a prefix of the line. What its continuation depends on is its state: the run of work (with what may follow the
//! last shift) or of rest, the minutes, and the weekends; of each state the cheapest prefix is kept. Shifts of which a person
//! may only have a few are counted along the label, so that lines are always legal; the line is the best one wherever
//! these limits do not bind. Days after the window keep their cells, and are followed until the runs there are whole.

use crate::roster::{HARD, Roster, Rostering};
use std::ops::Range;
use unstuck_core::random::{RngExt, Stream};

/// No label.
const NONE: i32 = i32::MAX;
/// Most limited kinds that are counted along a label.
const COUNTED: usize = 8;
/// Most classes of shifts by what may follow.
const MAX_CLASSES: usize = 32;

#[derive(Debug, Clone, Copy)]
struct Label {
    cost: i32,
    counts: u64,
}

/// The run at the end of a label.
#[derive(Debug, Clone, Copy)]
struct State {
    works: bool,
    /// Whether it is long enough to end.
    whole: bool,
    /// Where the classes' table of what may follow begins.
    row: usize,
    length: usize,
}

/// Where a label is extended from.
#[derive(Clone, Copy)]
struct From {
    place: usize,
    /// The first state with the same sums.
    base: usize,
    units: usize,
    /// Weekends, with this one if the person works.
    weekends: usize,
    whole: bool,
}

/// A cell that may be chosen on a day.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    cell: u8,
    class: u8,
    units: u16,
    /// The place among the counted kinds, if it is one.
    counted: Option<u8>,
    price: i32,
}

/// Buffers.
#[derive(Debug, Default)]
pub struct Lines {
    layer: Vec<Label>,
    next: Vec<Label>,
    /// The state before, and the cell, of every label.
    steps: Vec<(u32, u8)>,
    options: Vec<Candidate>,
    states: Vec<State>,
    /// The line that was found, for the days of the window.
    pub(crate) found: Vec<u8>,
    /// Labels that were extended: what the effort is counted in.
    pub(crate) work: u64,
}

impl Rostering {
    /// Finds the best line of a person for the days of a window, as [`Lines::found`]; `false` if there is none, or the
    /// instance has too many kinds of runs. The person's own cells in the window must be days off in `roster`. A random part
    /// up to `noise` is added to the cost of every cell.
    pub(crate) fn best_line(
        &self,
        roster: &Roster,
        person: usize,
        window: Range<usize>,
        lines: &mut Lines,
        noise: Option<(i32, &mut Stream)>,
    ) -> bool {
        let Some(mut frame) = Frame::new(self, roster, person, window) else { return false };
        frame.noise = noise;
        frame.run(lines)
    }
}

/// One search for a line.
struct Frame<'a> {
    problem: &'a Rostering,
    roster: &'a Roster,
    person: usize,
    window: Range<usize>,
    /// The first day that need not be followed any more.
    end: usize,
    rest: usize,
    run: usize,
    /// States of runs.
    runs: usize,
    weekends: usize,
    units: usize,
    least: usize,
    /// Minutes and weekends outside of the days that are followed.
    counted: [u8; COUNTED],
    counted_len: usize,
    most: [u8; COUNTED],
    noise: Option<(i32, &'a mut Stream)>,
}

impl<'a> Frame<'a> {
    fn new(problem: &'a Rostering, roster: &'a Roster, person: usize, window: Range<usize>) -> Option<Self> {
        let limits = &problem.limits[person];
        let line = problem.line(roster, person);
        let days = problem.days;
        let mut end = window.end;
        if end < days {
            let works = line[end] > 0;
            while end < days && (line[end] > 0) == works {
                end += 1;
            }
            end = (end + 1).min(days);
            // A weekend is followed as a whole.
            if let Some(&(first, last)) = problem.weekends.get(problem.weekend_from[end - 1])
                && first < end
            {
                end = end.max(last + 1);
            }
        }
        let followed: u32 =
            line[window.start..end].iter().map(|&cell| problem.minutes[usize::from(cell)]).sum();
        let fixed_minutes = roster.minutes[person] - followed;
        let fixed_weekends = problem.weekends.iter().filter(|&&(first, last)| {
            (first..=last).any(|day| !(window.start..end).contains(&day) && line[day] > 0)
        });
        let unit = problem.classes.unit;
        let units = (limits.max_minutes.checked_sub(fixed_minutes)? / unit) as usize;
        let longest = (limits.longest / unit) as usize;
        let units = units.min(longest * (end - window.start));
        let weekends = (limits.max_weekends as usize).checked_sub(fixed_weekends.count())?;
        let weekends = weekends.min(problem.weekends.len());
        let least = (limits.min_minutes.saturating_sub(fixed_minutes)).div_ceil(unit) as usize;
        let (rest, run) = (limits.min_rest.max(1) as usize, (limits.max_run as usize).min(days));
        if problem.classes.count > MAX_CLASSES || least > units {
            return None;
        }
        let mut frame = Self {
            problem,
            roster,
            person,
            window,
            end,
            rest,
            run,
            runs: rest + problem.classes.count * run,
            weekends: weekends + 1,
            units: units + 1,
            least,
            counted: [0; COUNTED],
            counted_len: 0,
            most: [0; COUNTED],
            noise: None,
        };
        for kind in 1..problem.kinds {
            let place = person * problem.kinds + kind;
            let here =
                line[frame.window.end..end].iter().filter(|&&cell| usize::from(cell) == kind).count() as u32;
            let fixed = u32::from(roster.counts[place]) - here;
            let left = problem.max_shifts[place].checked_sub(fixed)?;
            let possible = (frame.units - 1) as u32 * unit / problem.minutes[kind].max(1);
            if left > 0
                && left < possible.min((end - frame.window.start) as u32)
                && frame.counted_len < COUNTED
            {
                frame.counted[frame.counted_len] = kind as u8;
                frame.most[frame.counted_len] = left.min(255) as u8;
                frame.counted_len += 1;
            }
        }
        Some(frame)
    }

    fn size(&self) -> usize {
        self.units * self.weekends * self.runs
    }

    /// The state of the run before the window.
    fn first_run(&self) -> usize {
        let line = self.problem.line(self.roster, self.person);
        let start = self.window.start;
        if start == 0 {
            return self.rest - 1;
        }
        let works = line[start - 1] > 0;
        let length = line[..start].iter().rev().take_while(|&&cell| (cell > 0) == works).count();
        if !works {
            return if length == start { self.rest - 1 } else { length.min(self.rest) - 1 };
        }
        let class = usize::from(self.problem.classes.of[usize::from(line[start - 1])]);
        self.rest + class * self.run + length.min(self.run) - 1
    }

    /// The cells that may be chosen on a day, with their prices.
    fn options(&mut self, day: usize, options: &mut Vec<Candidate>) {
        let Self { problem, roster, person, .. } = *self;
        options.clear();
        let mut add = |cell: u8, price: i64| {
            let kind = usize::from(cell);
            let place = self.counted[..self.counted_len].iter().position(|&counted| counted == cell);
            let class = problem.classes.of[kind];
            let units = (problem.minutes[kind] / problem.classes.unit) as u16;
            let counted = place.map(|place| place as u8);
            options.push(Candidate { cell, class, units, counted, price: price as i32 });
        };
        if !self.window.contains(&day) {
            return add(problem.line(roster, person)[day], 0);
        }
        for cell in 0..problem.kinds as u8 {
            let own = problem.cell_cost(person, day, cell);
            let most = problem.max_shifts[person * problem.kinds + usize::from(cell)];
            if own >= HARD / 2 || most == 0 {
                continue;
            }
            let mut price = own + if cell == 0 { 0 } else { problem.joining(roster, day, cell) };
            if let Some((noise, random)) = &mut self.noise
                && *noise > 0
            {
                price += i64::from(random.random_range(0..=*noise));
            }
            add(cell, price);
        }
        // Of kinds that are alike, the cheapest is enough, if they are not counted.
        let alike = &problem.classes.alike;
        let mut place = 0;
        while place < options.len() {
            let here = options[place];
            let better = |other: &Candidate| {
                other.counted.is_none()
                    && alike[usize::from(other.cell)] == alike[usize::from(here.cell)]
                    && (other.price, other.cell) < (here.price, here.cell)
            };
            if here.cell > 0 && options.iter().any(|other| other.cell > 0 && better(other)) {
                options.remove(place);
            } else {
                place += 1;
            }
        }
    }

    fn run(&mut self, lines: &mut Lines) -> bool {
        let size = self.size();
        let days = self.end - self.window.start;
        if size > 4_000_000 || size * days > 100_000_000 {
            return false;
        }
        let none = Label { cost: NONE, counts: 0 };
        lines.layer.clear();
        lines.layer.resize(size, none);
        lines.next.clear();
        lines.next.resize(size, none);
        if lines.steps.len() < size * days {
            lines.steps.resize(size * days, (0, 0));
        }
        lines.layer[self.first_run()] = Label { cost: 0, counts: 0 };
        let mut options = std::mem::take(&mut lines.options);
        let mut states = std::mem::take(&mut lines.states);
        self.states(&mut states);
        let longest = (self.problem.limits[self.person].longest / self.problem.classes.unit) as usize;
        let (stride, mut top) = (self.weekends * self.runs, 0_usize);
        for (step, day) in (self.window.start..self.end).enumerate() {
            self.options(day, &mut options);
            let left = (self.end - day) * longest;
            let low = self.least.saturating_sub(left);
            let steps = &mut lines.steps[step * size..(step + 1) * size];
            let weekend = self.problem.weekend_at(day);
            for units in low..=top {
                for weekends in 0..self.weekends {
                    let base = (units * self.weekends + weekends) * self.runs;
                    for (run, state) in states.iter().enumerate() {
                        let label = lines.layer[base + run];
                        if label.cost == NONE {
                            continue;
                        }
                        lines.work += options.len() as u64;
                        // A run that began on the first day is long enough.
                        let whole = state.whole || state.works && state.length == day;
                        let counts = weekend.is_some_and(|(first, _)| !(state.works && first < day));
                        let from = From {
                            place: base + run,
                            base,
                            units,
                            weekends: weekends + usize::from(counts),
                            whole,
                        };
                        self.extend(from, *state, label, &options, &mut lines.next, steps);
                    }
                }
            }
            // Eight places that are looked at cost about as much as an option of a label.
            lines.work += ((top + 1) * stride / 8) as u64;
            lines.layer[..(top + 1) * stride].fill(none);
            std::mem::swap(&mut lines.layer, &mut lines.next);
            top = (top + longest).min(self.units - 1);
        }
        (lines.options, lines.states) = (options, states);
        let last = lines.layer[self.least * stride..].iter().enumerate().min_by_key(|(_, label)| label.cost);
        let Some((place, _)) = last.filter(|(_, label)| label.cost != NONE) else { return false };
        let mut place = (self.least * stride + place) as u32;
        lines.found.clear();
        for step in (0..days).rev() {
            let (before, cell) = lines.steps[step * size + place as usize];
            if step < self.window.len() {
                lines.found.push(cell);
            }
            place = before;
        }
        lines.found.reverse();
        true
    }

    /// What each state of a run is.
    fn states(&self, states: &mut Vec<State>) {
        let Self { problem, rest, run, .. } = *self;
        let min_run = problem.limits[self.person].min_run as usize;
        states.clear();
        states.extend((1..=rest).map(|length| State { works: false, whole: length >= rest, row: 0, length }));
        for class in 0..problem.classes.count {
            let state = |length: usize| State {
                works: true,
                whole: length >= min_run,
                row: class * problem.kinds,
                length,
            };
            states.extend((1..=run).map(state));
        }
    }

    #[inline]
    fn extend(
        &self,
        from: From,
        state: State,
        label: Label,
        options: &[Candidate],
        next: &mut [Label],
        steps: &mut [(u32, u8)],
    ) {
        for option in options {
            let to = if option.cell == 0 {
                if state.works && !from.whole {
                    continue;
                }
                from.base + if state.works { 0 } else { state.length.min(self.rest - 1) }
            } else {
                let allowed = match state.works {
                    true => {
                        state.length < self.run
                            && self.problem.classes.allowed[state.row + usize::from(option.cell)]
                    }
                    false => from.whole,
                };
                let units = from.units + usize::from(option.units);
                if !allowed || from.weekends >= self.weekends || units >= self.units {
                    continue;
                }
                let length = if state.works { state.length } else { 0 };
                let run = self.rest + usize::from(option.class) * self.run + length;
                (units * self.weekends + from.weekends) * self.runs + run
            };
            let cost = label.cost + option.price;
            if cost >= next[to].cost {
                continue;
            }
            let mut counts = label.counts;
            if let Some(counted) = option.counted {
                let bits = 8 * u32::from(counted);
                if (counts >> bits & 255) as u8 >= self.most[usize::from(counted)] {
                    continue;
                }
                counts += 1 << bits;
            }
            next[to] = Label { cost, counts };
            steps[to] = (from.place as u32, option.cell);
        }
    }
}
