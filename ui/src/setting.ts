// Settings: what a form has a field for, by the value that it takes.

import type { SearchParameter } from './contract'
import type { Value } from './toml'

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
}

export const capital = (name: string) => (name[0] ?? '').toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** A parameter of search algorithms, as the server describes it. */
export function settingOf({ name, about, kind, min, max, words, default: fallback }: SearchParameter): Setting {
  const isNumber = kind === 'number' || kind === 'count'
  return { key: name, name: capital(name), about, default: isNumber ? Number(fallback) : fallback, ...(kind === 'number' || min === null ? { step: 0.1 } : { min }), ...(max === null ? {} : { max }), ...(words.length ? { words } : {}) }
}
