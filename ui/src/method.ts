// An algorithm with a heuristic and its parameters, as it stands in addresses and on labels.

import type { Catalog, Method } from './contract'

export interface Chosen {
  algorithm: string
  heuristic: string
  weight: number
  width: number
  horizon: number
}

export const USUAL: Chosen = { algorithm: 'astar', heuristic: '', weight: 2, width: 1000, horizon: 7 }

export function uses(known: Catalog, algorithm: string, parameter: string): boolean {
  const info = known.algorithms.find(one => one.name === algorithm)
  if (parameter === 'heuristic') return info?.heuristic ?? false
  return (info?.parameters as string[] | undefined)?.includes(parameter) ?? false
}

/** Only what the algorithm reads. */
export function request(known: Catalog, chosen: Chosen): Method {
  const { algorithm, heuristic, weight, width, horizon } = chosen
  return {
    algorithm,
    ...(uses(known, algorithm, 'heuristic') && heuristic.trim() ? { heuristic } : {}),
    ...(uses(known, algorithm, 'weight') ? { weight } : {}),
    ...(uses(known, algorithm, 'width') ? { width } : {}),
    ...(uses(known, algorithm, 'horizon') ? { horizon } : {}),
  }
}

/** `A* · 2*blockers` */
export function label(known: Catalog, chosen: Chosen): string {
  const parts = [chosen.algorithm]
  if (uses(known, chosen.algorithm, 'heuristic')) parts.push(chosen.heuristic.trim() || 'usual heuristic')
  if (uses(known, chosen.algorithm, 'weight')) parts.push(`w ${chosen.weight}`)
  return parts.join(' · ')
}

/** For addresses: `wastar,2*blockers,w=1.5`; commas of the heuristic are kept by result last. */
export function pack(chosen: Chosen): string {
  const { algorithm, heuristic, weight, width, horizon } = chosen
  const numbers = [weight === USUAL.weight ? '' : `w${weight}`, width === USUAL.width ? '' : `b${width}`, horizon === USUAL.horizon ? '' : `z${horizon}`].filter(Boolean)
  return [algorithm, ...numbers].join('~') + (heuristic ? `,${heuristic}` : '')
}

export function unpack(text: string): Chosen {
  const comma = text.indexOf(',')
  const [head, heuristic] = comma < 0 ? [text, ''] : [text.slice(0, comma), text.slice(comma + 1)]
  const [algorithm = 'astar', ...numbers] = head.split('~')
  const chosen = { ...USUAL, algorithm, heuristic }
  for (const one of numbers) {
    const value = Number(one.slice(1))
    if (!Number.isFinite(value)) continue
    if (one.startsWith('w')) chosen.weight = value
    if (one.startsWith('b')) chosen.width = value
    if (one.startsWith('z')) chosen.horizon = value
  }
  return chosen
}
