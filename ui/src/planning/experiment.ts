// Experiments on planning tasks: built-in ones, or those of a folder.

import { apart, kind, together } from './texts'

/** Instances by role, and the domain that they have in common. */
export interface Tasks {
  domain: string
  train: string[]
  validation: string[]
  test: string[]
}

const quoted = (texts: string[]) => `[\n${texts.map(text => `  ${JSON.stringify(text)},`).join('\n')}\n]`

/** The file of an experiment that learns weights of estimates for a domain. */
export function file(name: string, tasks: Tasks): string {
  return `format = 1
name = "${name}"
domain = "${tasks.domain}"
[data]
train = ${quoted(tasks.train)}
validation = ${quoted(tasks.validation)}
${tasks.test.length ? `test = ${quoted(tasks.test)}\n` : ''}[search]
algorithm = "greedy"
limits = { expanded = 2_000 }
[genome]
kind = "policy"
rules = 2
features = ["hff", "hadd", "goals_left", "relaxed_left"]
[algorithm]
population = 20
[stop]
generations = 15
`
}

/** Tasks of a built-in set, small ones to learn from and larger ones for the test. */
export const builtIn = (domain: string, set: string): Tasks => ({ domain, train: [`${set}:train-1-8`], validation: [`${set}:train-9-12`], test: [`${set}:easy-1-8`] })

/** A folder's files as tasks: what is in `testing` is for the test, every fifth of the others by size for validation. */
export function folder(files: { path: string; text: string }[]): Tasks | string {
  const domain = files.find(one => kind(one.text) === 'domain' && !apart(one.text))
  const problems = files.filter(one => kind(one.text) === 'problem').sort((a, b) => a.text.length - b.text.length || a.path.localeCompare(b.path, undefined, { numeric: true }))
  if (!domain) return 'The folder has no file that defines a domain.'
  if (problems.length < 2) return 'The folder has fewer than two problems.'
  const instance = (one: { text: string }) => together(domain.text, one.text)
  const held = (path: string) => /(^|\/)test/i.test(path)
  const learned = problems.filter(one => !held(one.path))
  const every = Math.min(5, learned.length)
  return {
    domain: 'pddl',
    train: learned.filter((_, at) => at % every !== every - 1).map(instance),
    validation: learned.filter((_, at) => at % every === every - 1).map(instance),
    test: problems.filter(one => held(one.path)).map(instance),
  }
}
