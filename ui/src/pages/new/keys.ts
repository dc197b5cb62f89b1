// The fields for the keys of an experiment's file, as the server describes them.

import type { Catalog, ExperimentKey } from '../../server/contract'
import type { Setting } from '../../fields/setting'
import type { Value } from '../../fields/values'

/** The form of a section where a kind is chosen. */
export const ofKind = (kind: string) => `kind = "${kind}"`

/** The form of `[search]` where rules evolve. */
export const RULES = 'Optimisation problems'

/** The rows of a section, of one of its forms or of those that all forms have. */
const rows = (known: Catalog, section: string, form: string) => known.keys.find(one => one.path === section && one.form === form)?.keys ?? []

/** The kinds of a section, each with the keys that only it has. */
export const kinds = (known: Catalog, section: string): Record<string, string[]> =>
  Object.fromEntries(known.keys.flatMap(one => {
    const kind = one.path === section ? /^kind = "(.*)"$/.exec(one.form)?.[1] : undefined
    return kind === undefined ? [] : [[kind, [...new Set(one.keys.map(key => key.name.split(/[.[]/)[0] ?? ''))]]]
  }))

/** Kinds whose values have no field of one input: they are chosen elsewhere on the page, or written in the text. */
const STRUCTURED = /table|section|or list/

/** The fields of a table, `genome.limits`: all of them, or those that are named. */
export function fields(known: Catalog, path: string, names?: string[], form = ''): Setting[] {
  const [section = '', ...tables] = path.split('.')
  const inner = tables.map(table => `${table}.`).join('')
  const own = rows(known, section, form).filter(key => key.name.startsWith(inner)).map(key => ({ ...key, name: key.name.slice(inner.length) }))
  return own.filter(key => (names ? names.includes(key.name) : !/[.[]/.test(key.name) && !STRUCTURED.test(key.kind))).map(setting)
}

/** The others: all that have no field elsewhere on the page. */
export const others = (known: Catalog, path: string, shown: string[], form = '') => fields(known, path, undefined, form).filter(one => !shown.includes(one.key))

/** The first part of the help is the name of the field. */
function setting({ name: key, kind, min, max, value: fallback, depends, choices, example, help }: ExperimentKey): Setting {
  const [, name = key, about = ''] = /^(.*?)(?:[:;] (.*))?$/.exec(help.replace(/\.$/, '')) ?? []
  const value = fallback as Value | null
  const typical = value ?? Number(example)
  const step = max === 1 ? 0.05 : typeof typical === 'number' && typical > 0 ? Math.max(10 ** (Math.floor(Math.log10(typical)) - 1), kind === 'number' ? 0 : 1) : kind === 'number' ? 0.1 : 1
  return { key, name, about: about || (depends ?? ''), default: value ?? (kind === 'text' || kind === 'bytes' ? '' : null), step, ...(min === null ? {} : { min }), ...(max === null ? {} : { max }), ...(depends ? { otherwise: depends } : {}), ...(choices.length ? { words: choices } : {}), ...(kind === 'range' || (kind === 'list' && max !== null) || (Array.isArray(value) && typeof value[0] === 'number') ? { list: 'numbers' } : kind === 'list' ? { list: 'words' } : {}) }
}
