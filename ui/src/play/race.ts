// The race that shows what a champion is worth: by the search that it was evolved for, on a typical test board,
// against blind search and the tuned baseline.

import { title } from '../server/catalog'
import type { Experiment, TestEvaluation } from '../server/contract'
import { domainIn, instanceAddress, named } from '../server/instances'
import { pack, searchOf } from '../fields/method'

/** The test board with the median ratio of nodes against the baseline, of those that both solve and where they differ, if any; with the median nodes where there is no baseline. */
export function typical(test: TestEvaluation): TestEvaluation['instances'][number] | undefined {
  const champion = test.results.find(one => one.name === test.champion)
  const baseline = test.results.find(one => one.kind === 'baseline')
  const boards = test.instances
    .map((instance, place) => ({ instance, mine: champion?.runs[place], other: baseline ? baseline.runs[place] : { solved: true, expanded: 1 } }))
    .filter(({ instance, mine, other }) => instance.solved && mine?.solved && other?.solved)
    .map(({ instance, mine, other }) => ({ instance, ratio: Math.log(Math.max(1, mine?.expanded ?? 1) / Math.max(1, other?.expanded ?? 1)) }))
  const telling = boards.filter(one => one.ratio !== 0)
  const sorted = (telling.length ? telling : boards).sort((a, b) => a.ratio - b.ratio)
  return sorted[Math.floor((sorted.length - 1) / 2)]?.instance
}

export function raceAddress(experiment: Experiment, test: TestEvaluation | null, champion: string): string {
  const { values, summary, configurations } = experiment
  const domain = domainIn(experiment)
  const by = (heuristic: string) => pack({ ...searchOf(values), heuristic })
  const board = test ? typical(test) : undefined
  const first = { 'rush-hour': 'jam:30', tiles: 'eight:6', freecell: 'freecell:617' }[summary.domain] ?? `${title(summary.domain)}:easy-3`
  const instance = board ? named(domain, board) : first
  const baseline = configurations[0]?.baseline?.text
  const entrants: [string, string][] = [['blind search', by('zero')], ...(baseline ? [['tuned baseline', by(baseline)] as [string, string]] : []), ['evolved champion', by(champion)]]
  return instanceAddress(domain, { i: instance, m: summary.metric, view: 'race', r: entrants.map(([, one]) => one).join('|'), n: entrants.map(([name]) => name).join('|') })
}
