// How a search ended, in a sentence.

import type { Solve } from '../server/contract'
import { count, plural } from '../parts/format'

const LIMITS = { nodes: 'the limit of nodes', time: 'the time limit', effort: 'the effort limit', memory: 'the memory limit', cancelled: 'the cancel button' }

/** `cost 12`, `8 slides` */
export const lengthOf = ({ metric, length }: Solve) => (metric === 'cost' ? `cost ${count(length ?? 0)}` : plural(length ?? 0, metric.replace(/s$/, '')))

export function outcome(solve: Solve): string {
  switch (solve.status) {
    case 'solved':
      return `Solved ${solve.metric === 'cost' ? 'at' : 'in'} ${lengthOf(solve)}${solve.optimal ? ', and no solution is shorter' : '; a shorter solution may exist'}.${solve.cut ? ` Only the first ${count(solve.plan?.length)} of its ${count(solve.cut)} moves are shown.` : ''}`
    case 'unsolvable':
      return 'Proved: there is no solution.'
    case 'limit':
      return `No answer: ${solve.limit ? LIMITS[solve.limit] : 'a limit'} came first. Raise it, or try another heuristic.`
    case 'gave-up':
      return 'The algorithm ended without a solution and without proof that there is none. Try a complete one, such as A*.'
  }
}
