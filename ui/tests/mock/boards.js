// Boards from texts, their legal moves, and what moves make of them: enough of the three puzzles to play them without a server.

export function read(domain, text) {
  return { 'rush-hour': rushHour, tiles, freecell }[domain](text)
}

export function write(board) {
  if (board.domain === 'rush-hour') {
    const cells = Array(board.width * board.height).fill('o')
    for (const [row, column] of board.walls) cells[row * board.width + column] = 'x'
    for (const v of board.vehicles) for (let k = 0; k < v.length; k++) cells[(v.row + (v.axis === 'vertical' ? k : 0)) * board.width + v.column + (v.axis === 'horizontal' ? k : 0)] = v.letter
    return cells.join('') + (board.exit === 'right' ? '' : ` >${board.exit}`)
  }
  if (board.domain === 'tiles') return board.cells.join(' ')
  const held = board.cells.some(Boolean) ? `Freecells: ${board.cells.map(card => card ?? '-').join(' ')}\n` : ''
  const home = Object.values(board.home).some(Boolean) ? `Foundations: ${['H', 'C', 'D', 'S'].map(suit => `${suit}-${board.home[suit] ? RANKS[board.home[suit] - 1] : '0'}`).join(' ')}\n` : ''
  return home + held + board.columns.map(column => column.join(' ') + '\n').join('')
}

function rushHour(text) {
  const [, body, exit = 'right'] = /^([\s\S]*?)(?:\s*>(\w+))?\s*$/.exec(text)
  const rows = body.trim().split(/[\n/]+/)
  const cells = rows.join('').replaceAll('.', 'o')
  const width = rows.length > 1 ? rows[0].length : Math.round(Math.sqrt(cells.length))
  if (width * Math.round(cells.length / width) !== cells.length || cells.length < 16) throw refuse(`The board has ${cells.length} cells, which is no square.`, 'A board of 6×6 has 36 signs.')
  const found = new Map()
  const walls = []
  ;[...cells].forEach((sign, place) => {
    const at = [Math.floor(place / width), place % width]
    if (sign === 'x') walls.push(at)
    else if (sign !== 'o') found.set(sign, [...(found.get(sign) ?? []), at])
  })
  const vehicles = [...found].map(([letter, at]) => {
    if (at.length < 2) throw refuse(`Vehicle ${letter} covers only one cell.`, 'A vehicle covers 2 cells or more in a line.')
    return { letter, row: at[0][0], column: at[0][1], length: at.length, axis: at[0][0] === at[1][0] ? 'horizontal' : 'vertical' }
  })
  if (!found.has('A')) throw refuse('The board has no target car.', 'Mark it with the letter A.')
  return { domain: 'rush-hour', width, height: cells.length / width, exit, target: 'A', walls, vehicles }
}

function tiles(text) {
  const cells = text.trim().split(/[\s,]+/).map(Number)
  const width = Math.round(Math.sqrt(cells.length))
  return { domain: 'tiles', width, height: cells.length / width, cells, goal: cells.map((_, place) => place) }
}

const RANKS = 'A23456789TJQK'

function freecell(text) {
  const board = { domain: 'freecell', cells: [null, null, null, null], home: { C: 0, D: 0, H: 0, S: 0 }, columns: [], build: 'alternate', empty: 'any' }
  for (const line of text.split('\n')) {
    if (line.startsWith('Freecells:')) board.cells = line.slice(10).trim().split(/\s+/).map(card => (card === '-' ? null : card))
    else if (line.startsWith('Foundations:')) for (const [, suit, rank] of line.matchAll(/([CDHS])-(\w)/g)) board.home[suit] = RANKS.indexOf(rank) + 1
    else board.columns.push(line.trim() ? line.trim().split(/\s+/) : [])
  }
  while (board.columns.length > 8) board.columns.pop()
  return board
}

export function refuse(message, help = null, field = null) {
  return { status: 422, error: { message, help, field } }
}

export function solved(board) {
  if (board.domain === 'tiles') return board.cells.every((tile, place) => tile === board.goal[place])
  if (board.domain === 'freecell') return Object.values(board.home).every(count => count === 13)
  const target = board.vehicles.find(v => v.letter === board.target)
  return { right: target.column + target.length === board.width, left: target.column === 0, down: target.row + target.length === board.height, up: target.row === 0 }[board.exit]
}

export function moves(board) {
  if (board.domain === 'tiles') return tileMoves(board)
  if (board.domain === 'freecell') return cardMoves(board)
  const taken = new Set(board.walls.map(([r, c]) => r * 100 + c))
  for (const v of board.vehicles) for (let k = 0; k < v.length; k++) taken.add((v.row + (v.axis === 'vertical' ? k : 0)) * 100 + v.column + (v.axis === 'horizontal' ? k : 0))
  const found = []
  for (const v of board.vehicles) {
    const flat = v.axis === 'horizontal'
    for (const way of [-1, 1]) {
      for (let delta = way; ; delta += way) {
        const end = (flat ? v.column : v.row) + delta + (way > 0 ? v.length - 1 : 0)
        if (end < 0 || end >= (flat ? board.width : board.height) || taken.has(flat ? v.row * 100 + end : end * 100 + v.column)) break
        const words = `move ${v.letter} ${Math.abs(delta)} ${Math.abs(delta) === 1 ? 'cell' : 'cells'} ${flat ? (way > 0 ? 'to the right' : 'to the left') : way > 0 ? 'down' : 'up'}`
        found.push({ text: `${v.letter}${delta > 0 ? '+' : ''}${delta}`, words, vehicle: v.letter, delta })
      }
    }
  }
  return found
}

