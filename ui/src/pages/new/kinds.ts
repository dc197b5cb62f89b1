// How a file changes when another kind of algorithm, fitness or genome is chosen: keys that the new kind does not read are
// left out, everything else stays.

import type { Catalog, Domain, Feature } from '../../contract'
import { evolvable, isOptimisation } from '../../catalog'
import { at, parse, put, table, type Table, type Value } from '../../toml'
import { fields, kinds, ofKind } from './keys'
import { between } from './rules'

const kindOf = (text: string, section: string, otherwise: string) => String(at(parse(text), `${section}.kind`) ?? otherwise)
const without = (text: string, section: string, keys: string[]) => keys.reduce((made, key) => put(made, section, key, undefined), text)

/** Whether an algorithm can use a fitness. */
const measures = (algorithm: string, fitness: string) => (algorithm === 'coevolution' ? ['reduction', 'search'].includes(fitness) : algorithm !== 'nsga2' || !['least_squares', 'effort'].includes(fitness))

export function withAlgorithm(known: Catalog, domain: Domain, text: string, kind: string): string {
  const { elites = true, unused = [] } = known.evolution.find(one => one.name === kind) ?? {}
  const others = Object.keys(kinds(known, 'algorithm')).filter(name => name !== kind)
  let made = without(text, 'algorithm', [...others, ...(elites ? [] : ['elites'])])
  made = put(without(made, 'operators', unused), 'algorithm', 'kind', kind)
  if (kind === 'cma_es' && kindOf(made, 'genome', 'weights') !== 'weights') made = withGenome(known, domain, made, 'weights')
  if (!isOptimisation(domain) && !measures(kind, kindOf(text, 'fitness', 'reduction'))) made = withFitness(known, domain, made, 'reduction')
  if (kind === 'coevolution') made = without(made, 'fitness', ['sample'])
  if ((kind === 'nsga2' || kind === 'coevolution') && selected(made) === 'epsilon_lexicase') made = without(made, 'operators', ['selection'])
  // Parts of a population have two individuals at least, and every group meets one.
  const population = at(parse(made), 'algorithm.population')
  const parts = kind === 'coevolution' ? 1 : 2
  const [first] = fields(known, `algorithm.${kind}`, undefined, ofKind(kind))
  if (typeof population === 'number' && typeof first?.default === 'number' && ['islands', 'alps', 'coevolution'].includes(kind) && parts * first.default > population) {
    made = put(made, 'algorithm', kind, { ...table(at(parse(made), `algorithm.${kind}`)), [first.key]: Math.max(1, Math.floor(population / parts)) })
  }
  const kept = Number(at(parse(made), 'algorithm.elites') ?? 0)
  if (typeof population === 'number' && typeof first?.default === 'number' && (kind === 'islands' || kind === 'alps')) {
    // Each part keeps its own.
    const room = Math.floor(population / Number(at(parse(made), `algorithm.${kind}.${first.key}`) ?? first.default)) - 1
    if (kept > room) made = put(made, 'algorithm', 'elites', room)
    // And begins with its own.
    const given = [at(parse(made), 'initial') ?? []].flat() as Value[]
    if (given.length > room + 1) made = put(made, '', 'initial', given.slice(0, room + 1))
  }
  return made
}

const selected = (text: string) => {
  const now = at(parse(text), 'operators.selection')
  return typeof now === 'string' ? now : Object.keys(table(now))[0]
}

export function withFitness(known: Catalog, domain: Domain, text: string, kind: string): string {
  const all = kinds(known, 'fitness')
  let made = put(without(text, 'fitness', Object.values(all).flat().filter(key => !all[kind]?.includes(key))), 'fitness', 'kind', kind)
  if (kind === 'multi') made = put(made, 'fitness', 'parts', [{ kind: 'reduction', probability: 0.5 }, { kind: 'search', probability: 0.5 }])
  if (kind === 'least_squares') made = withoutPath(domain, made)
  return measures(kindOf(made, 'algorithm', 'generational'), kind) ? made : withAlgorithm(known, domain, made, 'generational')
}

const role = (one: Feature) => (one.kind === 'bool' ? 'boolean' : one.role)
const readsPath = (one: Feature) => Object.values(one.needs).some(Boolean)

/** Without features that need the way to a state: rows of exact distances have none. */
export function withoutPath(domain: Domain, text: string): string {
  const chosen = at(parse(text), 'genome.features')
  if (!Array.isArray(chosen)) return text
  const path = domain.features.filter(readsPath)
  const kept = chosen.filter(name => !path.some(one => one.name === name))
  const out = path.filter(one => one.role !== 'context' && !one.table && kept.includes(role(one))).map(one => `-${one.name}`)
  return put(text, 'genome', 'features', [...new Set([...kept, ...out])])
}

/** The parts of a genome that have operators of their own. */
export function partsOf(kind: string, { value, defined }: { value?: unknown; defined?: unknown }): string[] {
  if (kind === 'weights') return ['weights']
  if (kind === 'tree') return defined ? ['trees', 'functions that evolve'] : ['trees']
  return value === 'tree' ? ['policies', 'trees'] : ['policies', 'trees', 'weights']
}

