// How a file changes when another kind of algorithm, fitness or genome is chosen: keys that the new kind does not read are
// left out, everything else stays.

import type { Catalog, Domain, Feature } from '../../server/contract'
import { evolvable, isOptimisation } from '../../server/catalog'
import { at, put, table, type Draft, type Table, type Value } from '../../fields/values'
import { fields, kinds, ofKind } from './keys'
import { between, members } from './rules'

const kindOf = (file: Draft, section: string, otherwise: string) => String(at(file.values, `${section}.kind`) ?? otherwise)
const without = (file: Draft, section: string, keys: string[]) => keys.reduce((made, key) => put(made, section, key, undefined), file)

/** Whether an algorithm can use a fitness. */
const measures = (algorithm: string, fitness: string) => (algorithm === 'coevolution' ? ['reduction', 'search'].includes(fitness) : algorithm !== 'nsga2' || !['least_squares', 'effort'].includes(fitness))

export function withAlgorithm(known: Catalog, domain: Domain, file: Draft, kind: string): Draft {
  const { elites = true, unused = [] } = known.evolution.find(one => one.name === kind) ?? {}
  const others = Object.keys(kinds(known, 'algorithm')).filter(name => name !== kind)
  let made = without(file, 'algorithm', [...others, ...(elites ? [] : ['elites'])])
  made = put(without(made, 'operators', unused), 'algorithm', 'kind', kind)
  if (kind === 'cma_es' && kindOf(made, 'genome', 'weights') !== 'weights') made = withGenome(known, domain, made, 'weights')
  if (!isOptimisation(domain) && !measures(kind, kindOf(file, 'fitness', 'reduction'))) made = withFitness(known, domain, made, 'reduction')
  if (kind === 'coevolution') made = without(made, 'fitness', ['sample'])
  if ((kind === 'nsga2' || kind === 'coevolution') && selected(made) === 'epsilon_lexicase') made = without(made, 'operators', ['selection'])
  // Parts of a population have two individuals at least, and every group meets one.
  const population = at(made.values, 'algorithm.population')
  const parts = kind === 'coevolution' ? 1 : 2
  const [first] = fields(known, `algorithm.${kind}`, undefined, ofKind(kind))
  if (typeof population === 'number' && typeof first?.default === 'number' && ['islands', 'alps', 'coevolution'].includes(kind) && parts * first.default > population) {
    made = put(made, 'algorithm', kind, { ...table(at(made.values, `algorithm.${kind}`)), [first.key]: Math.max(1, Math.floor(population / parts)) })
  }
  const kept = Number(at(made.values, 'algorithm.elites') ?? 0)
  if (typeof population === 'number' && typeof first?.default === 'number' && (kind === 'islands' || kind === 'alps')) {
    // Each part keeps its own.
    const room = Math.floor(population / Number(at(made.values, `algorithm.${kind}.${first.key}`) ?? first.default)) - 1
    if (kept > room) made = put(made, 'algorithm', 'elites', room)
    // And begins with its own.
    const given = [at(made.values, 'initial') ?? []].flat() as Value[]
    if (given.length > room + 1) made = put(made, '', 'initial', given.slice(0, room + 1))
  }
  return made
}

const selected = (file: Draft) => {
  const now = at(file.values, 'operators.selection')
  return typeof now === 'string' ? now : Object.keys(table(now))[0]
}

export function withFitness(known: Catalog, domain: Domain, file: Draft, kind: string): Draft {
  const all = kinds(known, 'fitness')
  let made = put(without(file, 'fitness', Object.values(all).flat().filter(key => !all[kind]?.includes(key))), 'fitness', 'kind', kind)
  if (kind === 'multi') made = put(made, 'fitness', 'parts', [{ kind: 'reduction', probability: 0.5 }, { kind: 'search', probability: 0.5 }])
  if (kind === 'least_squares') made = withoutPath(domain, made)
  return measures(kindOf(made, 'algorithm', 'generational'), kind) ? made : withAlgorithm(known, domain, made, 'generational')
}

const role = (one: Feature) => (one.kind === 'bool' ? 'boolean' : one.role)
const readsPath = (one: Feature) => Object.values(one.needs).some(Boolean)

/** Without features that need the way to a state: rows of exact distances have none. */
export function withoutPath(domain: Domain, file: Draft): Draft {
  const chosen = at(file.values, 'genome.features')
  if (!Array.isArray(chosen)) return file
  const path = domain.features.filter(readsPath)
  const kept = chosen.filter(name => !path.some(one => one.name === name))
  const out = path.filter(one => one.role !== 'context' && !one.table && kept.includes(role(one))).map(one => `-${one.name}`)
  return put(file, 'genome', 'features', [...new Set([...kept, ...out])])
}

/** The parts of a genome that have operators of their own. */
export function partsOf(kind: string, { value, defined }: { value?: unknown; defined?: unknown }): string[] {
  if (kind === 'weights') return ['weights']
  if (kind === 'tree') return defined ? ['trees', 'functions that evolve'] : ['trees']
  return value === 'tree' ? ['policies', 'trees'] : ['policies', 'trees', 'weights']
}

