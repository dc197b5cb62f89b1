// A heuristic text in pieces, each with what it is, for colours while one types. The server has the last word on what
// is right.

import type { Catalog, Domain } from '../server/contract'

export interface Piece {
  text: string
  kind: 'feature' | 'function' | 'keyword' | 'number' | 'comment' | 'plain'
}

const PIECES = /(#[^\n]*)|([a-z_][a-z0-9_]*)|(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([^#a-z_\d]+|.)/g

export function highlight(known: Catalog, domain: Domain, text: string): Piece[] {
  const features = new Set(domain.features.map(one => one.name))
  const functions = new Set(known.functions.map(one => one.name))
  const keywords = new Set([...known.keywords, 'and', 'or', 'xor', 'not', 'if'])
  return [...text.matchAll(PIECES)].map(([all, comment, word, number]) => {
    if (comment) return { text: all, kind: 'comment' }
    if (number) return { text: all, kind: 'number' }
    if (!word) return { text: all, kind: 'plain' }
    return { text: all, kind: features.has(word) ? 'feature' : keywords.has(word) ? 'keyword' : functions.has(word) ? 'function' : 'plain' }
  })
}
