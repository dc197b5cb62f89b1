// What the registries know, loaded once.

import { get, Refusal } from './api'
import { keep, recall } from '../frame/stored'
import type { Catalog, Domain, Feature, Template } from './contract'

let loading: Promise<Catalog> | null = null
/** What all domains of a family have: planning domains, of which there are as many as there are definitions. The others are puzzles. */
let planning: Domain | undefined
/** Domains whose solutions have a cost; they have a page of their own. */
let optimisation: Domain[] = []

export function catalog(): Promise<Catalog> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** While the server is away, every page says so; what they need comes when it is back. */
async function load(): Promise<Catalog> {
  for (;;) {
    try {
      const told = await get<Catalog>('/catalog')
      // Explanations are shared with the command line, where parameters are flags.
      const known = JSON.parse(JSON.stringify(told).replace(/ --(?=[a-z])/g, ' ')) as Catalog
      planning = known.domains.find(one => one.family === 'planning')
      optimisation = known.domains.filter(one => one.kind === 'optimisation')
      return { ...known, domains: known.domains.filter(one => one !== planning && one.kind === 'search') }
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 0) throw error
      await new Promise(resolve => setTimeout(resolve, 1000))
    }
  }
}

/** The domains of optimisation. */
export const optimisationDomains = async () => (await catalog(), optimisation)

/** The domain of a name; a planning domain also by its definition. Requests take either. */
export function domainOf(known: Catalog, name: string): Domain | undefined {
  return isPlanning(name) ? planning && { ...planning, name } : known.domains.find(domain => domain.name === name)
}

/** Whether rules are evolved for it, not heuristics. */
export const isOptimisation = (domain: Domain) => domain.kind === 'optimisation'

/** The domain of an experiment: of searches, or of optimisation. */
export const evolvable = (known: Catalog, name: string): Domain | undefined => domainOf(known, name) ?? optimisation.find(one => one.name === name)

/** All domains that forms of experiments offer, by groups. */
export const groups = (known: Catalog): [string, Domain[]][] => [['Puzzles', known.domains], ['Packing, scheduling, routing', optimisation]]

/** The ready-made file of a domain to begin with: one with the same form of genome, else the one of the shortest name. */
export function readyMade(templates: Template[], domain: string, genome = ''): Template | undefined {
  const own = templates.filter(one => one.domain === domain).sort((a, b) => a.file.length - b.file.length)
  return own.find(one => one.genome === genome) ?? own[0]
}

/** Whether a domain, by its name or definition, is one of planning: those that are made from definitions are named after their family's. */
export const isPlanning = (domain: string) => /^\s*\(/.test(domain) || `${domain}-`.startsWith(`${planning?.name}-`)

export function feature(domain: Domain | undefined, name: string): Feature | undefined {
  return domain?.features.find(one => one.name === name)
}

/** The puzzle that was looked at last, in this browser. */
export const lastProblem = () => recall(localStorage, 'problem') ?? 'rush-hour'
export const useProblem = (domain: string) => keep(localStorage, 'problem', isPlanning(domain) ? null : domain)

/** The domain's name as people say it. */
export function title(domain: string): string {
  const titles: Record<string, string> = { 'rush-hour': 'Rush Hour', freecell: 'FreeCell', tiles: 'Sliding tiles', 'bin-packing': 'Bin packing', 'job-shop': 'Job shop', tsp: 'Travelling salesman', cvrp: 'Vehicle routing', rostering: 'Rostering' }
  return titles[domain] ?? domain.match(/^pddl-(.+)|^\s*\(\s*define\s*\(\s*domain\s+([^\s)]+)/i)?.slice(1).find(Boolean) ?? domain
}

/** The domain of an instance's text, where its beginning tells. */
export function guess(known: Catalog, instance: string): Domain | undefined {
  const name = instance.split(':', 1)[0] ?? ''
  return known.domains.find(domain => domain.name === name && instance.includes(':') && !domain.sets.some(set => set.name === name))
    ?? known.domains.find(domain => domain.sets.some(set => set.name === name))
}
