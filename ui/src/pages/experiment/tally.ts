// Wins, ties and losses of a champion against others, instance by instance.

import type { TestResult, TestEvaluation } from '../../server/contract'

export interface Tally {
  name: string
  kind: TestResult['kind']
  /** Fewer nodes, or solved where the other is not. */
  wins: number
  ties: number
  losses: number
  /** The same by plan length. */
  shorter: number
  longer: number
}

export function tally({ results, champion }: TestEvaluation): Tally[] {
  const mine = results.find(one => one.name === champion)
  if (!mine) return []
  return results
    .filter(one => one !== mine && one.kind !== 'champion')
    .map(other => {
      const found: Tally = { name: other.name, kind: other.kind, wins: 0, ties: 0, losses: 0, shorter: 0, longer: 0 }
      mine.runs.forEach((run, place) => {
        const against = other.runs[place]
        if (!against) return
        const [a, b] = [run.solved ? run.expanded : Infinity, against.solved ? against.expanded : Infinity]
        if (a < b) found.wins++
        else if (a > b) found.losses++
        else found.ties++
        if (run.solved && against.solved && run.length < against.length) found.shorter++
        if (run.solved && against.solved && run.length > against.length) found.longer++
      })
      return found
    })
    .sort((a, b) => b.losses - a.losses || a.wins - b.wins)
}
