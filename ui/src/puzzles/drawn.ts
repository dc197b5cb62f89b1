// What every drawn puzzle takes.

import type { Highlight, Move } from '../server/contract'

/** Which of the legal moves is meant: its text, or none. */
export type Wanted = (legal: Move[]) => string | undefined

export interface Drawn<Board> {
  board: Board
  /** Legal moves, for those who may play. */
  moves: Move[]
  /** Called with a function that selects one of the legal moves; it is called once they are known. A board without it is only looked at. */
  onmove: ((wanted: Wanted) => void) | undefined
  /** The moves are not known yet. */
  waiting: boolean
  highlights: Highlight[]
  /** Moves that are drawn on the board: a hint, or the best ones. */
  hints: Move[]
  /** The game is over: the target leaves, or what a puzzle does instead. */
  over: boolean
  /** Drawn faintly: parts that could be left out. */
  needless?: string[]
  /** Small, without letters and without animation. */
  thumbnail: boolean
  label: string
}
