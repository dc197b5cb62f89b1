// Where everything lies on a FreeCell table.

import type { FreeCellBoard } from './boards'

export const WIDTH = 60
export const HEIGHT = 84
const GAP = 6
/** How much of a covered card is seen. */
const STEP = 28
const BELOW = HEIGHT + 20

export const SIGNS: Record<string, string> = { C: '♣\uFE0E', D: '♦\uFE0E', H: '♥\uFE0E', S: '♠\uFE0E' }
const SUITS = ['C', 'D', 'H', 'S'] as const
const RANKS = 'A23456789TJQK'

const SPOKEN: Record<string, string> = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades', A: 'ace', T: '10', J: 'jack', Q: 'queen', K: 'king' }

/** A card as it is read out: jack of clubs. */
export function spoken(card: string): string {
  const [rank = '', suit = ''] = card
  return `${SPOKEN[rank] ?? rank} of ${SPOKEN[suit]}`
}

/** A place as it is read out. */
export function where({ kind, name }: Place): string {
  return kind === 'cell' ? `free cell ${name}` : kind === 'home' ? `home of ${SPOKEN[name]}` : `column ${name}`
}

export interface Place {
  kind: 'cell' | 'home' | 'column'
  /** As in moves: `a`, `h`, `3`. */
  name: string
  x: number
  y: number
  empty: boolean
  /** The card on top. */
  top: string | null
  sign?: string
}

export interface Lying {
  card: string
  x: number
  y: number
  order: number
  place: Place
}

export interface Table {
  width: number
  height: number
  places: Place[]
  cards: Lying[]
}

export function layout(board: FreeCellBoard): Table {
  const across = Math.max(board.columns.length, board.cells.length + 4)
  const width = across * (WIDTH + GAP) - GAP
  const places: Place[] = []
  const cards: Lying[] = []
  const lay = (place: Place, pile: string[], step: number) => {
    places.push(place)
    pile.forEach((card, depth) => cards.push({ card, x: place.x, y: place.y + depth * step, order: depth, place }))
  }
  board.cells.forEach((card, number) => {
    const place: Place = { kind: 'cell', name: 'abcdefgi'[number] ?? '', x: number * (WIDTH + GAP), y: 0, empty: card === null, top: card }
    lay(place, card ? [card] : [], 0)
  })
  SUITS.forEach((suit, number) => {
    const pile = [...RANKS.slice(0, board.home[suit])].map(rank => rank + suit)
    const top = pile.at(-1) ?? null
    const x = width - (4 - number) * (WIDTH + GAP) + GAP
    lay({ kind: 'home', name: suit, x, y: 0, empty: !top, top, sign: SIGNS[suit] ?? '' }, pile, 0)
  })
  // Long columns are pushed together, so that the table keeps its height.
  const longest = Math.max(7, ...board.columns.map(column => column.length))
  board.columns.forEach((column, number) => {
    const step = column.length > 11 ? (STEP * 10) / (column.length - 1) : STEP
    const x = number * (WIDTH + GAP) + (width - (board.columns.length * (WIDTH + GAP) - GAP)) / 2
    lay({ kind: 'column', name: '1234567890'[number] ?? '', x, y: BELOW, empty: column.length === 0, top: column.at(-1) ?? null }, column, step)
  })
  return { width, height: BELOW + Math.min(longest - 1, 10) * STEP + HEIGHT, places, cards }
}

/** The place that a card dropped here means. */
export function nearest(table: Table, x: number, y: number): Place | undefined {
  const upper = y < BELOW / 2
  const rows = table.places.filter(place => (place.kind === 'column') !== upper)
  return rows.filter(place => Math.abs(place.x - x) < (WIDTH + GAP) * 0.6).sort((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0]
}
