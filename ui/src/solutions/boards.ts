// The solutions that are drawn here, by the kind of their board: what each domain sends (its `view.rs` has the same in Rust).

export type BinsBoard = {
  kind: 'bins'
  capacity: number
  /** Sizes of the items, in the order of arrival. */
  sizes: number[]
  /** The items of each bin, from 0; none before anything is packed. */
  bins: number[][]
}

export type Bar = { job: number; operation: number; setup: number; start: number; end: number; critical: boolean }

export type GanttBoard = {
  kind: 'gantt'
  machines: number
  jobs: { route: [number, number][]; release: number; due: number | null; weight: number }[]
  /** The operations of each machine in their order; none before anything is scheduled. */
  bars: Bar[][]
}

export type Place = [number, number]

export type TourBoard = {
  kind: 'tour'
  count: number
  /** Empty if no coordinates are known. */
  places: Place[]
  /** The cities in their order, from 0. */
  tour: number[]
}

export type RoutesBoard = {
  kind: 'routes'
  capacity: number
  /** The demand of each place, the depot first. */
  demands: number[]
  /** The depot first; empty if no coordinates are known. */
  places: Place[]
  /** The customers of each route in their order, from 1. */
  routes: number[][]
}

export type RosterBoard = {
  kind: 'roster'
  days: { weekday: string; date: string | null }[]
  shifts: string[]
  people: string[]
  /** By person and day the place of the shift; null for a day off. Empty before anything is planned. */
  cells: (number | null)[][]
  /** By shift and day the people present and needed; needed is null where any number will do. */
  cover: [number, number | null][][]
  /** Person and day at which a hard rule is broken. */
  broken: [number, number][]
  /** Person and day that differ from the roster to stay close to. */
  changed: [number, number][]
}

/** What every drawing takes. */
export interface Drawn<Board> {
  board: Board
  label: string
  /** Parts that are set off, such as those that a move changed. */
  marked?: number[] | undefined
  /** Called with a part and its new place, by the numbers of `edits.ts`; parts can then be dragged. */
  onmove?: ((part: number, target: number) => void) | undefined
  /** Called with a part that is pressed. */
  onpick?: ((part: number) => void) | undefined
}
