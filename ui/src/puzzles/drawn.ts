// What every drawn puzzle takes.

import type { Highlight, Move } from '../contract'

export interface Drawn<Board> {
  board: Board
  /** Legal moves, for those who may play. */
  moves: Move[]
  /** Takes a move as text; a board without it is only looked at. */
  onmove: ((text: string) => void) | undefined
  /** The moves are not known yet: those of the position before, or none. */
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
