//! Taillard's generator: the same instances from the same seeds as published (E. Taillard, Benchmarks for basic scheduling
//! problems, European Journal of Operational Research 64, 1993).

use crate::shop::Job;

/// Seeds are below this.
pub const MODULUS: u32 = 2_147_483_647;

/// The linear congruential generator of Lewis, Goodman and Miller.
struct Random(u64);

impl Random {
    /// A whole number from `low` to `high`.
    fn uniform(&mut self, low: u32, high: u32) -> u32 {
        self.0 = 16_807 * self.0 % u64::from(MODULUS);
        let part = self.0 as f64 / f64::from(MODULUS);
        low + (part * f64::from(high - low + 1)) as u32
    }
}

/// A job shop from a seed for the times and one for the routes.
pub fn job_shop(jobs: u32, machines: u32, time_seed: u32, machine_seed: u32) -> Vec<Job> {
    let (mut times, mut routes) = (Random(time_seed.into()), Random(machine_seed.into()));
    let job = |_| {
        let mut route: Vec<(u32, u32)> =
            (0..machines).map(|machine| (machine, times.uniform(1, 99))).collect();
        for place in 0..machines {
            let other = routes.uniform(place, machines - 1) as usize;
            let machine = route[place as usize].0;
            route[place as usize].0 = route[other].0;
            route[other].0 = machine;
        }
        Job::new(route)
    };
    (0..jobs).map(job).collect()
}

/// A flow shop from a seed.
pub fn flow_shop(jobs: u32, machines: u32, seed: u32) -> Vec<Job> {
    let mut random = Random(seed.into());
    let mut made = vec![Job::new(Vec::new()); jobs as usize];
    for machine in 0..machines {
        for job in &mut made {
            job.route.push((machine, random.uniform(1, 99)));
        }
    }
    made
}
