// A game: an instance, the moves made so far, and the position they lead to.
//
// Moves show at once, by the rules that the page knows, and the server confirms them: one request at a time, always
// for the latest position. A refused move is taken back. While the server is away, the game waits for it.

import { untrack } from 'svelte'
import { failure, post, Refusal } from './api'
import type { Failure, Move, Position } from './contract'
import { after, legal, slide } from './puzzles/rules'

/** An instance with how it is to be read. */
export interface Reading {
  instance: string
  metric?: string | null
  settings?: Record<string, string>
}

/** Milliseconds between two attempts to reach the server. */
const AGAIN = 1000

export class Play {
  reading = $state.raw<Reading | null>(null)
  moves = $state.raw<string[]>([])
  position = $state.raw<Position | null>(null)
  /** The last position that the server has told. */
  confirmed = $state.raw<Position | null>(null)
  error = $state.raw<Failure['error'] | null>(null)
  /** The position is not confirmed yet. */
  waiting = $state(false)
  /** Moves that were undone, the first to be made again last. */
  undone = $state.raw<string[]>([])
  /** Positions on the way, one before each of the last moves. */
  #past: Position[] = []
  /** The moves that lead to the confirmed position. */
  #agreed: string[] = []
  /** The loop that confirms; there is one at a time. */
  #loop: Promise<void> | null = null
  #onmoves: (moves: string[]) => void
  #closed = false

  /** Calls back with the moves whenever the player changes them. */
  constructor(onmoves: (moves: string[]) => void = () => undefined) {
    this.#onmoves = onmoves
  }

  get solved() {
    return this.position?.solved ?? false
  }

  /** Whether this is the game that is on the table. */
  shows(reading: Reading, moves: string[]): boolean {
    return JSON.stringify(reading) === JSON.stringify(this.reading) && moves.join() === this.moves.join()
  }

  /** Begins with an instance, after some moves. */
  load(reading: Reading, moves: string[] = []) {
    this.reading = reading
    this.moves = moves
    this.error = null
    this.undone = []
    this.#past = []
    this.#agreed = []
    this.#confirm()
  }

  move(text: string) {
    this.undone = []
    this.#make(text)
  }

  #make(text: string) {
    const before = this.position
    const made = before?.moves?.find(one => one.text === text)
    if (!before || !made) return
    const board = after(before.board, made)
    const next: Position = { ...before, board, moves: legal(board) ?? [], solved: false, safe: [] }
    const last = this.#merged(made)
    if (last === undefined) {
      this.#past.push(before)
      this.#set([...this.moves, text], next)
    } else if (last) {
      this.#set([...this.moves.slice(0, -1), last], next)
    } else {
      this.#past.pop()
      this.#set(this.moves.slice(0, -1), next)
    }
  }

  /** A slide that goes on with the last one makes one slide of both: its text, empty where they cancel out. */
  #merged({ vehicle, delta }: Move): string | undefined {
    const [, letter, sign, cells] = /^(.)([+-])(\d+)$/.exec(this.moves.at(-1) ?? '') ?? []
    if (vehicle === undefined || letter !== vehicle) return undefined
    const sum = Number(sign + (cells ?? '')) + (delta ?? 0)
    return sum === 0 ? '' : slide(vehicle, sum, 'horizontal').text
  }

  /** Several moves, one after another, each to be seen. */
  async run(texts: string[], pause = 120) {
    for (const text of texts) {
      await this.settled()
      this.move(text)
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }

  undo() {
    const last = this.moves.at(-1)
    if (last === undefined) return
    this.undone = [...this.undone, last]
    this.#set(this.moves.slice(0, -1), this.#past.pop() ?? this.position)
  }

  /** Makes the move that was undone last once more. */
  async redo() {
    const next = this.undone.at(-1)
    if (next === undefined) return
    this.undone = this.undone.slice(0, -1)
    if (!this.position?.moves?.some(move => move.text === next)) await this.settled()
    this.#make(next)
  }

  /** The whole game: the moves made, and those that were undone. */
  get line(): string[] {
    return [...this.moves, ...this.undone.toReversed()]
  }

  /** The game after so many moves of its line. */
  jump(many: number) {
    const { line } = this
    if (many === this.moves.length) return
    this.undone = line.slice(many).reverse()
    this.#past = []
    this.#set(line.slice(0, many), this.position)
  }

  /** The position after other moves from the start. */
  to(moves: string[]) {
    const { line } = this
    if (moves.every((move, place) => move === line[place])) return this.jump(moves.length)
    this.undone = []
    this.#past = []
    this.#set(moves, this.position)
  }

  reset() {
    this.undone = [...this.undone, ...this.moves.toReversed()]
    const [first] = this.moves.length === this.#past.length ? this.#past : []
    this.#past = []
    this.#set([], first ?? this.position)
  }

  /** The page is left: nothing is asked any more. */
  close() {
    this.#closed = true
  }

  /** The position on the board once the server has confirmed it. */
  async settled(): Promise<Position | null> {
    while (this.#loop) await this.#loop
    return this.confirmed
  }

  #set(moves: string[], position: Position | null) {
    this.moves = moves
    this.position = position
    this.error = null
    this.#onmoves(moves)
    this.#confirm()
  }

  #confirm() {
    this.waiting = true
    // An effect that begins a game does not follow it.
    this.#loop ??= untrack(() => this.#ask()).finally(() => {
      this.#loop = null
      this.waiting = false
    })
  }

  async #ask() {
    while (!this.#closed) {
      const { reading, moves } = this
      const current = () => reading === this.reading && moves === this.moves
      try {
        const found = await post<Position>('/position', { ...reading, moves })
        if (!current()) continue
        // A board that is as expected stays the same object, so that what a player has begun on it stays too.
        const shown = this.position?.board
        this.position = this.confirmed = shown && JSON.stringify(shown) === JSON.stringify(found.board) ? { ...found, board: shown } : found
        this.#agreed = moves
        return
      } catch (error) {
        if (error instanceof Refusal && error.status === 0) {
          await new Promise(resolve => setTimeout(resolve, AGAIN))
          continue
        }
        if (!current() || this.#closed) continue
        this.error = failure(error)
        if (!moves.length) {
          this.position = this.confirmed = null
          return
        }
        // Back to what was right, or to the start.
        const kept = this.#agreed === moves ? [] : this.#agreed
        this.moves = kept
        this.#past = []
        this.#onmoves(kept)
      }
    }
  }
}
