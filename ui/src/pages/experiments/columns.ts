// What is known of an experiment in a list: columns to show, to sort by, and to draw against each other.

import { title } from '../../server/catalog'
import type { ExperimentSummary } from '../../server/contract'
import { ago, figure, percent } from '../../parts/format'

export interface Column {
  name: string
  /** Above the column. */
  title: string
  /** What it is sorted by; null comes last. */
  of: (one: ExperimentSummary) => number | string | null
  show?: (one: ExperimentSummary) => string
}

const gain = ({ best, baseline }: ExperimentSummary) => (best !== null && baseline ? best / baseline : null)

export const COLUMNS: Column[] = [
  { name: 'name', title: 'experiment', of: one => one.name },
  { name: 'state', title: 'state', of: one => one.state },
  { name: 'domain', title: 'puzzle', of: one => title(one.domain) },
  { name: 'genome', title: 'genome', of: one => one.genome },
  { name: 'algorithm', title: 'algorithm', of: one => one.algorithm },
  { name: 'fitness', title: 'fitness', of: one => one.fitness },
  { name: 'best', title: 'best on validation', of: one => one.best },
  { name: 'baseline', title: 'tuned baseline', of: one => one.baseline },
  { name: 'gain', title: 'best ÷ baseline', of: gain },
  { name: 'generation', title: 'generation', of: one => one.generation },
  { name: 'runs', title: 'runs', of: one => one.runs.total },
  { name: 'configurations', title: 'configurations', of: one => one.configurations },
  { name: 'progress', title: 'progress', of: one => one.progress, show: one => percent(one.progress) },
  { name: 'created', title: 'created', of: one => one.created, show: one => ago(one.created) },
]
export const USUAL = ['state', 'domain', 'algorithm', 'best', 'baseline', 'gain', 'generation', 'created']

export const columnOf = (name: string | null) => COLUMNS.find(one => one.name === name)
export const isNumber = (column: Column, all: ExperimentSummary[]) => all.some(one => typeof column.of(one) === 'number')

export function shown(column: Column, one: ExperimentSummary): string {
  const value = column.of(one)
  return column.show?.(one) ?? (typeof value === 'number' || value === null ? figure(value) : value)
}

/** The order of a column, with a minus the other way round; what has no value comes last in both. */
export function order(sort: string): ((a: ExperimentSummary, b: ExperimentSummary) => number) | null {
  const column = columnOf(sort.replace(/^-/, ''))
  if (!column) return null
  const sign = sort.startsWith('-') ? -1 : 1
  return (a, b) => {
    const [x, y] = [column.of(a), column.of(b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null) || b.id - a.id
    return sign * (typeof x === 'string' ? x.localeCompare(String(y)) : x - Number(y)) || b.id - a.id
  }
}
