// A game: an instance, the moves made so far, and the position they lead to.
//
// The server lists the legal moves of a position with what each leads to, so that a move shows at once. It confirms
// them: one request at a time, always for the latest position. What is asked for before its answer waits for it. A
// refused move is taken back. While the server is away, the game waits for it.

import { untrack } from 'svelte'
import { failure, post, Refusal } from '../server/api'
import type { Board, Failure, LegalMove, Position } from '../server/contract'
import type { Wanted } from '../puzzles/drawn'

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
  /** The last position that the server has sent. */
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
  /** What was asked for before the legal moves were known. */
  #asked: Wanted[] = []
  /** The position on the board is not that of the moves: nothing can be moved until the answer. */
  #elsewhere = false
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
    this.#asked = []
    this.#agreed = []
    this.#elsewhere = true
    this.position = this.position && this.#after(this.position)
    this.#confirm()
  }

  /** Makes a move: by its text, or what is wanted of the legal moves, as soon as they are known. */
  move(wanted: string | Wanted) {
    if (this.#elsewhere) return
    this.undone = []
    if (typeof wanted === 'string') return this.#make(wanted)
    const known = this.position?.moves
    const made = known && wanted(known)
    if (made) this.#make(made)
    else if (!known && this.waiting && !this.#extend(wanted)) this.#asked.push(wanted)
  }

  #make(text: string) {
    const before = this.position
    const made = before?.moves?.find(one => one.text === text)
    if (!before || !made) return
    const last = this.#past.at(-1)
    if (last && made.board && this.#slides(last)?.vehicle === (made.vehicle ?? null)) return this.#merge(last, made.board)
    this.#past.push(before)
    this.#set([...this.moves, text], this.#after(before, made.board))
  }

  /** The position that a move leads to, as far as it is known before the answer. */
  #after({ moves: _, ...before }: Position, board?: Board): Position {
    return { ...before, board: board ?? before.board, solved: false, safe: [] }
  }

  /** The last move, made from this position, if it moved a vehicle. */
  #slides({ moves }: Position): LegalMove | undefined {
    return moves?.find(one => one.vehicle !== undefined && one.text === this.moves.at(-1))
  }

  /** A slide that goes on with the last one makes one slide of both, and none where they cancel out. */
  #merge(last: Position, board: Board) {
    const wanted = JSON.stringify(board)
    const whole = last.moves?.find(one => JSON.stringify(one.board) === wanted)
    if (!whole) this.#past.pop()
    this.#set([...this.moves.slice(0, -1), ...(whole ? [whole.text] : [])], this.#after(last, board))
  }

  /** Goes on with the last slide before its answer: the position before it knows where the vehicle can go. */
  #extend(wanted: Wanted): boolean {
    const last = this.#past.at(-1)
    const slide = last && this.#slides(last)
    if (!last?.moves || !slide || this.#asked.length) return false
    const { vehicle, delta = 0 } = slide
    // The place before it is as far from here as the slide went.
    const back = { ...slide, text: '', delta: -delta, board: last.board }
    const own = last.moves.flatMap(one => (one.vehicle === vehicle && one.delta !== delta ? [{ ...one, text: `further ${one.text}`, delta: (one.delta ?? 0) - delta }] : []))
    const text = wanted([...own, back])
    const made = [...own, back].find(one => one.text === text)
    if (made?.board) this.#merge(last, made.board)
    return made !== undefined
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
    this.#asked = []
    this.undone = [...this.undone, last]
    this.#set(this.moves.slice(0, -1), this.#past.pop())
  }

  /** Makes the move that was undone last once more. */
  async redo() {
    const next = this.undone.at(-1)
    if (next === undefined) return
    const { reading, moves } = this
    if (!this.position?.moves?.some(move => move.text === next)) await this.settled()
    // Another game may have begun meanwhile.
    if (reading !== this.reading || moves !== this.moves || next !== this.undone.at(-1)) return
    this.undone = this.undone.slice(0, -1)
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
    this.#asked = []
    this.undone = line.slice(many).reverse()
    this.#past = []
    this.#set(line.slice(0, many))
  }

  /** The position after other moves from the start. */
  to(moves: string[]) {
    const { line } = this
    if (moves.every((move, place) => move === line[place])) return this.jump(moves.length)
    this.#asked = []
    this.undone = []
    this.#past = []
    this.#set(moves)
  }

  reset() {
    this.undone = [...this.undone, ...this.moves.toReversed()]
    const [first] = this.moves.length === this.#past.length ? this.#past : []
    this.#asked = []
    this.#past = []
    this.#set([], first)
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

  /** Without the position that they lead to, the board waits for the answer. */
  #set(moves: string[], position?: Position) {
    this.moves = moves
    this.#elsewhere = position === undefined
    this.position = position ?? (this.position && this.#after(this.position))
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
        this.#elsewhere = false
        // What waited for the answer is made now, and asks again.
        while (this.#asked.length && moves === this.moves) {
          const made = this.#asked.shift()?.(found.moves ?? [])
          if (made) this.#make(made)
        }
        if (moves === this.moves) return
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
        this.#asked = []
        // Back to what was right, or to the start.
        const kept = this.#agreed === moves ? [] : this.#agreed
        this.moves = kept
        this.#past = []
        this.#onmoves(kept)
      }
    }
  }
}
