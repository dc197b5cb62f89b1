// An algorithm with a heuristic and its parameters, as it stands in addresses and on labels.

import type { Catalog, Method } from '../server/contract'
import { settingOf, type Setting } from './setting'
import { table, type Table, type Value } from './values'

export interface Chosen {
  algorithm: string
  heuristic: string
  /** Parameters that differ from their defaults, by name. */
  parameters: Table
}

const info = (known: Catalog, algorithm: string) => known.algorithms.find(one => one.name === algorithm)

export const usesHeuristic = (known: Catalog, algorithm: string) => info(known, algorithm)?.heuristic ?? false

/** The parameters that an algorithm reads. */
export function parametersOf(known: Catalog, algorithm: string): Setting[] {
  const read: string[] = info(known, algorithm)?.parameters ?? []
  return known.parameters.filter(one => read.includes(one.name)).map(settingOf)
}

/** Those that are given, and are not what they would be anyway. */
const given = (known: Catalog, { algorithm, parameters }: Chosen) =>
  parametersOf(known, algorithm).flatMap(one => (parameters[one.key] === undefined || parameters[one.key] === one.default ? [] : [[one.key, parameters[one.key]] as [string, Value]]))

/** Only what the algorithm reads. */
export function request(known: Catalog, chosen: Chosen): Method {
  const { algorithm, heuristic } = chosen
  return { algorithm, ...(usesHeuristic(known, algorithm) && heuristic.trim() ? { heuristic } : {}), ...Object.fromEntries(given(known, chosen)) }
}

/** `wastar · 2*blockers · weight 1.5` */
export function label(known: Catalog, chosen: Chosen): string {
  const heuristic = usesHeuristic(known, chosen.algorithm) ? [chosen.heuristic.trim() || 'default heuristic'] : []
  return [chosen.algorithm, ...heuristic, ...given(known, chosen).map(one => one.join(' '))].join(' · ')
}

/** For addresses: `wastar~weight=1.5,2*blockers`; the heuristic is last, as it may contain commas. */
export function pack({ algorithm, heuristic, parameters }: Chosen): string {
  return [algorithm, ...Object.entries(parameters).map(one => one.join('='))].join('~') + (heuristic ? `,${heuristic}` : '')
}

export function unpack(text: string): Chosen {
  const comma = text.indexOf(',')
  const [head, heuristic] = comma < 0 ? [text, ''] : [text.slice(0, comma), text.slice(comma + 1)]
  const [algorithm = 'astar', ...rest] = head.split('~')
  // Addresses of older versions say `w1.5`.
  const pairs = rest.map(one => one.replace(/^w(?=[\d.]+$)/, 'weight=').split('=', 2)).map(([name = '', value = '']) => [name, value === '' || Number.isNaN(Number(value)) ? value : Number(value)])
  return { algorithm, heuristic, parameters: Object.fromEntries(pairs) as Table }
}

/** The search of an experiment, by the values of its file. */
export function searchOf(values: unknown): Chosen {
  const { algorithm = 'ida', limits: _, ...parameters } = table(table(values)['search'])
  return { algorithm: String(algorithm), heuristic: '', parameters }
}
