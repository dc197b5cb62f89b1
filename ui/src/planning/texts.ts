// Texts of planning tasks: a domain and a problem, distinguished, put together, and errors given to the one they are
// in.

import type { Failure } from '../server/contract'

type Mistake = Failure['error']

/** One text of both, as an instance. */
export const together = (domain: string, problem: string) => `pddl:${domain.trimEnd()}\n${problem.trim()}`

/** Which of the two a text is, if it is one. */
export function kind(text: string): 'domain' | 'problem' | null {
  const found = text.replace(/;.*$/gm, '').match(/\(\s*define\s*\(\s*(domain|problem)\b/i)
  return (found?.[1]?.toLowerCase() as 'domain' | 'problem' | undefined) ?? null
}

/** The definitions in files; other files are left out. */
export async function definitions(list: FileList | null): Promise<{ path: string; text: string; kind: 'domain' | 'problem' }[]> {
  const files = [...(list ?? [])].filter(one => one.name.endsWith('.pddl'))
  const read = await Promise.all(files.map(async one => ({ path: one.webkitRelativePath || one.name, text: await one.text() })))
  return read.flatMap(one => { const is = kind(one.text); return is ? [{ ...one, kind: is }] : [] })
}

/** Two definitions in one text, apart; null where there is only one. */
export function apart(text: string): { domain: string; problem: string } | null {
  const starts = [...text.matchAll(/\(\s*define\s*\(\s*(domain|problem)\b/gi)]
  const [first, second] = starts
  if (!first || !second || starts.length !== 2) return null
  const parts = [text.slice(0, second.index).replace(/^pddl:/, ''), text.slice(second.index)] as [string, string]
  const isFirst = first[1]?.toLowerCase() === 'domain'
  return isFirst ? { domain: parts[0].trim() + '\n', problem: parts[1].trim() + '\n' } : { domain: parts[1].trim() + '\n', problem: parts[0].trim() + '\n' }
}

/** The error of both texts together, as one of the domain or of the problem. */
export function blame(error: Mistake | null, domain: string, problem: string): { domain: Mistake | null; problem: Mistake | null } {
  if (!error) return { domain: null, problem: null }
  const own = domain.trimEnd().split('\n')
  if (!error.line || error.line <= own.length) return { domain: error.line ? headed(error, own) : error, problem: null }
  // Empty lines above the problem are left out of the instance.
  const above = problem.length - problem.trimStart().length
  const moved = { ...error, line: error.line - own.length + problem.slice(0, above).split('\n').length - 1 }
  return { domain: null, problem: headed(moved, problem.split('\n')) }
}

/** What begins with a parenthesis is blamed up to the end of its first word. */
function headed(error: Mistake, lines: string[]): Mistake {
  const head = lines[(error.line ?? 1) - 1]?.slice((error.column ?? 1) - 1).match(/^\(\s*[^\s()]+/)
  return head ? { ...error, length: head[0].length } : error
}
