//! Rosters as solutions of an optimisation problem: their cost, their text, their validator.
//!
//! The text of a roster is CSV: a header `person,Mon 1,Tue 2,…`, then a row for each person with the names of the shifts;
//! the cells of days off are empty or `-`. Calendars are read as well, and written where they are asked for.

use crate::heuristics::Scratch;
use crate::roster::{HARD, Roster, Rostering, unpack};
use crate::{csv, output, validate};
use unstuck_core::error::ParseError;
use unstuck_core::optimisation::{Cost, Optimisation, Prices};

impl Optimisation for Rostering {
    type Solution = Roster;
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        Scratch::default()
    }
    fn cost(&self, roster: &Roster) -> Cost {
        unpack(self.packed_cost(roster))
    }
    fn lower_bound(&self) -> Option<Cost> {
        Some(Cost::soft(self.bound))
    }
    fn write(&self, roster: &Roster, out: &mut String) {
        match self.calendars {
            true => output::calendars(&self.ward, &roster.cells, out),
            false => output::csv(&self.ward, &roster.cells, out),
        }
    }
    fn read(&self, text: &str) -> Result<Roster, ParseError> {
        let cells = match text.trim_start().starts_with(output::CALENDAR) {
            true => output::read_calendars(&self.ward, text.trim_start())?,
            false => csv::cells(&self.ward, csv::rows(text))?,
        };
        Ok(self.roster(cells))
    }
    fn validate(&self, text: &str) -> Result<Cost, String> {
        let checked = validate::validate(&self.given, text)?;
        Ok(Cost { hard: checked.hard(), soft: checked.total() })
    }
    fn prices(&self) -> Prices {
        Prices { step: 110, choice: 46, proposal: 370, apply: 500, element: 50 }
    }
}

/// What a rule contributes to the cost of a roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Component {
    /// Its short name.
    pub name: &'static str,
    /// Who, if the rule is about a person.
    pub person: Option<usize>,
    /// The day, or the first day of the run; `None` for sums over the horizon.
    pub day: Option<usize>,
    /// The shift, if the rule is about one.
    pub shift: Option<usize>,
    /// What it costs.
    pub cost: Cost,
}

impl Rostering {
    /// The weight of a violation where a walk may pass through rosters that break rules.
    pub fn violation_weight(&self) -> f64 {
        60.0
    }

    /// Everything that costs something, by person, then by day; the sum is the cost.
    pub fn costs(&self, roster: &Roster) -> Vec<Component> {
        let mut all = Vec::new();
        for person in 0..self.people() {
            self.line_components(roster, person, &mut all);
        }
        for row in &self.ward.cover {
            let present = u32::from(roster.present[row.day * self.kinds + row.shift + 1]);
            let missing = i64::from(row.need.saturating_sub(present)) * i64::from(row.under);
            let extra = i64::from(present.saturating_sub(row.need)) * i64::from(row.over);
            for (name, cost) in [("cover-under", missing), ("cover-over", extra)] {
                let (day, shift) = (Some(row.day), Some(row.shift));
                all.push(Component { name, person: None, day, shift, cost: Cost::soft(cost) });
            }
        }
        all.retain(|component| component.cost != Cost::default());
        all
    }

    fn line_components(&self, roster: &Roster, person: usize, all: &mut Vec<Component>) {
        let line = self.line(roster, person);
        let limits = &self.limits[person];
        let mut add = |name: &'static str, day: Option<usize>, shift: Option<usize>, cost: Cost| {
            all.push(Component { name, person: Some(person), day, shift, cost });
        };
        let hard = |count: u32| Cost { hard: count.into(), soft: 0 };
        for &day in self.ward.people[person].days_off.iter().filter(|&&day| line[day] > 0) {
            add("day-off", Some(day), None, hard(1));
        }
        for (day, pair) in line.windows(2).enumerate() {
            let forbidden = (self.succession(pair[0], pair[1]) / HARD) as u32;
            add("forbidden-succession", Some(day + 1), usize::from(pair[1]).checked_sub(1), hard(forbidden));
        }
        for kind in 1..self.kinds {
            let place = person * self.kinds + kind;
            let excess = u32::from(roster.counts[place]).saturating_sub(self.max_shifts[place]);
            add("max-shifts", None, Some(kind - 1), hard(excess));
        }
        let minutes = roster.minutes[person];
        let units = |excess: u32| hard(excess.div_ceil(limits.longest));
        add("max-minutes", None, None, units(minutes.saturating_sub(limits.max_minutes)));
        add("min-minutes", None, None, units(limits.min_minutes.saturating_sub(minutes)));
        let mut start = 0;
        for end in 1..=self.days {
            if end < self.days && (line[end] > 0) == (line[start] > 0) {
                continue;
            }
            let (length, inner) = ((end - start) as u32, start > 0 && end < self.days);
            let short = |fewest: u32| hard(if inner { fewest.saturating_sub(length) } else { 0 });
            if line[start] > 0 {
                add("max-consecutive", Some(start), None, hard(length.saturating_sub(limits.max_run)));
                add("min-consecutive", Some(start), None, short(limits.min_run));
            } else {
                add("min-days-off", Some(start), None, short(limits.min_rest));
            }
            start = end;
        }
        add("max-weekends", None, None, hard(roster.weekends[person].saturating_sub(limits.max_weekends)));
        for request in self.ward.requests.iter().filter(|request| request.person == person) {
            let has = usize::from(line[request.day]) == request.shift + 1;
            let (name, unmet) = if request.on { ("shift-on", !has) } else { ("shift-off", has) };
            if unmet {
                add(name, Some(request.day), Some(request.shift), Cost::soft(request.weight.into()));
            }
        }
        if let Some(kept) = &self.ward.kept {
            let before = &kept.cells[person * self.days..(person + 1) * self.days];
            for day in (0..self.days).filter(|&day| before[day] != line[day]) {
                add("passed", Some(day), None, hard(u32::from(day < self.given.frozen())));
                add("changed", Some(day), None, Cost::soft(kept.weight.into()));
            }
        }
    }
}
