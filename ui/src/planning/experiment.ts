// What an experiment on planning tasks learns from: a built-in set, or a folder.

import type { LearnRequest } from '../server/contract'
import type { definitions } from './texts'

export type Tasks = Pick<LearnRequest, 'domain' | 'tasks' | 'test'>

/** Tasks of a built-in set, small ones to learn from and larger ones for the test. */
export const builtIn = (domain: string, set: string): Tasks => ({ domain, tasks: [`${set}:train-1-40`], test: [`${set}:easy-1-8`] })

/** A folder's files as tasks: what is in `testing` is for the test. */
export function folder(files: Awaited<ReturnType<typeof definitions>>): Tasks | string {
  const domain = files.find(one => one.kind === 'domain')
  const problems = files.filter(one => one.kind === 'problem').sort((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true }))
  const held = (path: string) => /(^|\/)test/i.test(path)
  const texts = (some: typeof problems) => some.map(one => one.text)
  if (!domain) return 'The folder has no file that defines a domain.'
  return { domain: domain.text, tasks: texts(problems.filter(one => !held(one.path))), test: texts(problems.filter(one => held(one.path))) }
}
