// How boards of a domain are made by hand: the table to which a domain adds a line. Domains without one have the gallery.

import type { Component } from 'svelte'
import type { Domain } from '../../server/contract'
import Deal from './Deal.svelte'
import Drawing from './Drawing.svelte'
import Tray from './Tray.svelte'

export const EDITORS: Record<string, Component<{ domain: Domain }> | undefined> = { 'rush-hour': Drawing, tiles: Tray, freecell: Deal }
