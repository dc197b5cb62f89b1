//! The best line of a person within a window of days, by dynamic programming, while everyone else stays.
//!
//! A label is a prefix of the line. What its continuation depends on is its state: the run of work (with what may follow the
//! last shift) or of rest, the weekends, and the minutes; of each state the cheapest prefix is kept. Labels with the same run
//! and weekends are a row, ordered by minutes, so that a choice of a shift relaxes whole rows without branches. All layers are
//! kept, and the line is read from the last one backwards.
//!
//! Shifts of which a person may only have a few are counted along the label, so that lines are always legal; the line is the
//! best one wherever these limits do not bind. Days after the window keep their cells, and are followed until the runs there
//! are whole.

use crate::roster::{Roster, Rostering};
use std::ops::Range;
use unstuck_core::random::{RngExt, Stream};

/// The cost of no label: more than any line costs, and far enough from the largest number to add a price.
const NONE: i32 = 1_000_000_000;
/// Most limited kinds that are counted along a label, a byte each.
const COUNTED: usize = 4;
/// A byte starts so far below this bit as shifts of the kind are left.
const FULL: u32 = 0x8080_8080;
/// Most classes of shifts by what may follow.
const MAX_CLASSES: usize = 32;
/// Most labels of a layer, and of all layers.
const MAX_LAYER: usize = 4_000_000;
const MAX_LABELS: usize = 50_000_000;
/// Work of a row that is relaxed, in labels.
const ROW: u64 = 24;
/// Labels that are emptied for a new layer in the time in which one is relaxed.
const EMPTIED: u64 = 6;

/// The run at the end of a label.
#[derive(Debug, Clone, Copy)]
struct State {
    works: bool,
    /// Whether it is long enough to end.
    whole: bool,
    /// Where the classes' table of what may follow begins.
    allowed: usize,
    length: usize,
}

/// A cell that may be chosen on a day.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    cell: u8,
    class: u8,
    units: usize,
    /// What it adds to the counts of limited kinds.
    count: u32,
    /// At least 0: the cheapest of the day costs nothing.
    price: i32,
}

/// Buffers.
#[derive(Debug, Default)]
pub struct Lines {
    /// The labels of all layers: by day, run, weekends and units of minutes.
    costs: Vec<i32>,
    counts: Vec<u32>,
    /// Rows that may have labels, of the present layer and of the next.
    live: [Vec<bool>; 2],
    /// The candidates of all days, and where those of each day end.
    candidates: Vec<Candidate>,
    ends: Vec<usize>,
    states: Vec<State>,
    /// The line that was found, for the days of the window.
    pub(crate) found: Vec<u8>,
    /// Labels that were relaxed: what the effort is counted in.
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
        let Some(frame) = Frame::new(self, roster, person, window) else { return false };
        frame.candidates(lines, noise);
        frame.states(&mut lines.states);
        frame.relax(lines) && frame.read(lines)
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
    /// Lengths of rest and of work that differ.
    rest: usize,
    run: usize,
    /// States of runs.
    runs: usize,
    /// Weekends with work, and units of minutes, that a label can have; with none of them.
    weekends: usize,
    units: usize,
    /// Units that the line needs at least, and of the longest shift.
    least: usize,
    longest: usize,
    /// The kinds that are counted, and the counts of the first label.
    counted: [u8; COUNTED],
    first_counts: u32,
}

