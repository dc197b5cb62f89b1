//! A small sliding-tile domain that uses every corner of the interface: an incremental heuristic told ahead of the
//! child, features that share a function, a group computed together, per-thread scratch, a run-time packed width.

use std::ops::ControlFlow;
use std::sync::Arc;
use unstuck_core::feature::{
    Compute, Feature, FeatureInfo, FeatureTable, Needs, Role, Text, View, estimate, infos, up_to,
};
use unstuck_core::heuristic::{Featured, Heuristic, WithHeuristic};
use unstuck_core::instance::Bound;
use unstuck_core::problem::{Problem, Visit};
use unstuck_core::puzzle::{Picture, Puzzle, Replay, ReplayError};

/// A square board of `N` cells; tile k belongs into cell k, the blank is 0.
pub struct Tiles<const N: usize> {
    side: usize,
    /// Distance of tile t in cell c from its place.
    manhattan: Vec<[u8; N]>,
}

/// The tiles and where the blank is.
#[derive(Clone, PartialEq, Debug)]
pub struct Board<const N: usize> {
    pub cells: [u8; N],
    pub blank: u8,
}

/// The cells that the blank moves to and from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slide(pub u8, pub u8);

/// Buffers of the features.
pub struct Scratch {
    misplaced: Vec<u8>,
}

impl<const N: usize> Tiles<N> {
    pub fn new() -> Self {
        let side = N.isqrt();
        let far = |a: usize, b: usize| (a / side).abs_diff(b / side) + (a % side).abs_diff(b % side);
        let row = |tile: usize| std::array::from_fn(|cell| if tile == 0 { 0 } else { far(tile, cell) as u8 });
        Self { side, manhattan: (0..N).map(row).collect() }
    }

    pub fn board(&self, cells: [u8; N]) -> Board<N> {
        let blank = cells.iter().position(|&tile| tile == 0).expect("a blank") as u8;
        Board { cells, blank }
    }

    fn distance(&self, state: &Board<N>) -> u32 {
        state.cells.iter().enumerate().map(|(cell, &t)| u32::from(self.manhattan[usize::from(t)][cell])).sum()
    }
}

fn misplaced<const N: usize>(view: &View<'_, Tiles<N>>, scratch: &mut Scratch) -> f64 {
    scratch.misplaced.clear();
    let wrong = (1..N as u8).filter(|&cell| view.state.cells[usize::from(cell)] != cell);
    scratch.misplaced.extend(wrong);
    // Tile k misplaced leaves cell k wrong, the blank's own cell apart.
    scratch.misplaced.len() as f64
}

/// Out of row and out of column, together.
fn lines<const N: usize>(view: &View<'_, Tiles<N>>, _: &mut Scratch, out: &mut [f64]) {
    out.fill(0.0);
    let side = view.problem.side;
    for (cell, &tile) in view.state.cells.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
        out[0] += f64::from(u8::from(cell / side != usize::from(tile) / side));
        out[1] += f64::from(u8::from(cell % side != usize::from(tile) % side));
    }
}

fn tile_distance<const N: usize>(view: &View<'_, Tiles<N>>, _: &mut Scratch, tile: u32) -> f64 {
    let cell = view.state.cells.iter().position(|&t| u32::from(t) == tile).expect("every tile is there");
    f64::from(view.problem.manhattan[tile as usize][cell])
}

const fn info(name: &'static str, admissible: bool, needs: Needs) -> FeatureInfo {
    let metrics: &[&str] = if admissible { &["moves"] } else { &[] };
    let role = if needs.g { Role::Context } else { Role::Estimate };
    estimate(name, "for tests", metrics, metrics).of_role(role).needing(needs)
}

impl<const N: usize> Tiles<N> {
    const FEATURES: &'static [Feature<Self>] = &[
        Feature::new(info("misplaced", true, Needs::STATE), |_, _| up_to(N as u32), misplaced),
        Feature::new(
            info("manhattan", true, Needs::STATE),
            |_, _| up_to((N * N) as u32),
            |view, _| f64::from(view.problem.distance(view.state)),
        ),
        Feature {
            info: info("out_of_row", true, Needs::STATE),
            member: 0,
            range: |_, _| up_to(N as u32),
            compute: Compute::Group(lines, 2..4),
        },
        Feature {
            info: info("out_of_column", true, Needs::STATE),
            member: 0,
            range: |_, _| up_to(N as u32),
            compute: Compute::Group(lines, 2..4),
        },
        Self::tile("tile_1", 1),
        Self::tile("tile_5", 5),
        Feature::new(info("g", false, Needs::G), |_, _| up_to(u32::MAX), |view, _| f64::from(view.g)),
    ];

    /// One of the tiles; on the larger board the first only.
    const fn tile(name: &'static str, member: u32) -> Feature<Self> {
        Feature {
            info: info(name, true, Needs::STATE),
            member,
            range: |problem, tile| (problem.side == 3 || tile == 1).then_some((0.0, N as f64)),
            compute: Compute::Member(tile_distance),
        }
    }

    pub fn table() -> Arc<FeatureTable> {
        let name = if N == 9 { "eight-puzzle" } else { "fifteen-puzzle" };
        FeatureTable::new(name, ["moves".into()], infos(Self::FEATURES))
    }

    /// A board behind the dynamic boundary.
    pub fn bound(cells: [u8; N]) -> Bound<Self> {
        let problem = Self::new();
        let start = problem.board(cells);
        Bound::new(&Self::table(), problem, start)
    }
}

