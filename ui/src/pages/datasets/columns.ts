// A table of any origin: read as CSV, its columns recognised, and written in the form that the server imports.

import type { Domain } from '../../server/contract'
import { csv } from '../../parts/save'

export interface Sheet {
  name: string
  description: string
  /** Names of the columns; `column 1` … where the file has none. */
  columns: string[]
  rows: string[][]
}

/** What a column is taken for: the instance, h*, a feature by its name, or nothing. */
export type Meaning = 'instance' | 'h*' | (string & {})

/** The fields of a line; quotes keep commas. */
function fields(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].slice(0, -1).map(([, field = '']) => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field).trim())
}

const isNumber = (text: string) => /^[+-]?\d+(\.\d+)?$/.test(text)

/** A file: with two lines of title as datasets have them, with a row of names, or with rows alone. */
export function read(text: string, file: string): Sheet {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/).filter(line => line.trim() !== '')
  const titled = lines.length > 2 && fields(lines[0] ?? '').length === 1 && fields(lines[2] ?? '').length > 1
  const body = (titled ? lines.slice(2) : lines).map(line => fields(line.endsWith(',') ? `${line} ` : line))
  const named = body[0]?.every(field => !isNumber(field)) && body.length > 1 && body[1]?.some(isNumber)
  const wide = Math.max(0, ...body.map(row => row.length))
  const columns = Array.from({ length: wide }, (_, at) => (named && body[0]?.[at] ? (body[0][at] ?? '') : `column ${at + 1}`))
  const stem = file.replace(/\.[^.]*$/, '').replaceAll(/[^\w.-]+/g, '-')
  return { name: titled ? (lines[0] ?? stem).trim() : stem, description: titled ? (lines[1] ?? '').trim() : '', columns, rows: named ? body.slice(1) : body }
}

const INSTANCES = ['instance', 'board', 'tiles', 'deal', 'state', 'text']
const DISTANCES = ['h*', 'optimal', 'distance', 'length', 'cost']

/** What the columns seem to be. h* by its name, by the metric, or else the first column of whole numbers behind the instance. */
export function guess(sheet: Sheet, domain: Domain, metric: string): Meaning[] {
  const lower = sheet.columns.map(name => name.toLowerCase())
  const numbers = (at: number) => sheet.rows.slice(0, 20).every(row => isNumber(row[at] ?? ''))
  const long = (at: number) => sheet.rows.slice(0, 20).reduce((sum, row) => sum + (row[at]?.length ?? 0), 0)
  const texts = lower.map((_, at) => at).filter(at => !numbers(at))
  const instance = [...INSTANCES.map(name => lower.indexOf(name)).filter(at => at >= 0), ...texts.toSorted((a, b) => long(b) - long(a)), 0][0] ?? 0
  const unnamed = /^column \d+$/.test(sheet.columns[instance] ?? '')
  const named = [metric, ...DISTANCES].map(name => lower.indexOf(name)).find(at => at >= 0 && at !== instance)
  const distance = named ?? (unnamed ? instance + 1 : lower.findIndex((_, at) => at > instance && numbers(at)))
  const features = new Set(domain.features.map(one => one.name))
  return lower.map((name, at) => (at === instance ? 'instance' : at === distance ? 'h*' : features.has(name) ? name : ''))
}

/** The table as the server reads it: name, description, a row of names, and the rows. */
export function written(sheet: Sheet, meanings: Meaning[], name: string): string {
  const at = (meaning: Meaning) => meanings.indexOf(meaning)
  const features = meanings.map((meaning, place) => ({ meaning, place })).filter(({ meaning }) => meaning && meaning !== 'instance' && meaning !== 'h*')
  const rows = sheet.rows.map(row => [row[at('instance')], row[at('h*')], ...features.map(({ place }) => row[place])])
  return `${name}\n${sheet.description.replaceAll('\n', ' ')}\n${csv([['instance', 'h*', ...features.map(({ meaning }) => meaning)], ...rows])}`
}
