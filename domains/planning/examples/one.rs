//! tmp
use unstuck_core::domain::{self, Domain, Settings};
use unstuck_core::search::{Limit, Limits, Observer, Stats};
use unstuck_planning::made::PddlDomain;
struct Until(cpu_time::ProcessTime, f64);
impl Observer for Until {
    fn poll(&mut self, _: &Stats) -> Option<Limit> {
        (self.0.elapsed().as_secs_f64() > self.1).then_some(Limit::Time)
    }
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    unstuck_planning::install();
    let text = |file: &String| std::fs::read_to_string(file).expect("a file");
    let limit: f64 = a[0].parse().unwrap();
    let domain = PddlDomain::read(&text(&a[1])).expect("a domain");
    for p in &a[2..] {
        for method in ["quick -", "quick champion", "greedy champion", "lazy champion"] {
            let (algorithm, rule) = method.split_once(' ').unwrap();
            let now = cpu_time::ProcessTime::now();
            let instance =
                domain::read_search(&*domain, &text(p), None, &Settings::new()).expect("a problem");
            let rule = match rule {
                "champion" => unstuck_core::champions::text_of(domain.features(), "champion")
                    .unwrap()
                    .unwrap()
                    .into_owned(),
                _ => "hff".into(),
            };
            let mut request = instance.request(algorithm, &rule).expect("an algorithm");
            request.parameters.limits = Limits { memory: Some(2 << 30), ..Limits::NONE };
            let mut observer = Until(now, limit);
            if instance.prepare(Limits { memory: Some(2 << 30), ..Limits::NONE }, &mut observer).is_err() {
                println!("{p}\t{method}\tground");
                continue;
            }
            let ground = now.elapsed().as_secs_f64();
            let found = instance.solve(&request, &mut observer).expect("a search");
            println!(
                "{p}\t{method}\t{:?}\t{:?}\t{ground:.2}\t{:.2}\t{}",
                found.status,
                found.lengths.first().map(|l| l.1),
                now.elapsed().as_secs_f64(),
                found.stats.expanded
            );
        }
    }
}
