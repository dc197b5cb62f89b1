// Edits of a TOML text key by key, so that a form can change a file without touching what people wrote around it.

export type Value = string | number | boolean | Value[] | { [key: string]: Value }

/** A value as TOML writes it, tables on one line. */
export function print(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`
  const entries = Object.entries(value).map(([key, inner]) => `${name(key)} = ${print(inner)}`)
  return entries.length ? `{ ${entries.join(', ')} }` : '{}'
}

const name = (key: string) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))

/** The lines of a section: from behind its header to the next one; the section '' is what comes before any header. */
function section(lines: string[], header: string): [number, number] | null {
  const start = header === '' ? 0 : lines.findIndex(line => line.trim().replace(/\s*#.*$/, '') === `[${header}]`) + 1
  if (header !== '' && start === 0) return null
  const next = lines.findIndex((line, at) => at >= start && /^\s*\[/.test(line))
  return [start, next < 0 ? lines.length : next]
}

/** The lines that a key takes: more than one where a list or a table is spread over several. */
function extent(lines: string[], from: number, to: number, key: string): [number, number] | null {
  const first = lines.slice(from, to).findIndex(line => new RegExp(`^\\s*"?${key}"?\\s*=`).test(line))
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
  const written = value === undefined ? [] : [`${key} = ${print(value)}`]
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
