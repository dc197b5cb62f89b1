// The curves of many runs under one x, and how a new generation joins them.

import type { Curves, EventGeneration } from '../../server/contract'

export type RunCurves = Curves['runs'][number]
export type Column = 'best' | 'mean' | 'worst' | 'validation' | 'size' | 'depth' | 'distinct' | 'distinct_results' | 'failed'

/** What a curve is drawn over. */
export type Over = 'generation' | 'evaluations' | 'seconds'
export const OVERS: [Over, string][] = [['generation', 'by generation'], ['evaluations', 'by evaluations'], ['seconds', 'by time']]

/** Whether a run has all of the first generations of an axis and nothing else, as most have: charts are drawn often. */
const begins = (x: number[], own: (number | null)[]) => own.length <= x.length && own.every((one, place) => one === x[place])

/** The places of a run's values; null where they are not known. */
const places = (run: RunCurves, by: Over): (number | null)[] => (by === 'seconds' ? (run.seconds ?? []) : run[by])

/** All places that any run has. */
export function axis(runs: RunCurves[], by: Over = 'generation'): number[] {
  if (by === 'generation') {
    const longest = runs.reduce<number[]>((most, run) => (run.generation.length > most.length ? run.generation : most), [])
    if (runs.every(run => begins(longest, run.generation))) return longest
  }
  return [...new Set(runs.flatMap(run => places(run, by).filter(place => place !== null)))].sort((a, b) => a - b)
}

/** A column of a run over that axis, null where the run has nothing. */
export function over(x: number[], run: RunCurves, column: Column, by: Over = 'generation'): (number | null)[] {
  const values: (number | null)[] = run[column]
  const own = places(run, by)
  if (begins(x, own)) return x.length === values.length ? values : [...values.slice(0, own.length), ...Array<null>(x.length - own.length).fill(null)]
  const found = new Map(own.map((at, place) => [at, place]))
  return x.map(at => {
    const place = found.get(at)
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
  const empty: RunCurves = { run: event.run, configuration: event.configuration, repetition: event.repetition, control: event.control, generation: [], evaluations: [], seconds: [], best: [], mean: [], worst: [], validation: [], size: [], depth: [], distinct: [], distinct_results: [], failed: [] }
  const run = curves.runs.find(one => one.run === event.run) ?? empty
  if ((run.generation.at(-1) ?? -1) >= event.generation) return curves
  const next: RunCurves = {
    ...run,
    generation: [...run.generation, event.generation],
    evaluations: [...run.evaluations, event.evaluations],
    // Known when the curves are loaded again.
    seconds: [...(run.seconds ?? []), null],
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
  return { gap: 'cost above the reference', reduction: "share of blind search's nodes", search: 'weighted plan length and nodes', least_squares: 'loss against h*', multi: 'fitness of several evaluators', effort: "share of blind search's expected CPU time" }[name] ?? name
}
