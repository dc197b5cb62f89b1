// TOML texts: read as a tree of values, and edited key by key, so that a form can change a file without touching what
// people wrote around it.

export type Value = string | number | boolean | Value[] | { [key: string]: Value }
export type Table = { [key: string]: Value }

/** A value as TOML writes it, tables on one line. */
export function print(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`
  const entries = Object.entries(value).map(([key, inner]) => `${name(key)} = ${print(inner)}`)
  return entries.length ? `{ ${entries.join(', ')} }` : '{}'
}

const name = (key: string) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))

/** A table, or an empty one for anything else. */
export const table = (value: unknown): Table => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {})

/** `at(values, 'genome.limits.nodes')` */
export function at(tree: unknown, path: string): unknown {
  let now = tree
  for (const key of path.split('.')) {
    if (typeof now !== 'object' || now === null) return undefined
    now = (now as Record<string, unknown>)[key]
  }
  return now
}

/** Pieces of a text: comments and blanks, line ends, strings, punctuation, and bare words. */
const PIECES = /#[^\n]*|[^\S\n]+|\n|"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\[\[|\]\]|[[\]{},=]|[^\s"'#[\]{},=]+/gy

/** The values of a text, as far as it can be read: while someone types, a line that is not yet complete is left out. */
export function parse(text: string): Table {
  const tree: Table = {}
  let open = tree
  for (const line of statements(text)) {
    const reader = new Reader(line)
    try {
      if (line[0] === '[' || line[0] === '[[') open = reader.header(tree)
      else reader.entry(open)
    } catch {
      // Left out: the server says what is wrong with it.
    }
  }
  return tree
}

/** A line that begins a section, whatever was left open before it. */
const HEADER = /\n\s*\[[\w.-]+\][^\S\n]*(?=\n|$)/y

/** The pieces of each entry, without blanks; a list or a table may go on over several lines. */
function statements(text: string): string[][] {
  const all: string[][] = []
  let now: string[] = []
  let depth = 0
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    const header = now[0] === '[' || now[0] === '[['
    HEADER.lastIndex = index
    if (piece === '\n' && (depth <= 0 || header || HEADER.test(text))) {
      if (now.length) all.push(now)
      now = []
      depth = 0
    } else if (piece.trim() && !piece.startsWith('#')) {
      // Two brackets are one piece only where they begin or end a header.
      const parts = piece.length === 2 && /\[\[|\]\]/.test(piece) && now.length && !(header && now[0] === '[[') ? [...piece] : [piece]
      for (const part of parts) {
        if (now.length) depth += part === '[' || part === '{' ? 1 : part === ']' || part === '}' ? -1 : 0
        now.push(part)
      }
    }
  }
  if (now.length) all.push(now)
  return all
}

class Reader {
  #at = 0
  constructor(readonly pieces: string[]) {}

  #next(): string {
    const piece = this.pieces[this.#at++]
    if (piece === undefined) throw new SyntaxError('incomplete')
    return piece
  }

  /** The parts of a key up to a sign: `a."b.c".d`. */
  #key(end: string): string[] {
    const parts: string[] = []
    for (let piece = this.#next(); piece !== end; piece = this.#next()) {
      if (piece !== '.') parts.push(...(/^["']/.test(piece) ? [unquote(piece)] : piece.split('.').filter(Boolean)))
    }
    return parts
  }

  header(tree: Table): Table {
    const listed = this.#next() === '[['
    const path = this.#key(listed ? ']]' : ']')
    const last = path.pop()
    if (last === undefined) throw new SyntaxError('no name')
    const parent = down(tree, path)
    if (!listed) return down(parent, [last])
    const made: Table = {}
    parent[last] = [...(Array.isArray(parent[last]) ? parent[last] : []), made]
    return made
  }

  entry(open: Table) {
    const path = this.#key('=')
    const last = path.pop()
    if (last === undefined) throw new SyntaxError('no key')
    const value = this.#value(this.#next())
    down(open, path)[last] = value
  }

  #value(piece: string): Value {
    if (/^["']/.test(piece)) return unquote(piece)
    if (piece === 'true' || piece === 'false') return piece === 'true'
    if (piece === '[') {
      const list: Value[] = []
      for (let next = this.#next(); next !== ']'; next = this.#next()) if (next !== ',') list.push(this.#value(next))
      return list
    }
    if (piece === '{') {
      const made: Table = {}
      while (this.pieces[this.#at] !== '}') {
        if (this.pieces[this.#at] === ',') this.#at++
        else this.entry(made)
      }
      this.#at++
      return made
    }
    const number = Number(piece.replaceAll('_', ''))
    if (Number.isNaN(number)) throw new SyntaxError('no value')
    return number
  }
}

function unquote(piece: string): string {
  if (piece.startsWith("'''")) return piece.slice(3, -3).replace(/^\n/, '')
  // A text over several lines may hold what one on a line must escape.
  if (piece.startsWith('"""')) return JSON.parse(`"${piece.slice(3, -3).replace(/^\n/, '').replaceAll('\n', '\\n').replace(/(?<!\\)"/g, '\\"')}"`) as string
  return piece.startsWith("'") ? piece.slice(1, -1) : (JSON.parse(piece) as string)
}

/** The table at a path, made where it is missing. */
function down(from: Table, path: string[]): Table {
  let now = from
  for (const key of path) {
    const next = now[key]
    const inner = Array.isArray(next) ? next.at(-1) : next
    now = typeof inner === 'object' && !Array.isArray(inner) ? inner : (now[key] = {} as Table)
  }
  return now
}

/** The lines of a section: from behind its header to the next one; the section '' is what comes before any header. */
function section(lines: string[], header: string): [number, number] | null {
  const start = header === '' ? 0 : lines.findIndex(line => line.trim().replace(/\s*#.*$/, '') === `[${header}]`) + 1
  if (header !== '' && start === 0) return null
  const next = lines.findIndex((line, at) => at >= start && /^\s*\[/.test(line))
  return [start, next < 0 ? lines.length : next]
}

/** The lines that a key takes: more than one where a list or a table is spread over several. */
function extent(lines: string[], from: number, to: number, key: string): [number, number] | null {
  const first = lines.slice(from, to).findIndex(line => new RegExp(`^\\s*"?${key.replaceAll('.', '\\.')}"?\\s*=`).test(line))
  if (first < 0) return null
  let depth = 0
  for (let at = from + first; at < to; at++) {
    const bare = (lines[at] ?? '').replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '').replace(/#.*$/, '')
    depth += (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0)
    if (depth <= 0) return [from + first, at + 1]
  }
  return [from + first, to]
}

/** The text with a key set, or taken out when the value is undefined. */
export function put(text: string, header: string, key: string, value: Value | undefined): string {
  const lines = text.split('\n')
  // The same table may be written as a section of its own.
  const own = section(lines, header ? `${header}.${key}` : key)
  if (own) lines.splice(own[0] - 1, own[1] - own[0] + 1)
  const place = section(lines, header)
  const written = value === undefined ? [] : [`${name(key)} = ${print(value)}`]
  if (!place) {
    if (!written.length) return lines.join('\n')
    return `${lines.join('\n').trimEnd()}\n\n[${header}]\n${written.join('\n')}\n`
  }
  const [from, to] = place
  const at = extent(lines, from, to, key)
  if (at) {
    lines.splice(at[0], at[1] - at[0], ...written)
  } else {
    let end = to
    while (end > from && (lines[end - 1] ?? '').trim() === '') end--
    lines.splice(end, 0, ...written)
  }
  return lines.join('\n')
}
