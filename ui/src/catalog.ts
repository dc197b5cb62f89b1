// What the registries know, loaded once.

import { get } from './api'
import type { Catalog, Domain, Feature } from './contract'

let loading: Promise<Catalog> | null = null

export function catalog(): Promise<Catalog> {
  loading ??= get<Catalog>('/catalog').catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

export function domainOf(known: Catalog, name: string): Domain | undefined {
  return known.domains.find(domain => domain.name === name)
}

export function feature(domain: Domain | undefined, name: string): Feature | undefined {
  return domain?.features.find(one => one.name === name)
}

/** The domain's name as people say it. */
export function title(domain: string): string {
  const titles: Record<string, string> = { 'rush-hour': 'Rush Hour', freecell: 'FreeCell', tiles: 'Sliding tiles' }
  return titles[domain] ?? domain
}

/** The domain of an instance's text, where its beginning tells. */
export function guess(known: Catalog, instance: string): Domain | undefined {
  const name = instance.split(':', 1)[0] ?? ''
  return known.domains.find(domain => domain.name === name && instance.includes(':') && !domain.sets.some(set => set.name === name))
    ?? known.domains.find(domain => domain.sets.some(set => set.name === name))
}
