// What every drawn puzzle takes.

import type { Highlight, Move } from '../server/contract'

/** Which of the legal moves is meant: its text, or none. */
export type Wanted = (legal: Move[]) => string | undefined

export interface Drawn<Board> {
  board: Board
  /** Legal moves, for those who may play. */
  moves: Move[]
  /** Takes what is wanted, which is asked for the move once the legal ones are known; a board without it is only looked at. */
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
