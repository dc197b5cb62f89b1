// The demonstration of packing: the rules that its chart and its results are compared with.

import type { Experiment, OptimisationTable, TestEvaluation } from '../../server/contract'
import { Job } from '../../server/job.svelte'
import { address } from '../../frame/route.svelte'

/** The five instances of 5,000 items on which FunSearch was measured. */
export const INSTANCES = [1, 2, 3, 4, 5].map(number => `weibull-5k-funsearch:${number}`)

/** What FunSearch's rule has on them: Romera-Paredes et al., Nature 625, 2024, table 1. */
export const PUBLISHED = 0.0068

/** How many bins more than the lower bound a tested rule has, as a part of it. */
export function shareOf(test: TestEvaluation, is: (one: TestEvaluation['results'][number]) => boolean): number | null {
  const found = test.results.find(is)
  return found ? found.total_ratio - 1 : null
}

/** A line of the chart. */
export interface Level {
  name: string
  value: number
  colour: string
}

/** The lines of the chart: best fit and Sum of Squares, packed now, and FunSearch's published value. */
export async function levels(): Promise<Level[]> {
  const rules = [['best_fit', 'best fit', '--group-1'], ['sum_of_squares', 'Sum of Squares', '--group-2']] as const
  const job = new Job<OptimisationTable>()
  const made = await job.start({ kind: 'table', domain: 'bin-packing', instances: INSTANCES, settings: { online: 'true' }, methods: rules.map(([rule]) => ({ algorithm: 'construct', heuristic: rule })), limits: { seconds: 30 } })
  const rows = made?.rows ?? []
  const measured = rules.flatMap(([, name, colour], place) => {
    const own = rows.filter((_, at) => at % rules.length === place)
    const bound = own.reduce((sum, row) => sum + (row.lower_bound ?? 0), 0)
    return bound ? [{ name, colour, value: own.reduce((sum, row) => sum + row.cost, 0) / bound - 1 }] : []
  })
  return [...measured, { name: 'FunSearch, published', value: PUBLISHED, colour: '--group-3' }]
}

/** The race of the champion against the rules that it was to beat. */
export const race = (_: Experiment, __: TestEvaluation | null, champion: string) =>
  address('optimise', { d: 'bin-packing', i: INSTANCES[0], s: 'online=true', view: 'race', r: `construct|${champion}~construct|best_fit~construct|sum_of_squares` })
