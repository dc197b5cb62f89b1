// The boards that are drawn, each with its kind.

import type { Board } from '../contract'

export type RushHourBoard = Extract<Board, { kind: 'rush-hour' }>
export type TilesBoard = Extract<Board, { kind: 'tiles' }>
export type FreeCellBoard = Extract<Board, { kind: 'freecell' }>
