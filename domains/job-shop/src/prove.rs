//! Branch and bound for the makespan: pairs of operations are put into an order until every pair of a machine has one.
//!
//! Each operation has a head (it cannot start earlier) and a tail (the schedule cannot end earlier behind it). For a makespan
//! to reach, they raise each other: along jobs, by pairs of which only one order is possible, and by sets of operations of a
//! machine that must precede or follow another one (edge finding; Carlier and Pinson, 1989, in the form of Nuijten, 1994). The
//! pair with the least room is decided next.

use crate::problem::{Static, in_order};
use crate::rules;
use crate::schedule::Schedule;
use crate::shop::{Objective, Shop};
use unstuck_core::local_search::{ITERATED, Limits, Parameters, Solve, solve};

/// The result of a branch and bound.
#[derive(Debug, Clone)]
pub struct Proof {
    /// The best schedule.
    pub schedule: Schedule,
    /// Its makespan.
    pub makespan: i64,
    /// Whether no schedule has a smaller one.
    pub optimal: bool,
    /// Nodes of the search.
    pub nodes: u64,
}

/// Effort of the local search that finds the first schedule, for each operation.
const FIRST: u64 = 1_000_000;

/// Searches for a schedule with the least makespan, by at most so many nodes.
///
/// # Errors
///
/// The objective is not the makespan of all jobs, or there are set-up times.
pub fn prove(problem: &Static, limit: u64) -> Result<Proof, &'static str> {
    let shop = problem.shop();
    if shop.objective != Objective::Makespan || shop.counted.len() < shop.jobs().len() {
        return Err("branch and bound minimises the makespan of all jobs only");
    }
    if !shop.setups().is_empty() {
        return Err("branch and bound does not know set-up times");
    }
    let schedule = first(problem);
    let makespan = schedule.cost(shop);
    let mut search = Tree::new(shop, schedule, makespan);
    search.limit = limit;
    let mut root = search.root();
    // Whether the least makespan can be below that of the first schedule is asked from the bound on.
    let optimal =
        makespan <= problem.bound() || search.propagate(&mut root).is_none() || search.branch(&root);
    Ok(Proof { schedule: search.best, makespan: i64::from(search.makespan), optimal, nodes: search.nodes })
}

/// A good schedule, by iterated tabu search.
fn first(problem: &Static) -> Schedule {
    let found = rules::read(rules::REFERENCE).ok().and_then(|rules| {
        let parameters = Parameters::new(&ITERATED);
        let limits = Limits { effort: Some(FIRST * problem.shop().operations().len() as u64), seconds: None };
        solve(Solve {
            problem,
            rules: &rules,
            parameters: &parameters,
            seed: 1,
            limits,
            from: None,
            observer: &mut (),
        })
        .ok()
    });
    found.map_or_else(
        || {
            let every: Vec<u32> = (0..problem.shop().operations().len() as u32).collect();
            Schedule::of_sequence(problem.shop(), &every)
        },
        |found| found.solution,
    )
}

/// What is known at a node.
#[derive(Clone)]
struct Node {
    head: Vec<i32>,
    tail: Vec<i32>,
    /// By pair of operations of a machine: whether the first precedes the second.
    precedes: Vec<bool>,
}

struct Tree<'a> {
    shop: &'a Shop,
    time: Vec<i32>,
    /// The operations of each machine.
    machines: Vec<Vec<u32>>,
    /// The place of each operation in its machine, and where the pairs of the operation begin.
    rank: Vec<usize>,
    pairs: Vec<usize>,
    pair_count: usize,
    best: Schedule,
    makespan: i32,
    nodes: u64,
    limit: u64,
    sorted: Vec<u32>,
    raised: Vec<i32>,
    sums: Vec<i32>,
    spare: Vec<Node>,
}

