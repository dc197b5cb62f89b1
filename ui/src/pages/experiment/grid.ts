// The configurations of a grid: which values were tried, what came of each, and how much each setting matters.

import type { Experiment } from '../../contract'

export interface Setting {
  key: string
  /** As in the file, in the order of the grid. */
  values: string[]
}

export interface Point {
  configuration: number
  /** Place of the value of each setting. */
  places: number[]
  /** Fitness on validation of the champions of its repetitions; smaller is better. */
  fitness: number[]
}

export interface Grid {
  settings: Setting[]
  points: Point[]
}

export const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length

export function gridOf({ configurations, runs }: Experiment): Grid {
  const keys = configurations[0]?.settings.map(one => one.key) ?? []
  const settings = keys.map(key => ({ key, values: [...new Set(configurations.map(configuration => configuration.settings.find(one => one.key === key)?.value ?? ''))] }))
  const points = configurations.map(configuration => ({
    configuration: configuration.number,
    places: settings.map(({ key, values }) => values.indexOf(configuration.settings.find(one => one.key === key)?.value ?? '')),
    fitness: runs.filter(run => run.configuration === configuration.number && !run.control).flatMap(run => run.champion?.validation.fitness ?? []),
  }))
  return { settings, points }
}

/** The share of the variance of fitness over all runs that the value of a setting alone explains: η², 0 to 1. */
export function importance({ settings, points }: Grid): { key: string; share: number }[] {
  const all = points.flatMap(point => point.fitness)
  const middle = mean(all)
  const total = all.reduce((sum, one) => sum + (one - middle) ** 2, 0)
  return settings
    .map(({ key, values }, place) => {
      const groups = values.map((_, value) => points.filter(point => point.places[place] === value).flatMap(point => point.fitness)).filter(group => group.length)
      const between = groups.reduce((sum, group) => sum + group.length * (mean(group) - middle) ** 2, 0)
      return { key, share: total > 0 ? between / total : 0 }
    })
    .sort((a, b) => b.share - a.share)
}

/** A field of the heat map: the mean over everything that has both values; null where nothing has. */
export function crossed({ points }: Grid, first: number, second: number, a: number, b: number): number | null {
  const found = points.filter(point => point.places[first] === a && point.places[second] === b).flatMap(point => point.fitness)
  return found.length ? mean(found) : null
}
