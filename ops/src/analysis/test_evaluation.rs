//! The test: the statistics of all heuristics, and champions against the others.

use super::contrast::{Contrast, Member};
use super::format::is_real;
use super::pair::Pair;
use super::runs::Chosen;
use super::statistics::Quartiles;
use crate::store::record::{EntryRecord, Kind, RunRecord, TestEvaluationRecord};
use serde::Serialize;
use unstuck_core::domain;
use unstuck_evolution::fitness::Evaluator;
use unstuck_evolution::measure::Measure;

/// What searches are compared by.
pub const NODES: &str = "nodes";
/// What solutions of optimisation problems are compared by.
pub const COST: &str = "cost";

/// The statistics of a test.
#[derive(Debug, Serialize)]
pub struct TestEvaluation {
    /// Instances of the test set.
    pub instances: usize,
    /// Those of them whose cheapest plan is not known: lengths are over the shortest known.
    pub unproven: usize,
    /// Those of them that the reference search solved; on the others its limit counts.
    pub reference_solved: usize,
    /// Mean of ratios, over the champions of all runs.
    pub champions: Quartiles,
    /// Whether the fitness counts effort.
    pub by_effort: bool,
    /// What is counted: nodes, or the cost of solutions.
    pub counts: &'static str,
    /// Those who are shown, in the order to be shown in.
    pub rows: Vec<Row>,
    /// Champions against rivals, instance by instance.
    pub pairs: Vec<Pair>,
    /// The champions of all runs against those of random search, where there are at least two of each.
    pub run_by_run: Option<RunByRun>,
}

/// Evolution against random search, the unit being one run's champion.
#[derive(Debug, Serialize)]
pub struct RunByRun {
    /// Mean of ratios of both.
    pub groups: [Member; 2],
    /// One against the other.
    pub contrast: Contrast,
}

/// A heuristic in the test.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// The place of its record.
    #[serde(skip)]
    pub entry: usize,
    /// The heuristic as text.
    pub heuristic: String,
    /// Mean over the instances of expanded nodes over the reference's.
    pub mean_ratio: f64,
    /// All expanded nodes over all of the reference's.
    pub total_ratio: f64,
    /// All expanded nodes, an unsolved instance counting as its limit.
    pub expanded: u64,
    /// Mean length over the cheapest, over `lengths` instances.
    pub length: f64,
    /// Instances that are solved and have a known plan to compare lengths with.
    pub lengths: usize,
    /// Instances solved.
    pub solved: usize,
    /// Time of its searches.
    pub seconds: f64,
    /// All effort over all of the reference's; unknown in results of older versions.
    pub effort: Option<f64>,
}

/// What a contestant is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The champion of the median run.
    Median,
    /// The best champion by validation.
    Best,
    /// The tuned baseline.
    Baseline,
    /// The champion of random search: of its median run, or the best of few.
    Control,
    /// The best champion of random search by validation, where there is a median one.
    #[serde(rename = "best control")]
    BestControl,
    /// A feature, a maximum of features, or nothing.
    Handmade,
}

impl TestEvaluation {
    /// Of a test, the rows that represent all champions and all controls, and the fitness.
    pub fn of(
        test: &TestEvaluationRecord,
        champions: Chosen<'_>,
        controls: Chosen<'_>,
        fitness: Option<&Evaluator>,
    ) -> Self {
        let place = |kind: Kind| test.entries.iter().position(|entry| entry.kind == kind);
        let mut rows = Vec::new();
        let mut add = |kind: Option<Kind>, name: String, role: Role| {
            rows.extend(kind.and_then(place).map(|place| row(test, place, name, role)));
        };
        let run = |run: Option<&RunRecord>| run.map_or(0, |run| run.repetition + 1);
        let champion = |run: &RunRecord| Kind::Champion(run.repetition);
        let control = |run: &RunRecord| Kind::Control(run.repetition);
        let Chosen { best, median } = champions;
        let name = format!("champion of the median run ({})", run(median));
        add(median.map(champion), name, Role::Median);
        let few = median.is_none();
        let name = if few { "champion".into() } else { format!("best by validation (run {})", run(best)) };
        add(best.map(champion), name, Role::Best);
        add(Some(Kind::Baseline), "tuned baseline".into(), Role::Baseline);
        let count = test.entries.iter().filter(|entry| matches!(entry.kind, Kind::Control(_))).count();
        let Chosen { best, median } = controls;
        if median.is_some() {
            let name = format!("random search, median ({} of {count})", run(median));
            add(median.map(control), name, Role::Control);
            let name = format!("random search, best (run {})", run(best));
            add(best.map(control), name, Role::BestControl);
        } else {
            let which = if count == 1 { "one run".to_owned() } else { format!("the better of {count} runs") };
            add(best.map(control), format!("random search, {which}"), Role::Control);
        }
        let made = test.entries.iter().enumerate().filter(|(_, entry)| entry.kind == Kind::Handmade);
        rows.extend(made.map(|(place, entry)| row(test, place, entry.result.name.clone(), Role::Handmade)));
        let by_cost = fitness.is_some_and(|fitness| fitness.kind() == domain::Kind::Optimisation);
        let counts = if by_cost { COST } else { NODES };
        let pairs = pairs(test, &rows, counts);
        Self {
            instances: test.instances.len(),
            // Solutions of optimisation problems are compared with what the fitness names, proven or not.
            unproven: if by_cost { 0 } else { test.unproven() },
            reference_solved: test.instances.iter().filter(|one| one.reference.solved).count(),
            champions: Quartiles::of(&ratios(champions_of(test))),
            by_effort: fitness.is_some_and(|fitness| fitness.measures().contains(&Measure::Effort)),
            counts,
            rows,
            pairs,
            run_by_run: run_by_run(test),
        }
    }

