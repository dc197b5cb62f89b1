// The file of an experiment as a flat list of settings.

import { table, type Value } from '../../fields/values'

/** A value in one form, however it is written: `1.0` is `1`. */
export function normal(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

/** `search.limits.expanded` → `500`, for every value that is no table. */
export function flat(values: unknown): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (value: Value | null, path: string) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) for (const [key, inner] of Object.entries(value)) walk(inner, path ? `${path}.${key}` : key)
    else found.set(path, JSON.stringify(value))
  }
  walk(table(values), '')
  return found
}
