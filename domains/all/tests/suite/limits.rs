//! Limits are honoured, and the figures say which one.

use crate::conformance::read;
use crate::installed as registry;
use unstuck_core::domain::{self, DomainRef, Request, Settings};
use unstuck_core::instance::{SearchError, SpaceError, Status};
use unstuck_core::search::{ALGORITHMS, Limit, Limits, Observer, Stats};

/// Says stop at the n-th poll.
pub struct StopAt(pub u32, pub u64);

impl Observer for StopAt {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        self.1 = stats.expanded;
        self.0 = self.0.saturating_sub(1);
        (self.0 == 0).then_some(Limit::Cancelled)
    }
}

fn rush_hour() -> DomainRef {
    registry::domain("rush-hour").unwrap()
}

/// 12×12 with 44 vehicles: far too large to enumerate.
fn large_board() -> String {
    let parameters = [("size", "12"), ("vehicles", "44"), ("length", "1-1000")];
    let parameters = parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let request = Request { generator: "random", parameters: &parameters, count: 1, seed: 5 };
    let mut made = Vec::new();
    let mut stop = StopAt(u32::MAX, 0);
    rush_hour().generate(&request, &mut stop, &mut |text| made.push(text)).unwrap();
    made.remove(0)
}

#[test]
fn node_limits_are_exact() {
    for domain in registry::search_domains() {
        let text = crate::conformance::samples(&*domain, 3).pop().unwrap();
        let instance = read(&*domain, &text, domain.info().metric(None));
        for info in ALGORITHMS {
            for most in [0, 1, 7, 100] {
                let mut request = instance.request(info.name, "zero").unwrap();
                request.parameters.limits.expanded = Some(most);
                let solution = match instance.solve(&request, &mut ()) {
                    Err(SearchError::NotApplicable { .. }) => continue,
                    other => other.unwrap(),
                };
                assert!(solution.stats.expanded <= most, "{}", info.name);
                if solution.status == Status::Limit {
                    assert_eq!(solution.limit, Some(Limit::Nodes), "{}", info.name);
                    assert_eq!(solution.stats.expanded, most, "{}", info.name);
                }
            }
        }
    }
}

#[test]
fn the_observer_is_asked_often_enough() {
    let instance = read(&*rush_hour(), &large_board(), "slides");
    let mut stopped = Vec::new();
    for algorithm in
        ["bfs", "dfs", "iddfs", "ucs", "astar", "ida", "beam", "ehc", "hsd", "awastar", "restarts"]
    {
        let mut request = instance.request(algorithm, "blocking").unwrap();
        request.parameters.limits.memory = Some(256 << 20);
        let mut observer = StopAt(3, 0);
        let solution = instance.solve(&request, &mut observer).unwrap();
        if solution.status == Status::Limit {
            assert_eq!(solution.limit, Some(Limit::Cancelled), "{algorithm}");
            assert!(solution.stats.expanded <= 3 * 1_024, "{algorithm}: {}", solution.stats.expanded);
            stopped.push(algorithm);
        }
    }
    // The others may be done before.
    for blind in ["bfs", "ucs", "iddfs"] {
        assert!(stopped.contains(&blind), "{stopped:?}");
    }
}

#[test]
fn memory_limits_end_the_search_below_them() {
    let instance = read(&*rush_hour(), "BBBCDEFGGCDEFoAADEHHIooooJIoKKoJLLMM", "steps");
    for info in ALGORITHMS {
        let mut request = instance.request(info.name, "zero").unwrap();
        request.parameters.limits.memory = Some(400_000);
        request.parameters.limits.expanded = Some(500_000);
        let solution = instance.solve(&request, &mut ()).unwrap();
        assert!(solution.stats.peak_bytes <= 400_000, "{}: {}", info.name, solution.stats.peak_bytes);
        if ["bfs", "ucs", "astar", "wastar", "awastar", "bibfs"].contains(&info.name) {
            assert_eq!(solution.limit, Some(Limit::Memory), "{}", info.name);
        }
    }
}

#[test]
fn enumeration_keeps_its_limits() {
    let instance = read(&*rush_hour(), &large_board(), "steps");
    let limits = Limits { expanded: Some(5_000), ..Limits::default() };
    let SpaceError::Limit(limit, stats) = instance.explore(limits, &mut ()).unwrap_err() else { panic!() };
    assert_eq!((limit, stats.expanded), (Limit::Nodes, 5_000));
    let limits = Limits { memory: Some(8 << 20), ..Limits::default() };
    let SpaceError::Limit(limit, stats) = instance.explore(limits, &mut ()).unwrap_err() else { panic!() };
    assert_eq!(limit, Limit::Memory);
    assert!(stats.peak_bytes <= 8 << 20);
}

#[test]
fn free_actions_need_a_table() {
    let freecell = registry::domain("freecell").unwrap();
    let deal = (registry::set("freecell").unwrap().1.text)("1").unwrap();
    let game = domain::read_search(&*freecell, &deal, Some("player"), &Settings::new()).unwrap();
    for name in ["ida", "wida", "iddfs"] {
        let mut request = game.request(name, "not_home").unwrap();
        request.parameters.limits.expanded = Some(100);
        assert_eq!(game.solve(&request, &mut ()).unwrap().status, Status::Limit, "{name}");
        request.parameters.table = Some(0);
        let refused = game.solve(&request, &mut ()).unwrap_err();
        assert!(matches!(refused, SearchError::NotApplicable { algorithm, .. } if algorithm == name));
        let reason = "an action can cost nothing, and without a table the search would go in circles";
        assert_eq!(refused.to_string(), format!("{name} cannot be used here: {reason}"));
    }
}
