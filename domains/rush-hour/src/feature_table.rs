//! The feature table of Rush Hour: one row per feature.

use super::features::deep::{self, Slides, Steps};
use super::features::layout::{Occupancy, StaticLayout};
use super::features::{
    NOTHING_OCCUPIED, Scratch, goal_board, lane, literal, mobility, secluded, two_sided, votes,
};
use super::lines::Metric;
use super::problem::RushHour;
use unstuck_core::feature::{Compute::Group, FeatureInfo, Needs, View, context, estimate, measure, up_to};
use unstuck_core::heuristic::{Featured, NodeFeature, Prices};

impl<const C: usize, const B: usize> Featured for RushHour<C, B> {
    fn features(&self) -> &[NodeFeature<Self>] {
        Self::FEATURES
    }

    fn prices(&self) -> &'static [Prices] {
        PRICES
    }
}

/// In nanoseconds, by the shortest of 40 times of A* with `0*FEATURE` on the same nodes,
/// against that of the cheapest feature (`jam:39` and `hard8:1`, which agree).
const PRICES: &[Prices] = &[
    (&["blockers_stuck"], 80),
    (&["blockers_two_sided", "advanced_distance", "advanced_literal", "advanced_distance_literal"], 190),
    (&["blockers_deep"], 300),
    (&["goal_distance", "hybrid"], 220),
    (&["votes"], 160),
    (&["mobility", "immobility"], 20),
    (&["free_vehicles", "stuck_vehicles"], 130),
    (&["move_freed"], 240),
    (&["siblings"], 20),
];

/// The places of the two features that read a deduced goal board.
pub(super) const GOAL_BOARD: std::ops::Range<u16> = 9..11;

const NEVER: &[&str] = &[];
const STEPS: &[&str] = &["steps"];
const BOTH: &[&str] = &["slides", "steps"];

