// What a move changed: the parts of a solution that are not as in the one before, by the numbers that its drawing picks them by.
// A new domain adds a line to the table.

import type { BinsBoard, GanttBoard, RosterBoard, RoutesBoard, TourBoard } from './boards'

/** The places of the keys that the other list does not have. */
const fresh = (now: string[], before: string[]) => {
  const known = new Set(before)
  return now.flatMap((key, place) => (known.has(key) ? [] : [place]))
}

const sorted = (numbers: number[]) => [...numbers].sort((a, b) => a - b).join()
const bins = ({ bins }: BinsBoard) => bins.map(sorted)
const routes = ({ routes }: RoutesBoard) => routes.map(route => route.join())
/** Each operation with the one before it on its machine. */
const gantt = ({ bars }: GanttBoard) => bars.flatMap(row => row.map(({ job, operation }, place) => `${job}.${operation} ${row[place - 1]?.job}.${row[place - 1]?.operation}`))
/** Each city with its neighbours. */
const tour = ({ tour }: TourBoard) => tour.map((city, place) => `${city} ${sorted([tour.at(place - 1) ?? 0, tour[(place + 1) % tour.length] ?? 0])}`)
/** Each person's shift on each day. */
const roster = ({ cells }: RosterBoard) => cells.flatMap((row, person) => row.map((shift, day) => `${person} ${day} ${shift}`))

const KEYS: Record<string, ((board: any) => string[]) | undefined> = { bins, gantt, tour, routes, roster }

export function changes(now: { kind: string }, before: { kind: string }): number[] {
  const keys = KEYS[now.kind]
  return keys && now.kind === before.kind ? fresh(keys(now), keys(before)) : []
}