impl<'a> Frame<'a> {
    fn new(problem: &'a Rostering, roster: &'a Roster, person: usize, window: Range<usize>) -> Option<Self> {
        let limits = &problem.limits[person];
        let line = problem.line(roster, person);
        let end = followed(problem, line, window.end);
        let minutes: u32 =
            line[window.start..end].iter().map(|&cell| problem.minutes[usize::from(cell)]).sum();
        let fixed_minutes = roster.minutes[person] - minutes;
        let fixed_weekends = problem.weekends.iter().filter(|&&(first, last)| {
            (first..=last).any(|day| !(window.start..end).contains(&day) && line[day] > 0)
        });
        let unit = problem.classes.unit;
        let longest = (limits.longest / unit) as usize;
        let units = (limits.max_minutes.checked_sub(fixed_minutes)? / unit) as usize;
        let units = units.min(longest * (end - window.start));
        let weekends = (limits.max_weekends as usize).checked_sub(fixed_weekends.count())?;
        let weekends = weekends.min(problem.weekends.len());
        let least = (limits.min_minutes.saturating_sub(fixed_minutes)).div_ceil(unit) as usize;
        let (rest, run) = (limits.min_rest.max(1) as usize, (limits.max_run as usize).min(problem.days));
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
            longest,
            counted: [0; COUNTED],
            first_counts: 0,
        };
        frame.count()?;
        let (layer, days) = (frame.layer(), end - frame.window.start);
        (layer <= MAX_LAYER && layer * (days + 1) <= MAX_LABELS).then_some(frame)
    }

    /// Chooses the kinds to count: those of which fewest are left. None if there are too many of a kind already.
    fn count(&mut self) -> Option<()> {
        let Self { problem, person, .. } = *self;
        let line = problem.line(self.roster, person);
        let mut scarce: Vec<(u32, u8)> = Vec::new();
        for kind in 1..problem.kinds {
            let place = person * problem.kinds + kind;
            let after = line[self.window.end..self.end].iter().filter(|&&cell| usize::from(cell) == kind);
            let fixed = u32::from(self.roster.counts[place]) - after.count() as u32;
            let left = problem.max_shifts[place].checked_sub(fixed)?;
            let possible = (self.units - 1) as u32 * problem.classes.unit / problem.minutes[kind].max(1);
            if problem.max_shifts[place] > 0
                && left < possible.min((self.end - self.window.start) as u32).min(128)
            {
                scarce.push((left, kind as u8));
            }
        }
        scarce.sort_unstable();
        for (place, &(left, kind)) in scarce.iter().take(COUNTED).enumerate() {
            self.counted[place] = kind;
            self.first_counts |= (127 - left) << (8 * place);
        }
        Some(())
    }

    fn is_counting(&self) -> bool {
        self.counted[0] > 0
    }

    /// Labels of a layer.
    fn layer(&self) -> usize {
        self.runs * self.weekends * self.units
    }

    /// Units of so many days at most.
    fn most_units(&self, days: usize) -> usize {
        let cycle = self.run + self.rest;
        self.longest * (days / cycle * self.run + (days % cycle).min(self.run))
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

    /// The cells that may be chosen on each day, with their prices.
    fn candidates(&self, lines: &mut Lines, mut noise: Option<(i32, &mut Stream)>) {
        let Self { problem, roster, person, .. } = *self;
        let Lines { candidates, ends, .. } = lines;
        candidates.clear();
        ends.clear();
        for day in self.window.start..self.end {
            let start = candidates.len();
            let mut add = |cell: u8, price: i64| {
                let kind = usize::from(cell);
                let counted = self.counted.iter().position(|&counted| counted == cell && cell > 0);
                let one = Candidate {
                    cell,
                    class: problem.classes.of[kind],
                    units: (problem.minutes[kind] / problem.classes.unit) as usize,
                    count: counted.map_or(0, |place| 1 << (8 * place)),
                    price: price as i32,
                };
                // Of kinds that are alike, the cheapest is enough, if they are not counted.
                let alike = &problem.classes.alike;
                let same = candidates[start..].iter_mut().find(|other: &&mut Candidate| {
                    one.count == 0
                        && other.count == 0
                        && cell > 0
                        && alike[usize::from(other.cell)] == alike[kind]
                });
                match same {
                    Some(same) if one.price < same.price => *same = one,
                    Some(_) => {}
                    None => candidates.push(one),
                }
            };
            if self.window.contains(&day) {
                for cell in 0..problem.kinds as u8 {
                    if !problem.may(person, day, cell) {
                        continue;
                    }
                    let cover = if cell == 0 { 0 } else { problem.joining(roster, day, cell) };
                    let extra = match &mut noise {
                        Some((noise, random)) if *noise > 0 => random.random_range(0..=*noise),
                        _ => 0,
                    };
                    add(cell, problem.cell_cost(person, day, cell) + cover + i64::from(extra));
                }
            } else {
                add(problem.line(roster, person)[day], 0);
            }
            let cheapest = candidates[start..].iter().map(|one| one.price).min().unwrap_or(0);
            candidates[start..].iter_mut().for_each(|one| one.price -= cheapest);
            ends.push(candidates.len());
        }
    }

    /// What each state of a run is.
    fn states(&self, states: &mut Vec<State>) {
        let Self { problem, rest, run, .. } = *self;
        let min_run = problem.limits[self.person].min_run as usize;
        states.clear();
        states.extend((1..=rest).map(|length| State {
            works: false,
            whole: length >= rest,
            allowed: 0,
            length,
        }));
        for class in 0..problem.classes.count {
            let state = |length: usize| State {
                works: true,
                whole: length >= min_run,
                allowed: class * problem.kinds,
                length,
            };
            states.extend((1..=run).map(state));
        }
    }

    /// The state after a cell on a day, if the cell may follow.
    #[inline]
    fn follow(&self, state: State, day: usize, one: &Candidate) -> Option<usize> {
        // A run that began on the first day is long enough.
        let whole = state.whole || state.works && state.length == day;
        match (one.cell > 0, state.works) {
            (false, true) => whole.then_some(0),
            (false, false) => Some(state.length.min(self.rest - 1)),
            (true, false) => whole.then_some(self.rest + usize::from(one.class) * self.run),
            (true, true) => {
                let allowed = self.problem.classes.allowed[state.allowed + usize::from(one.cell)];
                (allowed && state.length < self.run)
                    .then_some(self.rest + usize::from(one.class) * self.run + state.length)
            }
        }
    }

    /// Whether a shift on a day begins another weekend with work.
    #[inline]
    fn begins_weekend(&self, state: State, day: usize) -> usize {
        let weekend = self.problem.weekend_at(day);
        usize::from(weekend.is_some_and(|(first, _)| !(state.works && first < day)))
    }

    /// Fills the layers. Returns whether there is a line.
    fn relax(&self, lines: &mut Lines) -> bool {
        let (layer, days) = (self.layer(), self.end - self.window.start);
        if lines.costs.len() < layer * (days + 1) {
            lines.costs.resize(layer * (days + 1), NONE);
            lines.counts.resize(layer * (days + 1), 0);
        }
        let [live, next_live] = &mut lines.live;
        live.clear();
        live.resize(self.runs * self.weekends, false);
        let first = self.first_run() * self.weekends;
        live[first] = true;
        lines.costs[..layer].fill(NONE);
        lines.costs[first * self.units] = 0;
        lines.counts[first * self.units] = self.first_counts;
        let (mut low, mut top, mut begin) = (0, 0, 0);
        for (step, day) in (self.window.start..self.end).enumerate() {
            let (costs, next_costs) = lines.costs[step * layer..(step + 2) * layer].split_at_mut(layer);
            let (counts, next_counts) = lines.counts[step * layer..(step + 2) * layer].split_at_mut(layer);
            next_costs.fill(NONE);
            next_live.clear();
            next_live.resize(live.len(), false);
            lines.work += layer as u64 / EMPTIED;
            // Labels with fewer units cannot get as many as they need.
            let next_low = self.least.saturating_sub(self.most_units(self.end - day - 1));
            for (run, &state) in lines.states.iter().enumerate() {
                let rows = run * self.weekends..(run + 1) * self.weekends;
                if !live[rows.clone()].contains(&true) {
                    continue;
                }
                for one in &lines.candidates[begin..lines.ends[step]] {
                    let Some(next) = self.follow(state, day, one) else { continue };
                    let more = if one.cell > 0 { self.begins_weekend(state, day) } else { 0 };
                    let from = next_low.saturating_sub(one.units).max(low);
                    let until = (top + 1).min(self.units.saturating_sub(one.units));
                    if from >= until {
                        continue;
                    }
                    for row in (rows.start..rows.end - more).filter(|&row| live[row]) {
                        let target = next * self.weekends + row - rows.start + more;
                        next_live[target] = true;
                        lines.work += ROW + (until - from) as u64;
                        let source = row * self.units + from..row * self.units + until;
                        let start = target * self.units + from + one.units;
                        let place = start..start + until - from;
                        if self.is_counting() {
                            relax_counted(
                                (&costs[source.clone()], &counts[source]),
                                (&mut next_costs[place.clone()], &mut next_counts[place]),
                                one,
                            );
                        } else {
                            relax(&costs[source], &mut next_costs[place], one.price);
                        }
                    }
                }
            }
            std::mem::swap(live, next_live);
            (low, top, begin) = (next_low, (top + self.longest).min(self.units - 1), lines.ends[step]);
        }
        true
    }

    /// Reads the cheapest line from the last layer backwards. Returns whether there is one.
    fn read(&self, lines: &mut Lines) -> bool {
        let (layer, days) = (self.layer(), self.end - self.window.start);
        let last = lines.costs[days * layer..(days + 1) * layer].iter().enumerate();
        let last = last.filter(|(place, _)| place % self.units >= self.least);
        let Some((mut place, _)) = last.min_by_key(|(_, cost)| **cost).filter(|(_, cost)| **cost < NONE)
        else {
            return false;
        };
        lines.found.clear();
        for step in (0..days).rev() {
            let Some((before, cell)) = self.before(lines, step, place) else { return false };
            if step < self.window.len() {
                lines.found.push(cell);
            }
            place = before;
        }
        lines.found.reverse();
        true
    }

    /// A label of the layer before, and the cell that leads from it to a label.
    fn before(&self, lines: &Lines, step: usize, place: usize) -> Option<(usize, u8)> {
        let (layer, day) = (self.layer(), self.window.start + step);
        let (row, units) = (place / self.units, place % self.units);
        let (run, weekends) = (row / self.weekends, row % self.weekends);
        let label = (step + 1) * layer + place;
        let begin = step.checked_sub(1).map_or(0, |before| lines.ends[before]);
        for one in lines.candidates[begin..lines.ends[step]].iter().filter(|one| one.units <= units) {
            for (from, &state) in lines.states.iter().enumerate() {
                if self.follow(state, day, one) != Some(run) {
                    continue;
                }
                let more = if one.cell > 0 { self.begins_weekend(state, day) } else { 0 };
                if more > weekends {
                    continue;
                }
                let place = (from * self.weekends + weekends - more) * self.units + units - one.units;
                let source = step * layer + place;
                let same_counts = !self.is_counting()
                    || lines.counts[source].wrapping_add(one.count) == lines.counts[label];
                if same_counts && lines.costs[source] + one.price == lines.costs[label] {
                    return Some((place, one.cell));
                }
            }
        }
        None
    }
}

