// What a half-written name in a heuristic text may become.

import type { Catalog, Domain } from '../server/contract'

export interface Suggestion {
  name: string
  insert: string
  about: string
}

/** The beginning of a name before the caret. */
export function wordBefore(text: string, caret: number): string {
  return /[a-z_][a-z0-9_]*$/.exec(text.slice(0, caret))?.[0] ?? ''
}

/** Features first, then functions; names that begin with the word before those that contain it. */
export function suggestions(known: Catalog, domain: Domain, word: string): Suggestion[] {
  const features = domain.features.map(({ name, about, kind }) => ({ name, insert: name, about: kind === 'bool' ? `yes or no: ${about}` : about }))
  const functions = known.functions.filter(one => one.form === 'call').map(({ name, about }) => ({ name, insert: `${name}()`, about }))
  const keywords = known.keywords.filter(one => one !== 'heuristic' && one !== 'for').map(name => ({ name, insert: name, about: 'a word of the language' }))
  const all = [...features, ...functions, ...keywords].filter(one => one.name !== word)
  const begins = all.filter(one => one.name.startsWith(word))
  const contains = word.length > 1 ? all.filter(one => !one.name.startsWith(word) && one.name.includes(word)) : []
  return [...begins, ...contains].slice(0, 12)
}