impl<const N: usize> Problem for Tiles<N> {
    type State = Board<N>;
    type Action = Slide;
    /// The cell that the blank came from.
    type Undo = u8;
    type Scratch = Scratch;
    /// Known at run time only, to try that.
    const PACKED_LEN: usize = 0;
    const TRANSPOSITIONS: bool = false;

    fn scratch(&self) -> Scratch {
        Scratch { misplaced: Vec::with_capacity(N) }
    }
    fn packed_len(&self) -> usize {
        N.div_ceil(16)
    }
    fn pack(&self, state: &Board<N>, out: &mut [u64]) {
        for (word, cells) in out.iter_mut().zip(state.cells.chunks(16)) {
            *word = cells.iter().rev().fold(0, |packed, &tile| packed << 4 | u64::from(tile));
        }
    }
    fn unpack(&self, words: &[u64]) -> Board<N> {
        self.board(std::array::from_fn(|cell| (words[cell / 16] >> (4 * (cell % 16)) & 15) as u8))
    }
    fn hash(&self, state: &Board<N>) -> u64 {
        state
            .cells
            .iter()
            .fold(0, |h: u64, &tile| (h.rotate_left(5) ^ u64::from(tile)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
    fn visit<V: Visit<Self>>(&self, s: &Board<N>, last: Option<Slide>, v: &mut V) -> ControlFlow<()> {
        let (cell, side) = (usize::from(s.blank), self.side);
        let back = last.map(|Slide(_, from)| from);
        let all = [
            (cell >= side).then(|| cell - side),
            (cell % side > 0).then(|| cell - 1),
            (cell % side + 1 < side).then(|| cell + 1),
            (cell + side < N).then(|| cell + side),
        ];
        for to in all.into_iter().flatten().map(|to| to as u8).filter(|&to| Some(to) != back) {
            v.action(self, s, Slide(to, s.blank))?;
        }
        ControlFlow::Continue(())
    }
    fn apply(&self, state: &mut Board<N>, action: Slide) -> u8 {
        let from = state.blank;
        state.cells.swap(usize::from(from), usize::from(action.0));
        state.blank = action.0;
        from
    }
    fn undo(&self, state: &mut Board<N>, action: Slide, from: u8) {
        state.cells.swap(usize::from(from), usize::from(action.0));
        state.blank = from;
    }
    fn reversible(&self) -> bool {
        true
    }

    fn is_goal(&self, state: &Board<N>) -> bool {
        state.cells.iter().enumerate().all(|(cell, &tile)| usize::from(tile) == cell)
    }
}

impl<const N: usize> Featured for Tiles<N> {
    fn features(&self) -> &[Feature<Self>] {
        Self::FEATURES
    }
    fn incremental<R, W: WithHeuristic<Self, R>>(&self, name: &str, with: W) -> Result<R, W> {
        if name == "manhattan" { Ok(with.call(Manhattan)) } else { Err(with) }
    }
}

/// Manhattan distance carried from parent to child.
pub struct Manhattan;

impl<const N: usize> Heuristic<Tiles<N>> for Manhattan {
    type Value = u32;
    type Incremental = u32;

    fn root(&mut self, view: &View<'_, Tiles<N>>) -> (u32, u32) {
        let h = view.problem.distance(view.state);
        (h, h)
    }
    fn evaluate_successor(
        &mut self,
        d: &Tiles<N>,
        parent: &Board<N>,
        action: Slide,
        h: u32,
    ) -> Option<(u32, u32)> {
        let tile = usize::from(parent.cells[usize::from(action.0)]);
        let (to, from) = (usize::from(parent.blank), usize::from(action.0));
        let h = h + u32::from(d.manhattan[tile][to]) - u32::from(d.manhattan[tile][from]);
        Some((h, h))
    }
    fn child(&mut self, view: &View<'_, Tiles<N>>, _: u32) -> (u32, u32) {
        self.root(view)
    }
}

impl<const N: usize> Puzzle for Tiles<N> {
    fn metric(&self) -> Text {
        "moves".into()
    }
    fn state_text(&self, state: &Board<N>) -> String {
        state.cells.map(|tile| tile.to_string()).join(" ")
    }
    fn picture(&self, _: &Board<N>) -> Picture {
        Picture::default()
    }
    fn action_text(&self, _: &Board<N>, action: Slide) -> String {
        action.0.to_string()
    }
    fn describe_action(&self, _: &Board<N>, action: Slide) -> String {
        format!("move the blank to cell {}", action.0)
    }
    fn replay(&self, start: &Board<N>, plan: &[String], _: bool) -> Result<Replay, ReplayError> {
        let mut cells = start.cells;
        for (at, text) in plan.iter().enumerate() {
            let refuse =
                |reason: &str| ReplayError::Step { step: at + 1, text: text.clone(), reason: reason.into() };
            let to: usize = text.parse().map_err(|_| refuse("no cell"))?;
            let from = cells.iter().position(|&tile| tile == 0).expect("a blank");
            let apart =
                (to / self.side).abs_diff(from / self.side) + (to % self.side).abs_diff(from % self.side);
            if to >= N || apart != 1 {
                return Err(refuse("not next to the blank"));
            }
            cells.swap(from, to);
        }
        if !cells.iter().enumerate().all(|(cell, &tile)| usize::from(tile) == cell) {
            return Err(ReplayError::NotSolved {
                moves: plan.len(),
                reason: "tiles are out of place".into(),
            });
        }
        Ok(Replay { lengths: vec![("moves".into(), plan.len() as u64)], frames: Vec::new() })
    }
}
