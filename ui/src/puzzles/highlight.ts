// What a feature points at on a board, found by what it is about.

import type { Highlight } from '../server/contract'

export interface Highlighted {
  vehicles: Map<string, string>
  cards: Map<string, string>
  cells: { row: number; column: number; role: string }[]
  ghosts: { vehicle: string; row: number; column: number }[]
}

export function sorted(highlights: Highlight[]): Highlighted {
  const found: Highlighted = { vehicles: new Map(), cards: new Map(), cells: [], ghosts: [] }
  for (const { kind, vehicle, card, row, column, role } of highlights) {
    if (kind === 'vehicle' && vehicle) found.vehicles.set(vehicle, role)
    else if (kind === 'card' && card) found.cards.set(card, role)
    else if (kind === 'ghost' && vehicle && row !== undefined && column !== undefined) found.ghosts.push({ vehicle, row, column })
    else if (row !== undefined && column !== undefined) found.cells.push({ row, column, role })
  }
  return found
}
