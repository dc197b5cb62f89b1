// What the page runs: an instance, how it is read, and a method. All of it is in the address, but a text of one's own.

import type { Catalog, Domain, Failure, JobRequest, OptimisationAlgorithm } from '../../server/contract'
import { reference } from '../../server/instances'
import { settingOf, type Setting } from '../../fields/setting'
import type { Table } from '../../fields/values'

/** The word for a text of one's own in addresses. */
export const OWN = 'own'

export interface Choice {
  domain: Domain
  /** `SET:NAME`, or the word for a text of one's own. */
  instance: string
  /** The text of one's own. */
  text: string
  metric: string
  settings: Record<string, string>
  /** Empty: the domain's. */
  algorithm: string
  parameters: Table
  /** Empty: the domain's. */
  rule: string
  seconds: number
  seed: number
}

export const algorithmOf = (known: Catalog, name: string): OptimisationAlgorithm | undefined => known.optimisation.find(one => one.name === name)

export const parametersOf = (known: Catalog, algorithm: string): Setting[] => (algorithmOf(known, algorithm)?.parameters ?? []).map(settingOf)

/** Bytes of a file that the server reads. */
const MOST = 16 << 20

/** The text of a file, or why it is not read. */
export async function textOf(file: File): Promise<string | Failure['error']> {
  if (file.size > MOST) return { message: `${file.name} has ${Math.ceil(file.size / (1 << 20))} MB`, help: 'Files of instances have 16 MB at most.' }
  const text = await file.text()
  return text.includes('\0') ? { message: `${file.name} is not a text`, help: 'Choose a text in the format of the field, or a CSV table.' } : text
}

/** The first member of a domain's first set. */
export function firstOf(domain: Domain, set = domain.sets[0]): string {
  return set ? `${set.name}:${set.names?.[0] ?? set.first ?? 1}` : OWN
}

/** Settings in addresses: `online=true;delay=0`. */
export const packed = (values: Record<string, unknown>) => Object.entries(values).map(one => one.join('=')).join(';')

export function unpacked(text: string): Record<string, string> {
  return Object.fromEntries(text.split(';').filter(Boolean).map(pair => { const at = pair.indexOf('='); return [pair.slice(0, at), pair.slice(at + 1)] }))
}

/** What results and solutions belong to. */
export const subject = ({ domain, instance, text, settings, metric }: Choice) => [domain.name, instance, instance === OWN ? text : '', settings, metric]

/** The instance and how it is read, as every request has them. */
const reading = ({ domain, instance, text, metric, settings }: Choice) => ({
  instance: instance === OWN ? reference(domain.name, text) : instance,
  ...(metric ? { metric } : {}),
  settings,
})

/** A request to explain a step of a construction. */
export const explained = (choice: Choice) => ({ ...reading(choice), heuristic: choice.rule.trim() || choice.domain.solver.heuristic })

/** The job of a choice. */
export function request(known: Catalog, choice: Choice): JobRequest {
  const { algorithm, parameters, rule, seconds, seed } = choice
  const read = parametersOf(known, algorithm)
  return {
    kind: 'solve',
    ...reading(choice),
    domain: choice.domain.name,
    ...(algorithm ? { algorithm } : {}),
    ...(rule.trim() ? { heuristic: rule } : {}),
    ...Object.fromEntries(Object.entries(parameters).filter(([name]) => read.some(one => one.key === name))),
    seed,
    limits: { seconds },
  }
}

/** The same on the command line. */
export function command(known: Catalog, choice: Choice): string {
  const quoted = (word: string) => (/^[\w:.-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
  const flags = Object.entries({ ...(choice.metric ? { metric: choice.metric } : {}), ...choice.settings, ...(choice.algorithm ? { algorithm: choice.algorithm } : {}), ...(choice.rule.trim() ? { heuristic: choice.rule } : {}), ...choice.parameters })
  const instance = choice.instance === OWN ? 'FILE' : quoted(choice.instance)
  const anytime = algorithmOf(known, choice.algorithm || choice.domain.solver.algorithm)?.anytime
  return ['unstuck solve', instance, ...flags.map(([name, value]) => (value === 'true' ? `--${name}` : `--${name} ${quoted(String(value))}`)), ...(anytime ? [`--limit-seconds ${choice.seconds}`, `--seed ${choice.seed}`] : [])].join(' ')
}