impl<const C: usize, const B: usize> RushHour<C, B> {
    /// The feature table.
    pub const FEATURES: &'static [NodeFeature<Self>] = &[
        NodeFeature::new(estimate("zero", "0", BOTH, BOTH), |_, _| up_to(0), |_, _| 0.0),
        NodeFeature::new(
            estimate("blockers", "vehicles between the target and the exit", BOTH, BOTH),
            |p, _| up_to(p.layout().max_blockers()),
            |v, _| v.blockers().into(),
        ),
        NodeFeature::new(
            estimate("blocking", "blockers and the target's own move, unless it is at the exit", BOTH, BOTH),
            |p, _| up_to(p.layout().max_blockers() + 1),
            |v, _| v.blocking().into(),
        ),
        NodeFeature::new(
            estimate("blockers_stuck", "1 per blocker, 2 if it cannot move at all now", NEVER, NEVER),
            |p, _| up_to(2 * p.layout().max_blockers()),
            |v, s| lane::blockers_stuck(v.layout(), v.park(s)).into(),
        ),
        NodeFeature::new(
            estimate(
                "blockers_two_sided",
                "vehicles that must move, counted recursively, the cheaper direction for each, every vehicle once (claimed \
                 admissible where it was published; it is not)",
                NEVER,
                NEVER,
            ),
            |p, _| up_to(p.layout().vehicles().len() as u32),
            |v, s| two_sided::blockers_two_sided(v.layout(), v.park(s)).into(),
        ),
        NodeFeature::new(
            estimate(
                "blockers_deep",
                "least cost of a closed set of vehicles that must move: a proved lower bound",
                BOTH,
                BOTH,
            ),
            |p, _| up_to(p.facts.deep_cap.max(p.layout().max_blockers() + 1)),
            |v, s| v.blockers_deep(s).into(),
        ),
        NodeFeature::new(
            estimate("distance", "cells from the target's front to the exit", STEPS, STEPS),
            |p, _| up_to(p.layout().max_distance()),
            |v, _| v.distance().into(),
        ),
        NodeFeature::new(
            estimate("distance_blockers", "distance + blockers", STEPS, STEPS),
            |p, _| up_to(p.layout().max_distance() + p.layout().max_blockers()),
            |v, _| (v.distance() + v.blockers()).into(),
        ),
        NodeFeature::new(
            estimate("advanced_distance", "blockers_two_sided + distance", NEVER, NEVER),
            |p, _| up_to(p.layout().vehicles().len() as u32 + p.layout().max_distance()),
            |v, s| (two_sided::blockers_two_sided(v.layout(), v.park(s)) + v.distance()).into(),
        ),
        NodeFeature {
            info: estimate(
                "goal_distance",
                "sum over vehicles of the cells to their place in a deduced goal board",
                NEVER,
                NEVER,
            ),
            member: 0,
            range: |p, _| up_to(p.layout().max_distance() + p.layout().spans()),
            compute: Group(|v, s, values| v.goal_board_features(s, values), GOAL_BOARD),
        },
        NodeFeature {
            info: estimate("hybrid", "goal_distance and the vehicles in each one's way there", NEVER, NEVER),
            member: 0,
            range: |p, _| up_to(2 * (p.layout().max_distance() + p.layout().spans())),
            compute: Group(|v, s, values| v.goal_board_features(s, values), GOAL_BOARD),
        },
        NodeFeature::new(
            estimate(
                "votes",
                "vehicles sent off by the blockers' votes until the lane is free",
                NEVER,
                NEVER,
            ),
            |p, _| up_to(p.layout().vehicles().len() as u32 + 1),
            |v, s| {
                v.park(s);
                votes::votes(v.layout(), &s.occupancy, &mut s.tally).into()
            },
        ),
        NodeFeature::new(
            measure("mobility", "legal moves"),
            |p, _| up_to(p.facts.max_moves),
            |v, _| v.problem.legal_moves(v.state).into(),
        ),
        NodeFeature::new(
            estimate("immobility", "legal moves missing from as many as the lines could allow", NEVER, NEVER),
            |p, _| up_to(p.facts.max_moves),
            |v, _| (v.problem.facts.max_moves - v.problem.legal_moves(v.state)).into(),
        ),
        NodeFeature::new(
            measure("free_vehicles", "vehicles that can move"),
            |p, _| up_to(p.layout().vehicles().len() as u32),
            |v, s| mobility::free_vehicles(v.layout(), v.park(s)).into(),
        ),
        NodeFeature::new(
            estimate("stuck_vehicles", "vehicles that cannot move", NEVER, NEVER),
            |p, _| up_to(p.layout().vehicles().len() as u32),
            |v, s| {
                (v.layout().vehicles().len() as u32 - mobility::free_vehicles(v.layout(), v.park(s))).into()
            },
        ),
        NodeFeature::new(
            last_move("move_freed", "the last move raised the number of vehicles free to move"),
            |_, _| up_to(1),
            |v, s| f64::from(v.move_freed(s)),
        ),
        NodeFeature::new(
            last_move("move_to_secluded", "the last move put a vehicle where no other vehicle can ever come"),
            |_, _| up_to(1),
            |v, _| f64::from(v.move_to_secluded()),
        ),
        NodeFeature::new(
            context("phase_distance", "g / (g + distance), 0 where both are 0", Needs::G),
            |_, _| up_to(1),
            |v, _| phase(v.g, v.distance()),
        ),
        NodeFeature::new(
            context("phase_blockers", "g / (g + blockers), 0 where both are 0", Needs::G),
            |_, _| up_to(1),
            |v, _| phase(v.g, v.blockers()),
        ),
        NodeFeature::new(
            context("siblings", "children of the parent", Needs::SIBLINGS),
            |p, _| up_to(p.facts.max_moves),
            |v, _| v.siblings.into(),
        ),
        // Outside tables, and outside groups of features in experiments: they are there to be compared with what is published.
        NodeFeature::new(
            estimate("advanced_literal", "\"Advanced\" as its published program computes it", NEVER, NEVER)
                .expensive(),
            |p, _| up_to(p.layout().vehicles().len() as u32 + p.layout().max_blockers()),
            |v, s| literal::advanced(v.layout(), v.park(s)).into(),
        ),
        NodeFeature::new(
            estimate(
                "advanced_distance_literal",
                "\"AdvancedDistance\" as its published program computes it",
                NEVER,
                NEVER,
            )
            .expensive(),
            |p, _| {
                let moves = p.layout().vehicles().len() as u32 + 2 * p.layout().max_blockers();
                up_to(moves + p.layout().max_distance())
            },
            |v, s| literal::advanced_distance(v.layout(), v.park(s)).into(),
        ),
        NodeFeature::new(
            context("g", "cost of the moves so far", Needs::G),
            |_, _| Some((0.0, f64::INFINITY)),
            |v, _| v.g.into(),
        ),
    ];

    fn layout(&self) -> &StaticLayout {
        &self.facts.layout
    }
}

const fn last_move(name: &'static str, about: &'static str) -> FeatureInfo {
    measure(name, about).boolean().needing(Needs::PARENT)
}

