// One dataset, made up around real boards of a set.
import { read } from './boards.js'
import { readFileSync } from 'node:fs'

const jam = readFileSync(new URL('../../../data/rush-hour-jam.csv', import.meta.url), 'utf8').split('\n').flatMap(line => line.match(/[A-Zox.]{36}/) ?? [])
const features = ['zero', 'blockers', 'blocking', 'blockers_stuck', 'blockers_two_sided', 'blockers_deep', 'distance', 'distance_blockers', 'advanced_distance', 'goal_distance', 'hybrid', 'votes', 'immobility']
const histogram = Array.from({ length: 52 }, (_, d) => Math.round(140 * Math.exp(-((d - 16) ** 2) / 120) + (d < 3 ? 20 : 0)))

export const datasets = [{ name: 'jam-sample', description: 'states drawn from those that jam:1-40 reach, 25 of each', domain: 'rush-hour', metric: 'slides', rows: 1000, estimates: 0, features, created: Math.floor(Date.now() / 1000) - 4000, distances: { least: 0, mean: 17.2, most: 50 }, histogram, deleted: null }]

export function datasetPage(query) {
  const offset = Number(query.get('offset') ?? 0)
  const rows = jam.slice(0, Number(query.get('count') ?? 25)).map((text, at) => ({ number: offset + at + 1, instance: text, reference: `rush-hour:${text}`, board: read('rush-hour', text), distance: 8 + at, estimate: false, values: features.map((_, place) => (place ? ((at * 7 + place * 3) % 19) + 1 : 0)) }))
  return { dataset: datasets[0], offset, rows }
}

export function scatter(feature) {
  const slope = 0.3 + (features.indexOf(feature) + 2) * 0.07
  const points = []
  for (let d = 0; d <= 50; d++) for (let k = -2; k <= 2; k++) points.push([d, Math.max(0, Math.round(d * slope + k * (1 + d / 14))), Math.round(60 * Math.exp(-k * k) * Math.exp(-((d - 16) ** 2) / 160)) + 1])
  return { points, states: 1000, correlation: 0.87, mean_error: 4.1, overestimates: points.filter(([d, h]) => h > d).length }
}
