//! A small sliding-tile domain that uses every corner of the interface: an incremental heuristic told ahead of the
//! child, features that share a function, a group computed together, per-thread scratch, a run-time packed width.

use std::ops::ControlFlow;
use std::sync::Arc;
use unstuck_core::feature::{FeatureInfo, FeatureTable, Needs, Role, Text, View, estimate, infos, up_to};
use unstuck_core::heuristic::{Featured, Heuristic, NodeCompute, NodeFeature, WithHeuristic};
use unstuck_core::instance::Bound;
use unstuck_core::problem::{Problem, Visit};
use unstuck_core::puzzle::{Picture, Puzzle, Replay, ReplayError};

/// Most cells.
const MOST: usize = 16;

/// A board of at most 16 cells; tile k belongs into cell k, the blank is 0.
pub struct Tiles {
    width: usize,
    count: usize,
    /// Distance of tile t in cell c from its place.
    manhattan: Vec<[u8; MOST]>,
}

/// The tiles, each cell that the board does not have holding its own number, and where the blank is.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    pub cells: [u8; MOST],
    pub blank: u8,
}

/// The cells that the blank moves to and from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slide(pub u8, pub u8);

/// Buffers of the features.
pub struct Scratch {
    misplaced: Vec<u8>,
}

impl Tiles {
    pub fn new(width: usize, count: usize) -> Self {
        let far = |a: usize, b: usize| (a / width).abs_diff(b / width) + (a % width).abs_diff(b % width);
        let row = |tile: usize| std::array::from_fn(|cell| if tile == 0 { 0 } else { far(tile, cell) as u8 });
        Self { width, count, manhattan: (0..MOST).map(row).collect() }
    }

    pub fn board(&self, tiles: &[u8]) -> Board {
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank") as u8;
        Board { cells: std::array::from_fn(|cell| tiles.get(cell).copied().unwrap_or(cell as u8)), blank }
    }

    fn distance(&self, state: &Board) -> u32 {
        state.cells.iter().enumerate().map(|(cell, &t)| u32::from(self.manhattan[usize::from(t)][cell])).sum()
    }
}

fn misplaced(view: &View<'_, Tiles>, scratch: &mut Scratch) -> f64 {
    scratch.misplaced.clear();
    let wrong = (1..view.problem.count as u8).filter(|&cell| view.state.cells[usize::from(cell)] != cell);
    scratch.misplaced.extend(wrong);
    // Tile k misplaced leaves cell k wrong, the blank's own cell apart.
    scratch.misplaced.len() as f64
}

/// Out of row and out of column, together.
fn lines(view: &View<'_, Tiles>, _: &mut Scratch, out: &mut [f64]) {
    out.fill(0.0);
    let side = view.problem.width;
    for (cell, &tile) in view.state.cells.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
        out[0] += f64::from(u8::from(cell / side != usize::from(tile) / side));
        out[1] += f64::from(u8::from(cell % side != usize::from(tile) % side));
    }
}

fn tile_distance(view: &View<'_, Tiles>, _: &mut Scratch, tile: u32) -> f64 {
    let cell = view.state.cells.iter().position(|&t| u32::from(t) == tile).expect("every tile is there");
    f64::from(view.problem.manhattan[tile as usize][cell])
}

const fn info(name: &'static str, admissible: bool, needs: Needs) -> FeatureInfo {
    let metrics: &[&str] = if admissible { &["moves"] } else { &[] };
    let role = if needs.g { Role::Context } else { Role::Estimate };
    estimate(name, "for tests", metrics, metrics).of_role(role).needing(needs)
}

impl Tiles {
    const FEATURES: &'static [NodeFeature<Self>] = &[
        NodeFeature::new(
            info("misplaced", true, Needs::STATE),
            |problem, _| up_to(problem.count as u32),
            misplaced,
        ),
        NodeFeature::new(
            info("manhattan", true, Needs::STATE),
            |problem, _| up_to((problem.count * problem.count) as u32),
            |view, _| f64::from(view.problem.distance(view.state)),
        ),
        NodeFeature {
            info: info("out_of_row", true, Needs::STATE),
            member: 0,
            range: |problem, _| up_to(problem.count as u32),
            compute: NodeCompute::Group(lines, 2..4),
        },
        NodeFeature {
            info: info("out_of_column", true, Needs::STATE),
            member: 0,
            range: |problem, _| up_to(problem.count as u32),
            compute: NodeCompute::Group(lines, 2..4),
        },
        Self::tile("tile_1", 1),
        Self::tile("tile_5", 5),
        NodeFeature::new(info("g", false, Needs::G), |_, _| up_to(u32::MAX), |view, _| f64::from(view.g)),
    ];

    /// One of the tiles; on the larger board the first only.
    const fn tile(name: &'static str, member: u32) -> NodeFeature<Self> {
        NodeFeature {
            info: info(name, true, Needs::STATE),
            member,
            range: |problem, tile| (problem.count < MOST || tile == 1).then_some((0.0, problem.count as f64)),
            compute: NodeCompute::Member(tile_distance),
        }
    }

    pub fn table(count: usize) -> Arc<FeatureTable> {
        let name = if count == MOST { "fifteen-puzzle" } else { "eight-puzzle" };
        FeatureTable::new(name, ["moves".into()], infos(Self::FEATURES))
    }

    /// A board of so many columns behind the dynamic boundary.
    pub fn bound(width: usize, tiles: &[u8]) -> Bound<Self> {
        let problem = Self::new(width, tiles.len());
        let start = problem.board(tiles);
        Bound::new(&Self::table(tiles.len()), problem, start)
    }
}

