// Enough TOML to show an experiment's values in the form: sections, and values on one line.

export function tomlTree(text) {
  const root = {}
  let section = root
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    const header = /^\[([\w.-]+)\]/.exec(line)
    if (header) {
      section = header[1].split('.').reduce((table, key) => (table[key] ??= {}), root)
      continue
    }
    const entry = /^"?([\w.-]+)"?\s*=\s*(.+)$/.exec(line)
    if (!entry || line.startsWith('#')) continue
    try {
      section[entry[1]] = value(entry[2])
    } catch {
      // A value that is no TOML: the program says what is wrong with it.
    }
  }
  return root
}

function value(text) {
  const bare = text.replace(/("(?:[^"\\]|\\.)*")|#.*$/g, '$1').trim()
  const parts = bare.replace(/("(?:[^"\\]|\\.)*")|([\w-]+)\s*=/g, (_, quoted, key) => quoted ?? `"${key}":`)
  const numbers = parts.replace(/("(?:[^"\\]|\\.)*")|(\d)_(?=\d)/g, (_, quoted, digit) => quoted ?? digit)
  return JSON.parse(numbers.replace(/,\s*([}\]])/g, '$1'))
}