fn phase(g: u32, remaining: u32) -> f64 {
    if g == 0 { 0.0 } else { f64::from(g) / (f64::from(g) + f64::from(remaining)) }
}

/// What features read of a node. It is a trait because nodes belong to the engine.
pub(super) trait BoardView<'a> {
    fn layout(&self) -> &'a StaticLayout;
    /// Spells out the state.
    fn park<'s>(&self, scratch: &'s mut Scratch) -> &'s Occupancy;
    fn target_position(&self) -> u8;
    /// Cells of the target's line taken by crossing vehicles.
    fn lane(&self) -> u16;
    fn blockers(&self) -> u32;
    fn blocking(&self) -> u32;
    fn distance(&self) -> u32;
    fn blockers_deep(&self, scratch: &mut Scratch) -> u32;
    fn goal_board_features(&self, scratch: &mut Scratch, values: &mut [f64]);
    fn move_freed(&self, scratch: &mut Scratch) -> bool;
    fn move_to_secluded(&self) -> bool;
}

impl<'a, const C: usize, const B: usize> BoardView<'a> for View<'a, RushHour<C, B>> {
    fn layout(&self) -> &'a StaticLayout {
        self.problem.layout()
    }
    #[inline]
    fn park<'s>(&self, scratch: &'s mut Scratch) -> &'s Occupancy {
        // Several features of one node look at the same cells.
        let mut of = NOTHING_OCCUPIED;
        of[..C].copy_from_slice(&self.state.code);
        if scratch.occupancy_of != of {
            scratch.occupancy_of = of;
            scratch.occupancy.fill(self.layout(), |vehicle| self.problem.position(self.state, vehicle));
        }
        &scratch.occupancy
    }
    #[inline]
    fn target_position(&self) -> u8 {
        self.problem.position(self.state, self.problem.target())
    }
    #[inline]
    fn lane(&self) -> u16 {
        let line = self.problem.line_of(self.problem.target());
        self.problem.crossing(self.state, line) & !self.problem.walls(line)
    }
    #[inline]
    fn blockers(&self) -> u32 {
        lane::blockers(self.layout(), self.target_position(), self.lane())
    }
    #[inline]
    fn blocking(&self) -> u32 {
        if B > 1 {
            return lane::blocking(self.layout(), self.target_position(), self.lane());
        }
        let line = self.problem.line(usize::from(self.problem.target_line));
        let configuration = RushHour::configuration(self.state, line);
        if self.problem.is_goal_configuration(configuration) {
            return 0;
        }
        let ahead = u16::from(self.problem.ahead[usize::from(configuration) % 16]);
        let crossed = RushHour::crossed(self.state, line) & ahead;
        1 + crossed.count_ones() + self.layout().ahead_for_good()
    }
    #[inline]
    fn distance(&self) -> u32 {
        lane::distance(self.layout(), self.target_position())
    }
    fn blockers_deep(&self, scratch: &mut Scratch) -> u32 {
        let blocking = self.blocking();
        let (layout, cap) = (self.layout(), self.problem.facts.deep_cap);
        let occupancy = self.park(scratch);
        match self.problem.metric() {
            Metric::Slides => deep::blockers_deep::<Slides>(layout, occupancy, cap, blocking),
            Metric::Steps => deep::blockers_deep::<Steps>(layout, occupancy, cap, blocking),
        }
    }
    fn goal_board_features(&self, scratch: &mut Scratch, values: &mut [f64]) {
        self.park(scratch);
        let totals = goal_board::measure(self.layout(), &scratch.occupancy, &mut scratch.plan);
        values.copy_from_slice(&[totals.distance.into(), (totals.distance + totals.in_the_way).into()]);
    }
    fn move_freed(&self, scratch: &mut Scratch) -> bool {
        let Some((parent, _)) = self.parent else { return false };
        let now = mobility::free_vehicles(self.layout(), self.park(scratch));
        scratch.occupancy_of = NOTHING_OCCUPIED;
        scratch.occupancy.fill(self.layout(), |vehicle| self.problem.position(parent, vehicle));
        now > mobility::free_vehicles(self.layout(), &scratch.occupancy)
    }
    fn move_to_secluded(&self) -> bool {
        let Some((_, action)) = self.parent else { return false };
        let (vehicle, _) = self.problem.moved(action);
        secluded::is_secluded(self.layout(), vehicle, self.problem.position(self.state, vehicle))
    }
}
