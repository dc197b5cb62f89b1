//! What a process holds as time goes by, and whether that grows.

use std::fs;

/// What is looked at, and how much more of it in the last quarter than in the second is no growth, apart from a fifth.
const LOOKED_AT: [(&str, u64); 3] = [("kB of memory", 20_480), ("open files", 10), ("threads", 10)];

/// What a process held, time after time.
#[derive(Default)]
pub struct Figures(Vec<[u64; 3]>);

impl Figures {
    /// Looks at a process.
    pub fn look(&mut self, process: u32) {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        let memory = line.split_whitespace().next().unwrap().parse().unwrap();
        let count = |of: &str| fs::read_dir(format!("/proc/{process}/{of}")).unwrap().count() as u64;
        self.0.push([memory, count("fd"), count("task")]);
    }

    /// The medians of the four quarters.
    fn quarters(&self, column: usize) -> [u64; 4] {
        [0, 1, 2, 3].map(|quarter| {
            let part = &self.0[self.0.len() * quarter / 4..self.0.len() * (quarter + 1) / 4];
            let mut values: Vec<u64> = part.iter().map(|row| row[column]).collect();
            values.sort_unstable();
            values.get(values.len() / 2).copied().unwrap_or(0)
        })
    }

    /// A line for each figure: its medians, and a message where it grows.
    pub fn lines(&self) -> Vec<(String, bool)> {
        let line = |(column, (name, slack)): (usize, &(&str, u64))| {
            let quarters = self.quarters(column);
            let grows = quarters[3] > quarters[1] + slack.max(&(quarters[1] / 5));
            let told = if grows { ": it grows" } else { "" };
            (format!("{name} by quarter: {quarters:?}{told}"), grows)
        };
        LOOKED_AT.iter().enumerate().map(line).collect()
    }
}

#[test]
fn growth_is_told_from_noise() {
    let noise = |at: u64| at * 7_919 % 1_000;
    let of = |row: &dyn Fn(u64) -> [u64; 3]| {
        let figures = Figures((0..400).map(row).collect());
        figures.lines().into_iter().map(|(_, grows)| grows).collect::<Vec<_>>()
    };
    assert_eq!(of(&|at| [50_000 + noise(at), 30 + noise(at) % 9, 12]), [false, false, false]);
    // Warm after the first quarter, and flat from there.
    assert_eq!(of(&|at| [if at < 100 { 10_000 } else { 80_000 }, 30, 12]), [false, false, false]);
    // A leak of 150 kB, of a file in ten looks, of a thread in twenty.
    assert_eq!(of(&|at| [50_000 + 150 * at, 30, 12]), [true, false, false]);
    assert_eq!(of(&|at| [50_000, 30 + at / 10, 12 + at / 18]), [false, true, true]);
    assert_eq!(Figures(vec![[1, 2, 3]; 4]).lines()[0].0, "kB of memory by quarter: [1, 1, 1, 1]");
}

#[test]
fn a_process_is_looked_at() {
    let mut figures = Figures::default();
    figures.look(std::process::id());
    assert!(figures.0[0][0] > 1_000 && figures.0[0][1] >= 3 && figures.0[0][2] >= 1, "{:?}", figures.0);
}
