// A text cut at its mistake, so that a line can be drawn under it.

import type { Failure } from '../server/contract'

export interface Cut {
  before: string
  wrong: string
}

export function cut(text: string, error: Failure['error'] | null | undefined): Cut | null {
  if (!error?.line || !error.column) return null
  const lines = text.split('\n')
  const signs = [...(lines[error.line - 1] ?? '')]
  const start = error.column - 1
  const word = signs.findIndex((sign, at) => at >= start && !/[\w.-]/.test(sign))
  const end = error.length ? start + error.length : word < 0 ? signs.length : word
  const before = lines.slice(0, error.line - 1).map(line => line + '\n').join('')
  return { before: before + signs.slice(0, start).join(''), wrong: signs.slice(start, Math.max(start + 1, end)).join('') || ' ' }
}
