// The room around a Rush Hour board's cells, in tenths of a cell: the kerb on every side, and an arrow where the exit
// is.

import type { RushHourBoard } from './boards'

export const CELL = 10
export const KERB = 2

export interface Frame {
  left: number
  top: number
  width: number
  height: number
}

export function frame(board: RushHourBoard): Frame {
  const room = (side: RushHourBoard['exit']) => KERB + (board.exit === side ? 5 : 0.4)
  const [left, top] = [room('left'), room('up')]
  return { left, top, width: board.width * CELL + left + room('right'), height: board.height * CELL + top + room('down') }
}
