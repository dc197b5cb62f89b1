// The table of a generator in the file, edited parameter by parameter.

import type { Table, Value } from '../../fields/values'

/** The table with a parameter as the file writes it: a number, a range as a list, or a word; without it if the text is empty. */
export function withParameter(table: Table, key: string, written: string): Table {
  const text = written.trim()
  const { [key]: _, ...rest } = table
  if (!text) return rest
  const range = /^(\d+)\s*[-–]\s*(\d+)$/.exec(text)
  const to: Value = range ? [Number(range[1]), Number(range[2])] : /^\d+(\.\d+)?$/.test(text) ? Number(text) : text
  return { ...table, [key]: to }
}