export function withGenome(known: Catalog, domain: Domain, file: Draft, kind: string, value?: string): Draft {
  let made = put(file, 'genome', 'kind', kind)
  if (value) made = put(made, 'genome', 'value', value)
  const values = value ?? at(made.values, 'genome.value')
  const weights = kind === 'weights' || (kind === 'policy' && values !== 'tree')
  made = without(made, 'genome', [...(kind === 'policy' ? [] : ['rules', 'value']), ...(kind === 'weights' ? ['functions', 'constants', 'limits'] : []), ...(kind === 'tree' ? [] : ['defined']), ...(weights ? [] : ['scale', 'bounds'])])
  made = withOperators(known, made, partsOf(kind, { value: values, defined: at(made.values, 'genome.defined') }))
  if (kind === 'weights' && !isOptimisation(domain)) made = withEstimates(domain, made)
  if (kind === 'policy') made = withConditions(made)
  // Rules of one form are rarely rules of another.
  if (isOptimisation(domain) && kind !== kindOf(file, 'genome', '')) made = put(made, '', 'initial', undefined)
  const initial = at(made.values, 'initial')
  if (kind !== 'policy' && Array.isArray(initial)) {
    const kept = initial.filter(one => !/^\s*policy\b|\bif\b/.test(String(one)))
    if (kept.length < initial.length) made = put(made, '', 'initial', kept.length ? kept : undefined)
  }
  return kind !== 'weights' && kindOf(made, 'algorithm', '') === 'cma_es' ? withAlgorithm(known, domain, made, 'generational') : made
}

/** Only operators that these parts of a genome have. */
function withOperators(known: Catalog, file: Draft, parts: string[]): Draft {
  return ['creation', 'crossover', 'mutation'].reduce((made, folder) => {
    const now = at(made.values, `operators.${folder}`)
    if (now === undefined) return made
    const fits = (name: string) => name === 'rate' || known.operators.some(one => one.folder === folder && one.name === name && parts.includes(one.of))
    if (typeof now === 'string') return fits(now) ? made : put(made, 'operators', folder, undefined)
    const kept: Table = Object.fromEntries(Object.entries(table(now)).filter(([name]) => fits(name)))
    if (Object.keys(kept).length === Object.keys(table(now)).length) return made
    return put(made, 'operators', folder, Object.keys(kept).length ? kept : undefined)
  }, file)
}

/** Weighted sums are of estimates only. */
function withEstimates(domain: Domain, file: Draft): Draft {
  const chosen = at(file.values, 'genome.features')
  if (!Array.isArray(chosen)) return file
  const estimates = domain.features.filter(one => role(one) === 'estimate').map(one => one.name)
  const kept = chosen.filter(name => name === 'estimate' || estimates.includes(String(name).replace(/^-/, '')))
  const some = kept.some(name => !String(name).startsWith('-'))
  return kept.length === chosen.length ? file : put(file, 'genome', 'features', some ? kept : ['estimate', '-zero'])
}

/** The conditions of rules need comparisons. */
function withConditions(file: Draft): Draft {
  const functions = at(file.values, 'genome.functions')
  return Array.isArray(functions) && !functions.some(one => /[<>]/.test(String(one))) ? put(file, 'genome', 'functions', [...functions, '<=', '>=']) : file
}

/** Parameters of search algorithms; those that the new one does not read go. */
export function withSearch(known: Catalog, file: Draft, name: string): Draft {
  const rules = known.optimisation.find(one => one.name === name)
  const read: string[] = rules?.parameters.map(one => one.name) ?? known.algorithms.find(one => one.name === name)?.parameters ?? []
  const all = [...known.parameters, ...known.optimisation.flatMap(one => one.parameters)].map(one => one.name)
  return put(without(file, 'search', [...all.filter(key => !read.includes(key)), ...(rules && !rules.anytime ? ['limits'] : [])]), 'search', 'algorithm', name)
}

/** Sections that belong to the experiment and not to its puzzle. */
const KEPT = ['algorithm', 'operators', 'champion', 'stop']

/** The ready-made file of another puzzle, with what does not depend on the puzzle kept from this one. */
export function withDomain(known: Catalog, domain: Domain, file: Draft, ready: Draft, ours: string[]): Draft {
  const before = file.values
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
    for (const key of Object.keys(table(made.values[section]))) made = put(made, section, key, undefined)
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

/** The file for a puzzle that has no ready-made one: what belongs to the puzzle before it goes. */
export function withNewDomain(known: Catalog, domain: Domain, file: Draft): Draft {
  const [generator] = domain.generators
  const before = evolvable(known, String(file.values['pddl'] ?? file.values['domain'] ?? ''))
  // Searches and optimisation read other keys.
  const others = before && isOptimisation(before) !== isOptimisation(domain) ? ['search', 'fitness', 'genome', 'operators', 'grid', 'functions'] : []
  let made = without(put(file, '', 'domain', domain.name), '', ['pddl', 'metric', 'settings', 'initial', 'data', ...others])
  for (const [place, role] of ['train', 'validation'].entries()) made = put(made, 'data', role, generator ? { generate: generator.name, count: 20, seed: place + 1 } : members(domain, role))
  return without(made, 'genome', ['features'])
}

/** What one file has and the other has not, as `elites, crossover`. */
export function missing(before: Table, after: Table): string[] {
  const [a, b] = [before, after]
  return Object.entries(a).flatMap(([section, value]) => (section in b ? Object.keys(table(value)).filter(key => !(key in table(b[section]))) : [section]))
}