/// The first day after a window that need not be followed: the run there is whole, and so is its weekend.
fn followed(problem: &Rostering, line: &[u8], mut end: usize) -> usize {
    if end >= line.len() {
        return end;
    }
    let works = line[end] > 0;
    end += line[end..].iter().take_while(|&&cell| (cell > 0) == works).count();
    end = (end + 1).min(line.len());
    match problem.weekends.get(problem.weekend_from[end - 1]) {
        Some(&(first, last)) if first < end => end.max(last + 1),
        _ => end,
    }
}

/// Extends a row of labels by a cell that costs something.
#[inline]
fn relax(from: &[i32], to: &mut [i32], price: i32) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to = (*to).min(from + price);
    }
}

/// The same for labels with counts; those beyond a limit are dropped.
#[inline]
fn relax_counted(
    (costs, counts): (&[i32], &[u32]),
    (to, to_counts): (&mut [i32], &mut [u32]),
    one: &Candidate,
) {
    let places = to.iter_mut().zip(to_counts).zip(costs.iter().zip(counts));
    for ((to, to_count), (&cost, &count)) in places {
        let count = count.wrapping_add(one.count);
        let cost = if count & FULL == 0 { cost + one.price } else { NONE };
        let better = cost < *to;
        *to = if better { cost } else { *to };
        *to_count = if better { count } else { *to_count };
    }
}
