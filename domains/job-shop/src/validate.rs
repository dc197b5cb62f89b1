//! An independent check of a schedule's text: it shares no code with the rest.

use crate::shop::{Objective, Shop};

/// Checks that every operation is on its machine once, that jobs follow their routes from their release on, and that
/// operations of a machine do not overlap and leave room for set-ups. Returns the cost.
///
/// # Errors
///
/// The first violation.
pub fn validate(shop: &Shop, text: &str) -> Result<i64, String> {
    let jobs = shop.jobs();
    let mut starts: Vec<Vec<Option<u64>>> = jobs.iter().map(|job| vec![None; job.route.len()]).collect();
    let width = jobs.len();
    let mut seen = vec![false; shop.machines() as usize];
    for (row, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let row = row + 1;
        let (machine, rest) =
            line.split_once(':').ok_or(format!("line {row}: no colon behind the machine"))?;
        let machine: u32 =
            machine.trim().parse().map_err(|_| format!("line {row}: '{machine}' is not a machine"))?;
        if std::mem::replace(
            seen.get_mut(machine as usize).ok_or(format!("line {row}: there is no machine {machine}"))?,
            true,
        ) {
            return Err(format!("line {row}: machine {machine} has a line already"));
        }
        // When the machine is free, and the job that was on it; `width` if there was none.
        let (mut free, mut last) = (0_u64, width);
        for word in rest.split_whitespace() {
            let parts: Vec<u64> = word
                .split(['.', '@'])
                .map(|part| {
                    part.parse().map_err(|_| format!("line {row}: '{word}' is not JOB.OPERATION@START"))
                })
                .collect::<Result<_, _>>()?;
            let &[job, place, start] = &*parts else {
                return Err(format!("line {row}: '{word}' is not JOB.OPERATION@START"));
            };
            let (job, place) = (job as usize, place as usize);
            let &(home, time) = jobs
                .get(job)
                .and_then(|job| job.route.get(place))
                .ok_or(format!("line {row}: there is no operation {job}.{place}"))?;
            if home != machine {
                return Err(format!("line {row}: operation {job}.{place} belongs to machine {home}"));
            }
            if starts[job][place].replace(start).is_some() {
                return Err(format!("line {row}: operation {job}.{place} is there twice"));
            }
            let setup = match shop.setups() {
                [] => 0,
                setups => u64::from(setups[machine as usize * (width + 1) * width + last * width + job]),
            };
            if start < free + setup {
                return Err(format!(
                    "line {row}: operation {job}.{place} starts at {start}, but machine {machine} is not ready before {}",
                    free + setup
                ));
            }
            (free, last) = (start.saturating_add(time.into()), job);
        }
    }
    let mut completions = Vec::with_capacity(width);
    for (number, job) in jobs.iter().enumerate() {
        let mut ready = u64::from(job.release);
        for (place, &(_, time)) in job.route.iter().enumerate() {
            let start = starts[number][place].ok_or(format!("operation {number}.{place} is missing"))?;
            if start < ready {
                return Err(format!(
                    "operation {number}.{place} starts at {start}, but its job is not ready before {ready}"
                ));
            }
            ready = start.saturating_add(time.into());
        }
        completions.push(ready);
    }
    let mut cost = 0_i64;
    for number in shop.counted.clone() {
        let (job, end) = (&jobs[number as usize], completions[number as usize]);
        let end = i64::try_from(end).map_err(|_| format!("job {number} is too late"))?;
        let weight = i64::from(job.weight);
        let too_late = || format!("job {number} is too late");
        match shop.objective {
            Objective::Makespan => cost = cost.max(end),
            Objective::Tardiness => {
                let late = (end - i64::from(job.due)).max(0).checked_mul(weight);
                cost = late.and_then(|late| cost.checked_add(late)).ok_or_else(too_late)?;
            }
            Objective::FlowTime => {
                let flow = (end - i64::from(job.release)).checked_mul(weight);
                cost = flow.and_then(|flow| cost.checked_add(flow)).ok_or_else(too_late)?;
            }
        }
    }
    Ok(cost)
}
