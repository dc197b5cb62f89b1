// Texts that the page itself makes, as files.

/** What tables and their files hold. */
export type Cell = string | number | null | undefined

/** A title as the name of a file. */
export const fileName = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 60)

export const save = (name: string, text: string, type = 'text/plain') => saveBlob(name, new Blob([text], { type }))

export function saveBlob(name: string, blob: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

/** A table as CSV; what needs quotes gets them. */
export function csv(rows: Cell[][]): string {
  const cell = (value: Cell) => {
    const text = String(value ?? '')
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map(row => row.map(cell).join(',')).join('\n') + '\n'
}

/** A table as Markdown, its first row the head. */
export function markdown(rows: Cell[][]): string {
  const line = (row: Cell[]) => `| ${row.map(value => String(value ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rest.map(line)].join('\n') + '\n'
}