export function withGenome(known: Catalog, domain: Domain, text: string, kind: string, value?: string): string {
  let made = put(text, 'genome', 'kind', kind)
  if (value) made = put(made, 'genome', 'value', value)
  const values = value ?? at(parse(made), 'genome.value')
  const weights = kind === 'weights' || (kind === 'policy' && values !== 'tree')
  made = without(made, 'genome', [...(kind === 'policy' ? [] : ['rules', 'value']), ...(kind === 'weights' ? ['functions', 'constants', 'limits'] : []), ...(kind === 'tree' ? [] : ['defined']), ...(weights ? [] : ['scale', 'bounds'])])
  made = withOperators(known, made, partsOf(kind, { value: values, defined: at(parse(made), 'genome.defined') }))
  if (kind === 'weights' && !isOptimisation(domain)) made = withEstimates(domain, made)
  if (kind === 'policy') made = withConditions(made)
  // Rules of one form are rarely rules of another.
  if (isOptimisation(domain) && kind !== kindOf(text, 'genome', '')) made = put(made, '', 'initial', undefined)
  const initial = at(parse(made), 'initial')
  if (kind !== 'policy' && Array.isArray(initial)) {
    const kept = initial.filter(one => !/^\s*policy\b|\bif\b/.test(String(one)))
    if (kept.length < initial.length) made = put(made, '', 'initial', kept.length ? kept : undefined)
  }
  return kind !== 'weights' && kindOf(made, 'algorithm', '') === 'cma_es' ? withAlgorithm(known, domain, made, 'generational') : made
}

/** Only operators that these parts of a genome have. */
function withOperators(known: Catalog, text: string, parts: string[]): string {
  return ['creation', 'crossover', 'mutation'].reduce((made, folder) => {
    const now = at(parse(made), `operators.${folder}`)
    if (now === undefined) return made
    const fits = (name: string) => name === 'rate' || known.operators.some(one => one.folder === folder && one.name === name && parts.includes(one.of))
    if (typeof now === 'string') return fits(now) ? made : put(made, 'operators', folder, undefined)
    const kept: Table = Object.fromEntries(Object.entries(table(now)).filter(([name]) => fits(name)))
    if (Object.keys(kept).length === Object.keys(table(now)).length) return made
    return put(made, 'operators', folder, Object.keys(kept).length ? kept : undefined)
  }, text)
}

/** Weighted sums are of estimates only. */
function withEstimates(domain: Domain, text: string): string {
  const chosen = at(parse(text), 'genome.features')
  if (!Array.isArray(chosen)) return text
  const estimates = domain.features.filter(one => role(one) === 'estimate').map(one => one.name)
  const kept = chosen.filter(name => name === 'estimate' || estimates.includes(String(name).replace(/^-/, '')))
  const some = kept.some(name => !String(name).startsWith('-'))
  return kept.length === chosen.length ? text : put(text, 'genome', 'features', some ? kept : ['estimate', '-zero'])
}

/** The conditions of rules need comparisons. */
function withConditions(text: string): string {
  const functions = at(parse(text), 'genome.functions')
  return Array.isArray(functions) && !functions.some(one => /[<>]/.test(String(one))) ? put(text, 'genome', 'functions', [...functions, '<=', '>=']) : text
}

/** Parameters of search algorithms; those that the new one does not read go. */
export function withSearch(known: Catalog, text: string, name: string): string {
  const rules = known.optimisation.find(one => one.name === name)
  const read: string[] = rules?.parameters.map(one => one.name) ?? known.algorithms.find(one => one.name === name)?.parameters ?? []
  const all = [...known.parameters, ...known.optimisation.flatMap(one => one.parameters)].map(one => one.name)
  return put(without(text, 'search', [...all.filter(key => !read.includes(key)), ...(rules && !rules.anytime ? ['limits'] : [])]), 'search', 'algorithm', name)
}

/** Sections that belong to the experiment and not to its puzzle. */
const KEPT = ['algorithm', 'operators', 'champion', 'stop']

/** The ready-made file of another puzzle, with what does not depend on the puzzle kept from this one. */
export function withDomain(known: Catalog, domain: Domain, text: string, ready: string, ours: string[]): string {
  const before = parse(text)
  const now = evolvable(known, String(before['domain'] ?? ''))
  // Functions, constants and initial rules belong to the problem.
  if (isOptimisation(domain) || (now && isOptimisation(now))) return between(before, ready, ours)
  let made = ready
  for (const key of ['name', 'seed', 'repetitions'] as const) {
    const value = before[key]
    // A file that still has the name of a ready-made one gets the name of the new one.
    if (value !== undefined && !(key === 'name' && ours.includes(String(value)))) made = put(made, '', key, value)
  }
  for (const section of KEPT) {
    for (const key of Object.keys(table(parse(made)[section]))) made = put(made, section, key, undefined)
    for (const [key, value] of Object.entries(table(before[section]))) made = put(made, section, key, value)
  }
  const { kind = 'policy', features: _, ...genome } = table(before['genome'])
  made = withGenome(known, domain, made, String(kind), typeof genome['value'] === 'string' ? genome['value'] : undefined)
  for (const [key, value] of Object.entries(genome)) made = put(made, 'genome', key, value)
  const { kind: fitness = 'reduction', reference, target: __, beyond: ___, ...rest } = table(before['fitness'])
  made = withFitness(known, domain, made, String(fitness))
  for (const [key, value] of Object.entries(rest)) made = put(made, 'fitness', key, value)
  if (reference === 'blind') made = put(made, 'fitness', 'reference', reference)
  return withAlgorithm(known, domain, made, kindOf(made, 'algorithm', 'generational'))
}

/** What one file has and the other has not, as `elites, crossover`. */
export function missing(before: string, after: string): string[] {
  const [a, b] = [parse(before), parse(after)]
  return Object.entries(a).flatMap(([section, value]) => (section in b ? Object.keys(table(value)).filter(key => !(key in table(b[section]))) : [section]))
}
