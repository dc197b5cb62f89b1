// Settings: what a form has a field for, by the value that it takes.

import type { SearchParameter } from '../server/contract'
import type { Value } from './values'

/** Where nothing is written, the field shows what the server fills in, or this default. */
export interface Setting {
  key: string
  name: string
  default: Value | null
  about?: string
  step?: number
  min?: number
  max?: number
  words?: string[]
  /** What holds where nothing is written, in words; no limit otherwise. */
  otherwise?: string
  /** Several of them: words one per line, numbers with commas. */
  list?: 'words' | 'numbers'
}

/** What parameters mean to those who have not read about searches. */
const PLAIN: Record<string, string | undefined> = {
  table: 'memory for boards that were seen already, so that they are not searched again; auto fits most boards',
  step: 'how much longer the plans of the next round may be; 1 finds a shortest plan, more is faster',
  growth: 'how many times larger each round is than the one before, where the heuristic gives no guarantee; more is faster, plans get longer',
  width: 'how many of the most promising boards are kept each move; fewer is faster, and may miss every solution',
  weight: 'how much the heuristic is trusted; more is faster, plans get longer',
  horizon: 'how many moves are looked ahead before one is chosen',
  budget: 'boards that the first attempt may look at before the search begins again',
  order: 'which move is tried first',
}

export const capital = (name: string) => (name[0] ?? '').toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** A parameter of search algorithms, as the server describes it. */
export function settingOf({ name, about, kind, min, max, words, default: fallback }: SearchParameter): Setting {
  const isNumber = kind === 'number' || kind === 'count'
  return { key: name, name: capital(name), about: PLAIN[name] ?? about, default: isNumber ? Number(fallback) : fallback, ...(kind === 'number' || min === null ? { step: 0.1 } : { min }), ...(max === null ? {} : { max }), ...(words.length ? { words } : {}) }
}
