// What every drawn puzzle takes.

import type { Mark, Move } from '../contract'

export interface Drawn<Board> {
  board: Board
  /** Legal moves, for those who may play. */
  moves: Move[]
  /** Takes a move as text; a board without it is only looked at. */
  onmove: ((text: string) => void) | undefined
  /** The moves are not known yet: those of the position before, or none. */
  waiting: boolean
  marks: Mark[]
  /** Small, without letters and without animation. */
  thumbnail: boolean
  label: string
}
