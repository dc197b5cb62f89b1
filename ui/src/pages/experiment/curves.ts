// The curves of many runs under one x, and how a new generation joins them.

import type { Curves, EventGeneration } from '../../contract'

export type RunCurves = Curves['runs'][number]
export type Column = 'best' | 'mean' | 'worst' | 'validation' | 'size' | 'depth' | 'distinct' | 'distinct_results' | 'failed'

/** Whether a run has all of the first generations of an axis and nothing else, as most have: charts are drawn often. */
const begins = (x: number[], generation: number[]) => generation.length <= x.length && generation.every((one, place) => one === x[place])

/** All generations that any run has. */
export function axis(runs: RunCurves[]): number[] {
  const longest = runs.reduce<number[]>((most, run) => (run.generation.length > most.length ? run.generation : most), [])
  if (runs.every(run => begins(longest, run.generation))) return longest
  return [...new Set(runs.flatMap(run => run.generation))].sort((a, b) => a - b)
}

/** A column of a run over that axis, null where the run has nothing. */
export function over(x: number[], run: RunCurves, column: Column): (number | null)[] {
  const values: (number | null)[] = run[column]
  if (begins(x, run.generation)) return x.length === values.length ? values : [...values, ...Array<null>(x.length - values.length).fill(null)]
  const places = new Map(run.generation.map((generation, place) => [generation, place]))
  return x.map(generation => {
    const place = places.get(generation)
    return place === undefined ? null : (values[place] ?? null)
  })
}

/** Each value, or the last one known before it. */
export function held(values: (number | null)[]): (number | null)[] {
  let last: number | null = null
  return values.map(value => (last = value ?? last))
}

/** The curves with one more generation; those that are known already are left as they are. */
export function grown(curves: Curves, event: EventGeneration): Curves {
  const empty: RunCurves = { run: event.run, cell: event.cell, repetition: event.repetition, control: event.control, generation: [], evaluations: [], best: [], mean: [], worst: [], validation: [], size: [], depth: [], distinct: [], distinct_results: [], failed: [] }
  const run = curves.runs.find(one => one.run === event.run) ?? empty
  if ((run.generation.at(-1) ?? -1) >= event.generation) return curves
  const next: RunCurves = {
    ...run,
    generation: [...run.generation, event.generation],
    evaluations: [...run.evaluations, event.evaluations],
    best: [...run.best, event.best],
    mean: [...run.mean, event.mean],
    worst: [...run.worst, event.worst],
    validation: [...run.validation, event.validation],
    size: [...run.size, event.size],
    depth: [...run.depth, event.depth],
    distinct: [...run.distinct, event.distinct],
    distinct_results: [...run.distinct_results, event.distinct_results],
    failed: [...run.failed, event.failed],
  }
  return { ...curves, runs: run === empty ? [...curves.runs, next] : curves.runs.map(one => (one === run ? next : one)) }
}

/** Whether a logarithmic axis shows all values. */
export function logarithmic(lines: { values: (number | null)[] }[]): boolean {
  return lines.every(line => line.values.every(value => value === null || value > 0))
}

/** A fitness as axes name it. */
export function fitness(name: string): string {
  return { reduction: "share of blind search's nodes", search: 'weighted plan length and nodes', least_squares: 'loss against h*', multi: 'fitness of several evaluators' }[name] ?? name
}
