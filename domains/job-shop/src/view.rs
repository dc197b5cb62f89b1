//! What people see of an instance and of a schedule: a Gantt chart, and the parts of the cost.

use crate::partial::{Choice, Partial};
use crate::problem::JobShop;
use crate::schedule::{Bar, Schedule};
use crate::shop::{NEVER, Objective};
use crate::text;
use serde::Serialize;
use unstuck_core::optimisation::{Component, Construction, Cost, Presented};
use unstuck_core::puzzle::{Picture, Piece, Tint};
use unstuck_core::view::Board;

/// The data of a board of kind `gantt`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GanttBoard {
    /// Number of machines.
    pub machines: u32,
    /// The jobs.
    pub jobs: Vec<JobRow>,
    /// The operations of each machine in their order; none before anything is scheduled.
    pub bars: Vec<Vec<Bar>>,
}

/// A job of a [`GanttBoard`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JobRow {
    /// Machine and time of each operation.
    pub route: Vec<(u32, u32)>,
    /// When it is released.
    pub release: u32,
    /// When it should be complete, if it is due.
    pub due: Option<u32>,
    /// Its weight.
    pub weight: u32,
}

/// Machines that a terminal shows, and the columns of a chart.
const ROWS: usize = 30;
const COLUMNS: u64 = 90;

fn faint(text: String) -> Piece {
    Piece { text, tint: Tint::Faint }
}

/// The operations of a machine in a chart that ends at a time: each with the number of its job, if there is room.
fn chart_row(machine: usize, bars: &[Bar], end: u32) -> Vec<Piece> {
    let column = |time: u32| (u64::from(time) * COLUMNS / u64::from(end.max(1))) as usize;
    let (mut row, mut at) = (vec![faint(format!("{machine:>3} "))], 0);
    for bar in bars {
        let (from, to) = (column(bar.start).max(at), column(bar.end));
        if to > from {
            row.push(faint("·".repeat(from - at)));
            let (number, line) = (bar.job.to_string(), if bar.critical { "═" } else { "─" });
            let number = if number.len() <= to - from { number } else { String::new() };
            let text = format!("{number}{}", line.repeat(to - from - number.len()));
            row.push(Piece { text, tint: Tint::Hue(bar.job as u8) });
            at = to;
        }
    }
    row.push(faint("·".repeat((COLUMNS as usize).saturating_sub(at))));
    row
}

impl<const ONLINE: bool> JobShop<ONLINE> {
    /// The makespan by the operations of a critical path, in the order of time.
    fn critical_path(&self, schedule: &Schedule) -> Vec<Component> {
        let shop = self.shop();
        let Some(last) = self.critical_job(schedule, None) else { return Vec::new() };
        let mut path = Vec::new();
        schedule.trace(shop, shop.route(last).end - 1, &mut path, || true);
        let (mut parts, mut now) = (Vec::new(), 0);
        for &operation in path.iter().rev() {
            let (start, end) = (schedule.start(shop, operation), schedule.end(operation));
            let fixed = &shop.operations()[operation as usize];
            if start > now {
                let name =
                    format!("before job {} on machine {}: release or set-up", fixed.job, fixed.machine);
                parts.push(Component { name, cost: Cost::soft((start - now).into()) });
            }
            let name = format!("job {} on machine {} from {start} to {end}", fixed.job, fixed.machine);
            parts.push(Component { name, cost: Cost::soft(fixed.time.into()) });
            now = end;
        }
        parts
    }
}

impl<const ONLINE: bool> Presented for JobShop<ONLINE> {
    fn text(&self) -> String {
        text::line(self.shop())
    }

    fn size(&self) -> usize {
        self.shop().operations().len()
    }

    fn best_known(&self) -> Option<Cost> {
        self.shop().best_known.map(Cost::soft)
    }

    fn picture(&self, solution: Option<&Schedule>) -> Picture {
        let (shop, jobs) = (self.shop(), self.shop().jobs().len());
        let kind = if self.is_flow_shop() { ", one route" } else { "" };
        let mut rows = vec![vec![faint(format!("{jobs} jobs, {} machines{kind}", shop.machines()))]];
        if let Some(schedule) = solution {
            let bars = schedule.gantt(shop);
            let end = bars.iter().flatten().map(|bar| bar.end).max().unwrap_or(0);
            let shown = bars.iter().enumerate().take(ROWS);
            rows.extend(shown.map(|(machine, bars)| chart_row(machine, bars, end)));
            if bars.len() > ROWS {
                rows.push(vec![faint(format!("and {} machines more", bars.len() - ROWS))]);
            }
            rows.push(vec![faint(format!("machines by row, from 0 to {end}; ═ on a critical path"))]);
        }
        Picture { rows }
    }

    fn view(&self, solution: Option<&Schedule>) -> Board {
        let shop = self.shop();
        let rows = shop.jobs().iter().map(|job| JobRow {
            route: job.route.clone(),
            release: job.release,
            due: (job.due != NEVER).then_some(job.due),
            weight: job.weight,
        });
        let bars = solution.map_or_else(Vec::new, |schedule| schedule.gantt(shop));
        Board::new("gantt", GanttBoard { machines: shop.machines(), jobs: rows.collect(), bars })
    }

    /// The construction is repeated, for the times.
    fn sketch(&self, partial: &Partial) -> Option<Board> {
        let (shop, mut again) = (self.shop(), Construction::start(self, &[]));
        let mut board = self.view(None).data::<GanttBoard>()?.clone();
        board.bars = vec![Vec::new(); shop.machines() as usize];
        for &operation in &partial.sequence {
            let fixed = &shop.operations()[operation as usize];
            let start = again.start(shop, fixed.job);
            again.extend(shop, Choice { job: fixed.job, start });
            board.bars[fixed.machine as usize].push(Bar {
                job: fixed.job,
                operation: operation - shop.route(fixed.job).start,
                setup: 0,
                start,
                end: start + fixed.time,
                critical: false,
            });
        }
        Some(Board::new("gantt", board))
    }

    /// Of the makespan the operations of a critical path, of sums over jobs the jobs that contribute.
    fn components(&self, schedule: &Schedule) -> Vec<Component> {
        let shop = self.shop();
        let what = match shop.objective {
            Objective::Makespan => return self.critical_path(schedule),
            Objective::Tardiness => "late by",
            Objective::FlowTime => "in the shop for",
        };
        let component = |number: u32| {
            let (job, end) = (&shop.jobs()[number as usize], schedule.completion(shop, number));
            let since = if shop.objective == Objective::Tardiness { job.due } else { job.release };
            let cost = shop.contribution(number, end);
            let time = end.saturating_sub(since);
            let name = format!("job {number}: complete at {end}, {what} {time}, weight {}", job.weight);
            (cost > 0).then_some(Component { name, cost: Cost::soft(cost) })
        };
        shop.counted.clone().filter_map(component).collect()
    }
}