impl<'a> Tree<'a> {
    fn new(shop: &'a Shop, best: Schedule, makespan: i64) -> Self {
        let count = shop.operations().len();
        let mut machines: Vec<Vec<u32>> = vec![Vec::new(); shop.machines() as usize];
        let mut rank = vec![0; count];
        for (number, operation) in shop.operations().iter().enumerate() {
            let machine = &mut machines[operation.machine as usize];
            rank[number] = machine.len();
            machine.push(number as u32);
        }
        let (mut pairs, mut pair_count) = (vec![0; count], 0);
        for machine in &machines {
            for &operation in machine {
                pairs[operation as usize] = pair_count;
                pair_count += machine.len();
            }
        }
        let time = shop.operations().iter().map(|operation| operation.time as i32).collect();
        Self {
            shop,
            time,
            machines,
            rank,
            pairs,
            pair_count,
            best,
            makespan: makespan as i32,
            nodes: 0,
            limit: 0,
            sorted: Vec::new(),
            raised: Vec::new(),
            sums: Vec::new(),
            spare: Vec::new(),
        }
    }

    fn root(&self) -> Node {
        let count = self.time.len();
        let ready = |operation: usize| self.shop.operations()[operation].ready as i32;
        Node {
            head: (0..count).map(ready).collect(),
            tail: vec![0; count],
            precedes: vec![false; self.pair_count],
        }
    }

    #[inline]
    fn pair(&self, first: u32, second: u32) -> usize {
        self.pairs[first as usize] + self.rank[second as usize]
    }

    /// Raises heads and tails until nothing changes. `None` if no schedule is shorter than the best one.
    fn propagate(&mut self, node: &mut Node) -> Option<()> {
        loop {
            let mut changed = self.along_jobs(node)?;
            for machine in 0..self.machines.len() {
                while self.in_pairs(node, machine)? {
                    changed = true;
                }
                let operations = std::mem::take(&mut self.machines[machine]);
                let (head, tail) = (&mut node.head, &mut node.tail);
                let heads = self.edge_find(&operations, head, tail);
                let tails = heads.and_then(|_| self.edge_find(&operations, tail, head));
                self.machines[machine] = operations;
                changed |= heads? | tails?;
            }
            if !changed {
                return Some(());
            }
        }
    }

    fn along_jobs(&self, node: &mut Node) -> Option<bool> {
        let mut changed = false;
        for job in 0..self.shop.jobs().len() as u32 {
            let route = self.shop.route(job);
            let mut ready = 0;
            for operation in route.clone().map(|operation| operation as usize) {
                changed |= node.head[operation] < ready;
                node.head[operation] = node.head[operation].max(ready);
                ready = node.head[operation] + self.time[operation];
            }
            let mut rest = 0;
            for operation in route.rev().map(|operation| operation as usize) {
                changed |= node.tail[operation] < rest;
                node.tail[operation] = node.tail[operation].max(rest);
                rest = node.tail[operation] + self.time[operation];
                if node.head[operation] + rest >= self.makespan {
                    return None;
                }
            }
        }
        Some(changed)
    }

    fn in_pairs(&self, node: &mut Node, machine: usize) -> Option<bool> {
        let mut changed = false;
        let operations = &self.machines[machine];
        for (place, &one) in operations.iter().enumerate() {
            for &other in &operations[place + 1..] {
                let (forth, back) = (self.pair(one, other), self.pair(other, one));
                let (a, b) = (one as usize, other as usize);
                if !node.precedes[forth] && !node.precedes[back] {
                    let both = self.time[a] + self.time[b];
                    let can = node.head[a] + both + node.tail[b] < self.makespan;
                    let can_back = node.head[b] + both + node.tail[a] < self.makespan;
                    if can && can_back {
                        continue;
                    }
                    if !can && !can_back {
                        return None;
                    }
                    node.precedes[if can { forth } else { back }] = true;
                }
                let (first, second) = if node.precedes[forth] { (a, b) } else { (b, a) };
                let (head, tail) =
                    (node.head[first] + self.time[first], node.tail[second] + self.time[second]);
                changed |= node.head[second] < head || node.tail[first] < tail;
                node.head[second] = node.head[second].max(head);
                node.tail[first] = node.tail[first].max(tail);
                if head + tail >= self.makespan {
                    return None;
                }
            }
        }
        Some(changed)
    }

