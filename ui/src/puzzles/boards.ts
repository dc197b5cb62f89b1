// The boards that are drawn here, by their kind: what each domain sends (its `view.rs` says the same in Rust).

import type { Board } from '../server/contract'

export type Vehicle = {
  letter: string
  /** Row and column of its top left cell, from 0. */
  row: number
  column: number
  length: number
  axis: 'horizontal' | 'vertical'
}

export type RushHourBoard = {
  kind: 'rush-hour'
  width: number
  height: number
  exit: 'right' | 'left' | 'up' | 'down'
  target: string
  /** Row and column of each wall. */
  walls: [number, number][]
  vehicles: Vehicle[]
}

export type TilesBoard = {
  kind: 'tiles'
  width: number
  height: number
  /** Row by row; 0 is the gap. */
  cells: number[]
  goal: number[]
}

/** A card is its rank and suit, as in `TH`. */
export type FreeCellBoard = {
  kind: 'freecell'
  cells: (string | null)[]
  /** Cards of each suit that are home. */
  home: { C: number; D: number; H: number; S: number }
  /** Each from the bottom to the top card. */
  columns: string[][]
  build: 'alternate' | 'suit'
  empty: 'any' | 'king'
}

export type AtomsBoard = {
  kind: 'atoms'
  /** Name of the PDDL domain. */
  domain: string
  objects: { name: string; type: string }[]
  predicates: { name: string; static: boolean; atoms: { objects: string[]; goal: boolean }[] }[]
  goals: { predicate: string; objects: string[]; reached: boolean }[]
  /** The goal is exactly the conjunction of `goals`. */
  complete: boolean
  /** How many atoms are true, those that are left out included. */
  atoms: number
}

export type TextBoard = { kind: 'text'; text: string }

type Known = RushHourBoard | TilesBoard | FreeCellBoard | AtomsBoard | TextBoard

/** Whether a board is of a kind. */
export const is = <K extends Known['kind']>(board: Board, kind: K): board is Extract<Known, { kind: K }> => board.kind === kind