impl Problem for Tiles {
    type State = Board;
    type Action = Slide;
    /// The cell that the blank came from.
    type Undo = u8;
    type Scratch = Scratch;
    /// Known at run time only, to try that.
    const PACKED_LEN: usize = 0;
    const TRANSPOSITIONS: bool = false;

    fn scratch(&self) -> Scratch {
        Scratch { misplaced: Vec::with_capacity(self.count) }
    }
    fn packed_len(&self) -> usize {
        self.count.div_ceil(MOST)
    }
    fn pack(&self, state: &Board, out: &mut [u64]) {
        for (word, cells) in out.iter_mut().zip(state.cells.chunks(MOST)) {
            *word = cells.iter().rev().fold(0, |packed, &tile| packed << 4 | u64::from(tile));
        }
    }
    fn unpack(&self, words: &[u64]) -> Board {
        self.board(
            &std::array::from_fn::<u8, MOST, _>(|cell| (words[0] >> (4 * cell) & 15) as u8)[..self.count],
        )
    }
    fn hash(&self, state: &Board) -> u64 {
        state
            .cells
            .iter()
            .fold(0, |h: u64, &tile| (h.rotate_left(5) ^ u64::from(tile)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
    fn visit<V: Visit<Self>>(&self, s: &Board, last: Option<Slide>, v: &mut V) -> ControlFlow<()> {
        let (cell, side) = (usize::from(s.blank), self.width);
        let back = last.map(|Slide(_, from)| from);
        let all = [
            (cell >= side).then(|| cell - side),
            (cell % side > 0).then(|| cell - 1),
            (cell % side + 1 < side).then(|| cell + 1),
            (cell + side < self.count).then(|| cell + side),
        ];
        for to in all.into_iter().flatten().map(|to| to as u8).filter(|&to| Some(to) != back) {
            v.action(self, s, Slide(to, s.blank))?;
        }
        ControlFlow::Continue(())
    }
    fn apply(&self, state: &mut Board, action: Slide) -> u8 {
        let from = state.blank;
        state.cells.swap(usize::from(from), usize::from(action.0));
        state.blank = action.0;
        from
    }
    fn undo(&self, state: &mut Board, action: Slide, from: u8) {
        state.cells.swap(usize::from(from), usize::from(action.0));
        state.blank = from;
    }
    fn reversible(&self) -> bool {
        true
    }

    fn is_goal(&self, state: &Board) -> bool {
        state.cells.iter().enumerate().all(|(cell, &tile)| usize::from(tile) == cell)
    }
}

impl Featured for Tiles {
    fn features(&self) -> &[NodeFeature<Self>] {
        Self::FEATURES
    }
    fn incremental<R, W: WithHeuristic<Self, R>>(&self, name: &str, with: W) -> Result<R, W> {
        if name == "manhattan" { Ok(with.call(Manhattan)) } else { Err(with) }
    }
}

/// Manhattan distance carried from parent to child.
pub struct Manhattan;

impl Heuristic<Tiles> for Manhattan {
    type Value = u32;
    type Incremental = u32;

    fn root(&mut self, view: &View<'_, Tiles>) -> (u32, u32) {
        let h = view.problem.distance(view.state);
        (h, h)
    }
    fn evaluate_successor(&mut self, d: &Tiles, parent: &Board, action: Slide, h: u32) -> Option<(u32, u32)> {
        let tile = usize::from(parent.cells[usize::from(action.0)]);
        let (to, from) = (usize::from(parent.blank), usize::from(action.0));
        let h = h + u32::from(d.manhattan[tile][to]) - u32::from(d.manhattan[tile][from]);
        Some((h, h))
    }
    fn child(&mut self, view: &View<'_, Tiles>, _: u32) -> (u32, u32) {
        self.root(view)
    }
}

impl Puzzle for Tiles {
    fn metric(&self) -> Text {
        "moves".into()
    }
    fn state_text(&self, state: &Board) -> String {
        state.cells[..self.count].iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
    }
    fn picture(&self, _: &Board) -> Picture {
        Picture::default()
    }
    fn action_text(&self, _: &Board, action: Slide) -> String {
        action.0.to_string()
    }
    fn describe_action(&self, _: &Board, action: Slide) -> String {
        format!("move the blank to cell {}", action.0)
    }
    fn replay(&self, start: &Board, plan: &[String], _: bool) -> Result<Replay, ReplayError> {
        let mut cells = start.cells;
        for (at, text) in plan.iter().enumerate() {
            let refuse =
                |reason: &str| ReplayError::Step { step: at + 1, text: text.clone(), reason: reason.into() };
            let to: usize = text.parse().map_err(|_| refuse("no cell"))?;
            let from = cells.iter().position(|&tile| tile == 0).expect("a blank");
            let apart =
                (to / self.width).abs_diff(from / self.width) + (to % self.width).abs_diff(from % self.width);
            if to >= self.count || apart != 1 {
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
