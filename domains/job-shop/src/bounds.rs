//! Lower bounds: the longest job, and machines with heads and tails.

use crate::shop::{Objective, Shop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No schedule costs less. Set-up times do not count.
pub fn lower_bound(shop: &Shop) -> i64 {
    let alone = shop.total(|job| {
        let Range { release, work } = range(shop, job);
        release + work
    });
    match shop.objective {
        Objective::Makespan if shop.counted.len() == shop.jobs().len() => alone.max(machines(shop)),
        _ => alone,
    }
}

struct Range {
    release: u32,
    work: u32,
}

fn range(shop: &Shop, job: u32) -> Range {
    let job = &shop.jobs()[job as usize];
    Range { release: job.release, work: job.work() as u32 }
}

/// The greatest of the [one-machine bounds](one_machine).
pub fn machines(shop: &Shop) -> i64 {
    let mut machines: Vec<Vec<Task>> = vec![Vec::new(); shop.machines() as usize];
    for job in 0..shop.jobs().len() as u32 {
        let Range { release: mut head, work: mut tail } = range(shop, job);
        for number in shop.route(job) {
            let operation = &shop.operations()[number as usize];
            tail -= operation.time;
            machines[operation.machine as usize].push(Task { head, time: operation.time, tail });
            head += operation.time;
        }
    }
    machines.iter_mut().map(|tasks| i64::from(one_machine(tasks))).max().unwrap_or(0)
}

/// An operation of a machine on which nothing else is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// It cannot start earlier.
    pub head: u32,
    /// How long it takes.
    pub time: u32,
    /// How long it takes from its end to the end of the schedule, at least.
    pub tail: u32,
}

/// The makespan of a machine whose operations may be interrupted: always the one with the longest tail is processed (Jackson's
/// rule).
pub fn one_machine(tasks: &mut [Task]) -> u32 {
    tasks.sort_unstable_by_key(|task| (task.head, Reverse(task.tail), task.time));
    let mut waiting: BinaryHeap<(u32, u32)> = BinaryHeap::new();
    let (mut now, mut end, mut next) = (0, 0, 0);
    while next < tasks.len() || !waiting.is_empty() {
        if waiting.is_empty() {
            now = now.max(tasks[next].head);
        }
        while let Some(task) = tasks.get(next).filter(|task| task.head <= now) {
            waiting.push((task.tail, task.time));
            next += 1;
        }
        if let Some((tail, time)) = waiting.pop() {
            let until = tasks.get(next).map_or(u32::MAX, |task| task.head);
            let part = time.min(until - now);
            now += part;
            match time - part {
                0 => end = end.max(now + tail),
                rest => waiting.push((tail, rest)),
            }
        }
    }
    end
}
