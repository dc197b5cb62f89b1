// The tree of values that an experiment's file is, as the server reads it; and changes of it, which the server writes into
// the text.

export type Value = string | number | boolean | Value[] | { [key: string]: Value }
export type Table = { [key: string]: Value }

/** A key that is set, or taken out. */
export interface Change {
  section: string
  key: string
  value: Value | null
}

/** A file with changes that are not in its text yet: its values have them already. */
export interface Draft {
  toml: string
  values: Table
  changes: Change[]
}

/** A table, or an empty one for anything else. */
export const table = (value: unknown): Table => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {})

/** `at(values, 'genome.limits.nodes')` */
export function at(tree: unknown, path: string): unknown {
  let now = tree
  for (const key of path.split('.')) {
    if (typeof now !== 'object' || now === null) return undefined
    now = (now as Record<string, unknown>)[key]
  }
  return now
}

/** The values with a key of a section set, or taken out where the value is undefined. */
export function set(values: Table, section: string, key: string, value: Value | undefined): Table {
  if (section) return value === undefined && values[section] === undefined ? values : { ...values, [section]: set(table(values[section]), '', key, value) }
  if (value !== undefined) return { ...values, [key]: value }
  const { [key]: _, ...rest } = values
  return rest
}

/** The same of a draft. */
export function put(draft: Draft, section: string, key: string, value: Value | undefined): Draft {
  const { toml, values, changes } = draft
  if (value === undefined && !(key in (section ? table(values[section]) : values))) return draft
  return { toml, values: set(values, section, key, value), changes: [...changes, { section, key, value: value ?? null }] }
}
