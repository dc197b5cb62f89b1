// The configurations of a grid: which values were tried, what came of each, and how much each setting matters.

import type { Experiment } from '../../server/contract'
import { flat, normal } from '../compare/settings'

export interface Setting {
  key: string
  /** As in the file, in the order of the grid. */
  values: string[]
}

export interface Point {
  name: string
  experiment: number
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

/** What says nothing about how an experiment searches. */
const APART = /^(format|name|seed|repetitions|origin|initial|grid\.)/

/** The configurations of experiments, with the settings in which they differ. */
export function gridOf(experiments: Experiment[]): Grid {
  const all = experiments.flatMap(({ configurations, values, runs, summary }) => {
    const file = experiments.length > 1 ? flat(values) : new Map<string, string>()
    return configurations.map(({ number, settings }) => ({
      name: `${experiments.length > 1 ? summary.name : 'Configuration'}${configurations.length > 1 ? ` ${number + 1}` : ''}`,
      experiment: summary.id,
      configuration: number,
      settings: new Map([...file, ...settings.map(({ key, value }): [string, string] => [key, normal(value)])]),
      fitness: runs.filter(run => run.configuration === number && !run.control).flatMap(run => run.champion?.validation.fitness ?? []),
    }))
  })
  const keys = [...new Set(all.flatMap(one => [...one.settings.keys()]))].filter(key => !APART.test(key) && new Set(all.map(one => one.settings.get(key))).size > 1)
  const settings = keys.map(key => ({ key, values: [...new Set(all.map(one => one.settings.get(key) ?? ''))] }))
  return { settings, points: all.map(({ settings: own, ...one }) => ({ ...one, places: settings.map(({ key, values }) => values.indexOf(own.get(key) ?? '')) })) }
}

/** The share of the variance of fitness over all runs that the value of a setting alone explains, the main effect of a functional analysis of variance: 0 to 1. */
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