    /// The champion (the best by validation) against the tuned baseline.
    pub fn champion_against_baseline(&self) -> Option<&Pair> {
        let champion = self.row(Role::Best)?;
        self.pairs.iter().find(|pair| pair.against_baseline && pair.first == champion.name)
    }

    /// The first row of a role.
    pub fn row(&self, role: Role) -> Option<&Row> {
        self.rows.iter().find(|row| row.role == role)
    }
}

/// The champions of a test.
pub fn champions_of(test: &TestEvaluationRecord) -> impl Iterator<Item = &EntryRecord> {
    test.entries.iter().filter(|entry| matches!(entry.kind, Kind::Champion(_)))
}

/// The champions of random search.
pub fn controls_of(test: &TestEvaluationRecord) -> impl Iterator<Item = &EntryRecord> {
    test.entries.iter().filter(|entry| matches!(entry.kind, Kind::Control(_)))
}

/// Mean of ratios over all entries that have one.
pub fn ratios<'e>(entries: impl Iterator<Item = &'e EntryRecord>) -> Vec<f64> {
    entries.map(|entry| entry.result.mean_ratio).filter(|ratio| is_real(*ratio)).collect()
}

fn run_by_run(test: &TestEvaluationRecord) -> Option<RunByRun> {
    let evolved = Member::of("champions".to_owned(), ratios(champions_of(test)));
    let random = Member::of("random search".to_owned(), ratios(controls_of(test)));
    if evolved.values.len().min(random.values.len()) < 2 {
        return None;
    }
    let contrast = Contrast::of(&evolved, &random);
    Some(RunByRun { groups: [evolved, random], contrast })
}

fn row(test: &TestEvaluationRecord, place: usize, name: String, role: Role) -> Row {
    let EntryRecord { result, seconds, .. } = &test.entries[place];
    let reference: Vec<u64> = test.instances.iter().map(|one| one.reference.effort).collect();
    let known = !reference.is_empty() && !reference.contains(&0);
    let effort: u64 = result.runs.iter().map(|run| run.effort).sum();
    Row {
        name,
        role,
        entry: place,
        heuristic: result.heuristic.clone(),
        mean_ratio: result.mean_ratio,
        total_ratio: result.total_ratio,
        expanded: result.expanded,
        length: result.length,
        lengths: result.lengths,
        solved: result.solved,
        seconds: *seconds,
        effort: known.then(|| effort as f64 / reference.iter().sum::<u64>() as f64),
    }
}

/// A champion against all heuristics that are not champions, instance by instance, corrected for multiple tests.
pub fn against(champion: &EntryRecord, all: &[EntryRecord]) -> Vec<Pair> {
    let others = all.iter().filter(|entry| !matches!(entry.kind, Kind::Champion(_)));
    let one = &champion.result;
    let pair = |other: &EntryRecord| {
        Pair::of((&one.name, one), (&other.result.name, &other.result), other.kind == Kind::Baseline, NODES)
    };
    let mut pairs: Vec<Pair> = others.map(pair).collect();
    Pair::correct(&mut pairs);
    pairs
}

/// Champions against the tuned baseline and random search, corrected for being several questions. The best run is for
/// the best, the median one for the median one.
fn pairs(test: &TestEvaluationRecord, rows: &[Row], counts: &'static str) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let two = rows.iter().any(|row| row.role == Role::BestControl);
    for champion in rows.iter().filter(|row| matches!(row.role, Role::Median | Role::Best)) {
        let control = if champion.role == Role::Best && two { Role::BestControl } else { Role::Control };
        for rival in rows.iter().filter(|row| row.role == Role::Baseline || row.role == control) {
            let result = |row: &Row| &test.entries[row.entry].result;
            pairs.push(Pair::of(
                (&champion.name, result(champion)),
                (&rival.name, result(rival)),
                rival.role == Role::Baseline,
                counts,
            ));
        }
    }
    Pair::correct(&mut pairs);
    pairs
}
