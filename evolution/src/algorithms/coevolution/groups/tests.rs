use super::*;
use unstuck_core::random::stream;

fn groups(count: usize, size: usize, pool: u32) -> (Groups, Stream) {
    let mut random = stream(1, "groups", &[]);
    let settings = Settings { groups: count, size, virulence: 1.0, ..Settings::default() };
    (Groups::new(&settings, (0..pool).collect(), &mut random), random)
}

fn meeting(group: usize, instance: u32, nodes: f64, solved: bool) -> Meeting {
    Meeting { group: Some(group), instance, nodes, cost: nodes, solved }
}

/// Every group meets its members once; instance i costs i, and those of `unsolved` are not solved.
fn all_meet(groups: &Groups, unsolved: &[u32]) -> Vec<Meeting> {
    let members =
        (0..groups.len()).flat_map(|group| groups.members(group).iter().map(move |&one| (group, one)));
    members.map(|(group, one)| meeting(group, one, f64::from(one), !unsolved.contains(&one))).collect()
}

#[test]
fn members_are_distinct_through_many_generations() {
    let (mut groups, mut random) = groups(20, 6, 30);
    for generation in 0..50 {
        groups.begin(generation, &mut random);
        for group in 0..groups.len() {
            let mut members = groups.members(group).to_vec();
            members.sort_unstable();
            members.dedup();
            assert_eq!(members.len(), 6);
        }
        let meetings = all_meet(&groups, &[]);
        groups.evolve(meetings.iter(), generation, &mut random);
        assert_eq!(groups.len(), 20);
    }
    // The costly instances have spread: a mean well above that of the pool.
    let members: Vec<u32> = (0..groups.len()).flat_map(|group| groups.members(group).to_vec()).collect();
    let mean = members.iter().sum::<u32>() as f64 / members.len() as f64;
    assert!(mean > 17.0, "{mean}");
    assert!(!groups.archived().is_empty());
}

#[test]
fn an_unsolved_instance_counts_as_the_mean_of_its_group() {
    let (mut groups, _) = groups(2, 3, 6);
    groups.groups = vec![vec![0, 1, 2], vec![3, 4, 5]];
    let meetings = [
        meeting(0, 0, 0.2, true),
        meeting(0, 1, 0.4, true),
        meeting(0, 2, 9.0, false),
        meeting(1, 3, 9.0, false),
    ];
    let difficulty = groups.difficulty(meetings.iter());
    assert!((difficulty[0] - 0.3).abs() < 1e-12 && difficulty[1] == 0.0, "{difficulty:?}");
}

#[test]
fn the_hopeless_are_barred_for_twenty_generations() {
    let (mut groups, mut random) = groups(4, 3, 12);
    let mut generation = 0;
    while groups.barred.is_empty() {
        groups.begin(generation, &mut random);
        let meetings = all_meet(&groups, &[7]);
        groups.evolve(meetings.iter(), generation, &mut random);
        generation += 1;
        assert!(generation < 500);
    }
    assert_eq!(groups.barred.keys().copied().collect::<Vec<_>>(), [7]);
    let since = generation;
    let is_in = |groups: &Groups| (0..groups.len()).any(|group| groups.members(group).contains(&7));
    groups.begin(generation, &mut random);
    while groups.barred.contains_key(&7) {
        assert!(!is_in(&groups));
        generation += 1;
        groups.begin(generation, &mut random);
    }
    assert_eq!(generation - since, BARRED);
}
