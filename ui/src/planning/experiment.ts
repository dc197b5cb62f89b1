// Experiments on planning tasks: built-in ones, or those of a folder.

import { print } from '../toml'
import type { definitions } from './texts'

/** Instances by role, and the domain that they have in common: its name, and its definition if it is not built in. */
export interface Tasks {
  domain: string
  pddl?: string
  train: string[]
  validation: string[]
  test: string[]
}

/** The file of an experiment that evolves a policy for a domain. */
export function file(name: string, { domain, pddl, train, validation, test }: Tasks): string {
  return `format = 1
name = ${print(name)}
domain = ${print(domain)}
${pddl ? `pddl = ${print(pddl)}\n` : ''}[data]
train = ${print(train)}
validation = ${print(validation)}
${test.length ? `test = ${print(test)}\n` : ''}[search]
algorithm = "greedy"
limits = { expanded = 2_000 }
[genome]
kind = "policy"
rules = 2
features = ["hff", "hadd", "goals_left", "relaxed_left", "lifted"]
[algorithm]
population = 20
[stop]
generations = 15
`
}

/** Tasks of a built-in set, small ones to learn from and larger ones for the test. */
export const builtIn = (domain: string, set: string): Tasks => ({ domain, train: [`${set}:train-1-8`], validation: [`${set}:train-9-12`], test: [`${set}:easy-1-8`] })

/** A folder's files as tasks: what is in `testing` is for the test, every fifth of the others by size for validation. */
export function folder(files: Awaited<ReturnType<typeof definitions>>): Tasks | string {
  const domain = files.find(one => one.kind === 'domain')
  const problems = files.filter(one => one.kind === 'problem').sort((a, b) => a.text.length - b.text.length || a.path.localeCompare(b.path, undefined, { numeric: true }))
  const held = (path: string) => /(^|\/)test/i.test(path)
  const learned = problems.filter(one => !held(one.path))
  if (!domain) return 'The folder has no file that defines a domain.'
  if (learned.length < 2) return 'The folder has fewer than two problems to learn from.'
  const every = Math.min(5, learned.length)
  const texts = (some: typeof problems) => some.map(one => one.text)
  return {
    domain: `pddl-${domain.text.match(/\(\s*domain\s+([^\s()]+)/i)?.[1]?.toLowerCase() ?? ''}`,
    pddl: domain.text,
    train: texts(learned.filter((_, at) => at % every !== every - 1)),
    validation: texts(learned.filter((_, at) => at % every === every - 1)),
    test: texts(problems.filter(one => held(one.path))),
  }
}