function tileMoves(board) {
  const gap = board.cells.indexOf(0)
  const [row, column] = [Math.floor(gap / board.width), gap % board.width]
  return [['U', -1, 0, 'down'], ['L', 0, -1, 'right'], ['R', 0, 1, 'left'], ['D', 1, 0, 'up']].flatMap(([text, dr, dc, way]) => {
    const [r, c] = [row + dr, column + dc]
    if (r < 0 || c < 0 || r >= board.height || c >= board.width) return []
    const tile = board.cells[r * board.width + c]
    return [{ text, words: `tile ${tile} ${way}`, tile }]
  })
}

const red = card => /[DH]$/.test(card)
const rank = card => RANKS.indexOf(card[0])
const onto = (upper, lower) => red(upper) !== red(lower) && rank(upper) + 1 === rank(lower)

function cardMoves(board) {
  const found = []
  const name = number => '1234567890'[number]
  const free = board.cells.filter(card => !card).length
  const empty = board.columns.filter(column => !column.length).length
  const cell = board.cells.indexOf(null)
  const tops = [...board.columns.map((column, n) => [column.at(-1), name(n)]), ...board.cells.map((card, n) => [card, 'abcd'[n]])].filter(([card]) => card)
  for (const [card, from] of tops) {
    if (board.home[card[1]] === rank(card)) found.push({ text: `${from}h`, words: `move ${card} home`, cards: [card], from, to: 'h' })
    if (cell >= 0 && /\d/.test(from)) found.push({ text: `${from}${'abcd'[cell]}`, words: `move ${card} to cell ${'abcd'[cell]}`, cards: [card], from, to: 'abcd'[cell] })
    if (/[a-d]/.test(from)) {
      board.columns.forEach((column, n) => {
        if (column.length ? onto(card, column.at(-1)) : board.columns.findIndex(one => !one.length) === n) found.push({ text: `${from}${name(n)}`, words: `move ${card} to column ${n + 1}`, cards: [card], from, to: name(n) })
      })
    }
  }
  board.columns.forEach((column, n) => {
    for (let start = column.length - 1; start >= 0; start--) {
      if (start < column.length - 1 && !onto(column[start + 1], column[start])) break
      const cards = column.slice(start)
      board.columns.forEach((other, m) => {
        if (m === n) return
        const most = (free + 1) * 2 ** Math.max(0, empty - (other.length ? 0 : 1))
        const first = board.columns.findIndex(one => !one.length) === m
        if (cards.length <= most && (other.length ? onto(cards[0], other.at(-1)) : first && start > 0)) found.push({ text: `${name(n)}${name(m)}${other.length || cards.length === 1 ? '' : `v${cards.length}`}`, words: `move ${cards.join(' ')} to column ${m + 1}`, cards, from: name(n), to: name(m) })
      })
    }
  })
  return found
}

export function play(board, text) {
  if (board.domain === 'freecell') return playCards(board, text)
  const move = moves(board).find(one => one.text === text)
  if (!move) throw refuse(`The move ${text} cannot be made here.`, 'The way is not free, or there is no such piece.', 'moves')
  if (board.domain === 'tiles') {
    const cells = [...board.cells]
    const [gap, from] = [cells.indexOf(0), cells.indexOf(move.tile)]
    ;[cells[gap], cells[from]] = [move.tile, 0]
    return { ...board, cells }
  }
  return { ...board, vehicles: board.vehicles.map(v => (v.letter !== move.vehicle ? v : v.axis === 'horizontal' ? { ...v, column: v.column + move.delta } : { ...v, row: v.row + move.delta })) }
}

function playCards(board, text) {
  const all = cardMoves(board).filter(one => one.text === text || one.text.slice(0, 2) === text.slice(0, 2))
  const move = all.find(one => one.text === text) ?? all.sort((a, b) => b.cards.length - a.cards.length)[0]
  if (!move) throw refuse(`The move ${text} cannot be made here.`, null, 'moves')
  const next = { ...board, cells: [...board.cells], home: { ...board.home }, columns: board.columns.map(column => [...column]) }
  const from = '1234567890'.indexOf(move.from)
  if (from >= 0) next.columns[from].splice(-move.cards.length)
  else next.cells['abcd'.indexOf(move.from)] = null
  const to = '1234567890'.indexOf(move.to)
  if (move.to === 'h') next.home[move.cards[0][1]]++
  else if (to >= 0) next.columns[to].push(...move.cards)
  else next.cells['abcd'.indexOf(move.to)] = move.cards[0]
  return next
}

/** Moves home that can do no harm: nothing that is still out could need the card. */
export function safe(board) {
  if (board.domain !== 'freecell') return undefined
  const found = []
  for (let now = board; ; ) {
    const low = Math.min(...Object.values(now.home))
    const move = cardMoves(now).find(one => one.to === 'h' && rank(one.cards[0]) <= low + 1)
    if (!move) return found
    found.push(move.text)
    now = playCards(now, move.text)
  }
}
