// What the charts of an experiment's report show.

import type { Line } from '../charts/Chart.svelte'
import { held, over, type Column } from '../pages/experiment/curves'
import { figure } from '../parts/format'
import { look } from '../charts/series'
import type { Run } from './document'

export interface Drawn {
  x: number[]
  lines: Line[]
}

type Values = (number | null)[]
const known = (values: Values): number[] => values.filter(value => value !== null)
const ascending = (values: number[]) => [...new Set(values)].sort((a, b) => a - b)

/** The value below which a share of the values lies. */
export function quantile(values: number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)]
  return low === undefined ? null : low + (place % 1) * ((sorted[Math.ceil(place)] ?? low) - low)
}

/** A group of a box plot. */
export const group = (name: string, values: number[], place: number) => ({ name, values, median: quantile(values, 0.5), lower: quantile(values, 0.25), upper: quantile(values, 0.75), ...look(place) })

/** A value to compare with, all the way across. */
export const level = (name: string, value: number, x: number[]): Line => ({ name: `${name} ${figure(value)}`, values: x.map(() => value), colour: '--group-5', dash: [6, 4] })

/** A median over runs by generation, in a band of their quartiles; runs that are over are left out. */
export function bands(runs: Run[], columns: [string, Column, boolean?][]): Drawn {
  const x = ascending(runs.flatMap(run => run.generation))
  const lines = columns.map(([name, column, share], place): Line => {
    const all = runs.map(run => {
      const values = over(x, run, column)
      return share ? values.map((value, at) => (value === null ? null : value / Math.max(1, run.individuals[run.generation.indexOf(x[at] ?? 0)] ?? 1))) : values
    })
    const at = (part: number) => x.map((_, generation) => quantile(known(all.map(values => values[generation] ?? null)), part))
    return { name, values: at(0.5), colour: look(place).colour, width: 2, ...(runs.length > 1 ? { band: [at(0.25), at(0.75)] } : {}) }
  })
  return { x, lines }
}

/** The champions of all runs on validation by evaluations; each stays what it is until the end of its run. */
export function overlay(runs: Run[], { best, median, baseline }: { best: number | null; median: number | null; baseline: number | null }): Drawn {
  const x = ascending([0, ...runs.flatMap(run => [...run.evaluations, run.spent])])
  const drawn = (run: Run): Line => {
    const values = over(x, run, 'validation', 'evaluations')
    const until = x.indexOf(Math.max(run.spent, run.evaluations.at(-1) ?? 0))
    const line = { name: run.name, values: held(values).map((value, at) => (at > until ? null : value)), steps: true }
    if (run.control) return { ...line, name: 'random search', group: 'random search', colour: '--group-3', faint: true, width: 1 }
    if (run.repetition === best) return { ...line, ...look(1), width: 2 }
    if (run.repetition === median) return { ...line, ...look(0), width: 2 }
    return { ...line, colour: '--quiet', faint: true, width: 1 }
  }
  const lines = runs.map(drawn).sort((a, b) => Number(b.faint ?? false) - Number(a.faint ?? false))
  return { x, lines: [...lines, ...(baseline === null ? [] : [level('tuned baseline on validation', baseline, x)])] }
}

/** One run: best, mean and worst in training, and the champion on validation. */
export function single(run: Run, baseline: number | null): Drawn {
  const x = run.generation
  const lines: Line[] = [
    { name: 'champion on validation', values: run.validation, steps: true, ...look(1), width: 2 },
    { name: 'best', values: run.best, ...look(0) },
    { name: 'mean', values: run.mean, ...look(2), width: 1 },
    { name: 'worst', values: run.worst, ...look(3), width: 1 },
  ]
  return { x, lines: [...lines, ...(baseline === null ? [] : [level('tuned baseline on validation', baseline, x)])] }
}

/** Share of runs that had reached a target, by evaluations. */
export function reached(lengths: [string, number[], number][], longest: number): Drawn {
  const x = ascending([0, ...lengths.flatMap(([, efforts]) => efforts), longest])
  const lines = lengths.map(([name, efforts, runs], place): Line => ({ name, values: x.map(effort => efforts.filter(one => one <= effort).length / Math.max(1, runs)), steps: true, ...look(place), width: 2 }))
  return { x, lines }
}

/** Champions of nearly the same size and fitness become one bubble, its area being their number. */
export function bubbles(settings: [string, Run[]][]): Drawn {
  const all = settings.flatMap(([, runs], setting) => runs.flatMap(({ nodes, fitness }) => (nodes === null || fitness === null ? [] : [{ setting, nodes, fitness, many: 1 }])))
  const wide = Math.max(...all.map(one => one.nodes)) - Math.min(...all.map(one => one.nodes)) || 1
  const high = Math.max(...all.map(one => one.fitness)) - Math.min(...all.map(one => one.fitness)) || 1
  const found = new Map<string, (typeof all)[number]>()
  for (const one of all) {
    const place = [one.setting, Math.round((one.nodes / wide) * 40), Math.round((one.fitness / high) * 24)].join()
    const met = found.get(place)
    if (met) met.many++
    else found.set(place, one)
  }
  const marks = [...found.values()].sort((a, b) => a.nodes - b.nodes)
  const radii = marks.map(mark => Math.min(24, 4 * Math.sqrt(mark.many)))
  const lines = settings.map(([name], setting): Line => ({ name, values: marks.map(mark => (mark.setting === setting ? mark.fitness : null)), radii, ...look(setting) }))
  return { x: marks.map(mark => mark.nodes), lines }
}

/** The last Pareto fronts of runs, that of one of them in front. */
export function fronts(runs: Run[], typical: number | null): Drawn {
  const points = runs.map(run => run.front.filter((point): point is [number, number] => point[0] !== null && point[1] !== null))
  const x = ascending(points.flatMap(front => front.map(([nodes]) => nodes)))
  const lines = runs.flatMap((run, place): Line[] => {
    const front = new Map(points[place])
    const faint = run.repetition !== typical && runs.length > 1
    return front.size ? [{ name: run.name, values: x.map(nodes => front.get(nodes) ?? null), steps: true, points: true, colour: faint ? '--quiet' : '--group-0', faint }] : []
  })
  return { x, lines: lines.sort((a, b) => Number(b.faint) - Number(a.faint)) }
}
