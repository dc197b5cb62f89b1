// A tree of variations: what was played and tried from a board, with names and comments. As a text it is written as
// chess games are: `B+1 C-2 (D+1 "a try" {too slow} E-1) E-3`, the main line first, each variation after the move that it replaces.

export interface Node {
  move: string
  name: string
  comment: string
  /** The main line first. */
  children: Node[]
}

export const root = (): Node => ({ move: '', name: '', comment: '', children: [] })

/** The node after these moves, if the tree has it. */
export function find(tree: Node, moves: string[]): Node | undefined {
  let now: Node | undefined = tree
  for (const move of moves) now = now?.children.find(one => one.move === move)
  return now
}

/** Adds a line of moves, as a variation where it leaves what is there. */
export function grow(tree: Node, moves: string[]) {
  let now = tree
  for (const move of moves) {
    const known = now.children.find(one => one.move === move)
    now = known ?? (now.children[now.children.push({ ...root(), move }) - 1] as Node)
  }
}

/** Takes the node after these moves out, with what follows it. */
export function prune(tree: Node, moves: string[]) {
  const parent = find(tree, moves.slice(0, -1))
  if (parent) parent.children = parent.children.filter(one => one.move !== moves.at(-1))
}

/** Whether it is one line without names and comments. */
export const isPlain = (tree: Node): boolean => tree.children.length <= 1 && !tree.name && !tree.comment && tree.children.every(isPlain)

const note = ({ name, comment }: Node) => `${name ? ` "${name.replaceAll('"', "'")}"` : ''}${comment ? ` {${comment.replaceAll(/[{}]/g, '')}}` : ''}`

export function print(tree: Node): string {
  const words = [note(tree).trim()]
  let now = tree
  for (;;) {
    const [main, ...others] = now.children
    if (!main) return words.filter(Boolean).join(' ')
    words.push(main.move + note(main), ...others.map(one => `(${one.move}${note(one)} ${print({ ...one, name: '', comment: '' })}`.trim() + ')'))
    now = main
  }
}

/** Reads what `print` writes; an error says what does not fit. */
export function read(text: string): Node {
  const tree = root()
  let now = tree
  let before = tree
  const open: [Node, Node][] = []
  for (const [token] of text.matchAll(/"[^"]*"|\{[^}]*\}|[()]|[^\s(){}"]+|["{}]/g)) {
    if (token === '(') {
      open.push([now, before])
      now = before
    } else if (token === ')') {
      const back = open.pop()
      if (!back) throw new Error('a variation ends that did not begin: `)` without `(`')
      ;[now, before] = back
    } else if (/^"./.test(token)) now.name = token.slice(1, -1)
    else if (/^\{./.test(token)) now.comment = token.slice(1, -1)
    else if (/^["{}]$/.test(token)) throw new Error(`a name or comment does not end: ${token}`)
    else {
      grow(now, [token])
      before = now
      now = find(now, [token]) ?? now
    }
  }
  if (open.length) throw new Error('a variation does not end: `(` without `)`')
  return tree
}