    /// Raises heads of operations that must follow a set of others; with heads and tails exchanged, tails.
    fn edge_find(&mut self, operations: &[u32], head: &mut [i32], tail: &[i32]) -> Option<bool> {
        let Self { sorted, raised, sums, time, makespan, .. } = self;
        sorted.clear();
        sorted.extend_from_slice(operations);
        sorted.sort_unstable_by_key(|&operation| head[operation as usize]);
        raised.clear();
        raised.extend(sorted.iter().map(|&operation| head[operation as usize]));
        sums.clear();
        sums.resize(sorted.len(), 0);
        for &last in operations {
            let least_tail = tail[last as usize];
            let deadline = *makespan - 1 - least_tail;
            let (mut work, mut end) = (0, i32::MIN);
            for (place, &operation) in sorted.iter().enumerate().rev() {
                let here = operation as usize;
                if tail[here] >= least_tail {
                    work += time[here];
                    end = end.max(head[here] + work);
                    if end > deadline {
                        return None;
                    }
                }
                sums[place] = end;
            }
            let mut earlier = i32::MIN / 2;
            for (place, &operation) in sorted.iter().enumerate() {
                let here = operation as usize;
                if tail[here] >= least_tail {
                    earlier = earlier.max(head[here] + work);
                    work -= time[here];
                } else {
                    if head[here] + work + time[here] > deadline {
                        raised[place] = raised[place].max(sums[place]);
                    }
                    if earlier + time[here] > deadline {
                        raised[place] = raised[place].max(end);
                    }
                }
            }
        }
        let mut changed = false;
        for (&operation, &raised) in sorted.iter().zip(&*raised) {
            changed |= head[operation as usize] < raised;
            head[operation as usize] = raised;
        }
        Some(changed)
    }

    /// The pair without an order that has the least room, the order with more room first.
    fn next_pair(&self, node: &Node) -> Option<(u32, u32)> {
        let (mut chosen, mut least) = (None, f64::INFINITY);
        for operations in &self.machines {
            for (place, &one) in operations.iter().enumerate() {
                for &other in &operations[place + 1..] {
                    if node.precedes[self.pair(one, other)] || node.precedes[self.pair(other, one)] {
                        continue;
                    }
                    let (a, b) = (one as usize, other as usize);
                    let rest = self.makespan - self.time[a] - self.time[b];
                    let room = f64::from(rest - node.head[a] - node.tail[b]);
                    let room_back = f64::from(rest - node.head[b] - node.tail[a]);
                    let (small, large) = (room.min(room_back), room.max(room_back));
                    let value = small / (small / large).sqrt();
                    if value < least {
                        least = value;
                        chosen = Some(if room >= room_back { (one, other) } else { (other, one) });
                    }
                }
            }
        }
        chosen
    }

    /// Searches below a node. False if the limit was reached.
    fn branch(&mut self, node: &Node) -> bool {
        self.nodes += 1;
        if self.nodes > self.limit {
            return false;
        }
        let Some((one, other)) = self.next_pair(node) else {
            self.keep(node);
            return true;
        };
        for (first, second) in [(one, other), (other, one)] {
            let mut child = self.spare.pop().unwrap_or_else(|| node.clone());
            child.head.clone_from(&node.head);
            child.tail.clone_from(&node.tail);
            child.precedes.clone_from(&node.precedes);
            let pair = self.pair(first, second);
            child.precedes[pair] = true;
            let complete = self.propagate(&mut child).is_none() || self.branch(&child);
            self.spare.push(child);
            if !complete {
                return false;
            }
        }
        true
    }

    /// The schedule of a node at which all pairs have an order.
    fn keep(&mut self, node: &Node) {
        let mut machines = self.machines.clone();
        for machine in &mut machines {
            let count = machine.len();
            let later = |operation: u32| {
                let pairs = self.pairs[operation as usize];
                node.precedes[pairs..pairs + count].iter().filter(|&&precedes| precedes).count()
            };
            machine.sort_by_key(|&operation| std::cmp::Reverse(later(operation)));
        }
        let Some(sequence) = in_order(self.shop, &machines) else { return };
        let schedule = Schedule::of_sequence(self.shop, &sequence);
        let makespan = schedule.cost(self.shop) as i32;
        if makespan < self.makespan {
            (self.best, self.makespan) = (schedule, makespan);
        }
    }
}
