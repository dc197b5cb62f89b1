// Solutions changed by hand: which parts can be moved where, and the text that the validator reads. A new domain adds a line to the
// table at the end; without one its solutions are only looked at.

import type { BinsBoard, GanttBoard, Place, RosterBoard, RoutesBoard, TourBoard } from './boards'

/** A place for a part, with its number. */
export type Target = [number, string]

export interface Edit<Board> {
  /** What is moved. */
  part: string
  /** How many parts there are, numbered from 0. */
  count: (board: Board) => number
  name: (board: Board, part: number) => string
  /** Where a part can go, without the place that it has. */
  targets: (board: Board, part: number) => Target[]
  move: (board: Board, part: number, target: number) => Board
  text: (board: Board) => string
}

/** Places that are offered, at most: the near ones. */
const NEAR = 40

const far = ([ax, ay]: Place = [0, 0], [bx, by]: Place = [0, 0]) => Math.hypot(ax - bx, ay - by)
const inserted = <T>(list: T[], at: number, one: T) => [...list.slice(0, at), one, ...list.slice(at)]

const bins: Edit<BinsBoard> = {
  part: 'item',
  count: board => board.sizes.length,
  name: (board, item) => `item ${item + 1}, size ${board.sizes[item]}`,
  targets: (board, item) => {
    const size = board.sizes[item] ?? 0
    const free = board.bins.map(items => board.capacity - items.reduce((sum, one) => sum + (board.sizes[one] ?? 0), 0))
    const fits = board.bins.flatMap((items, bin): Target[] => (items.includes(item) || (free[bin] ?? 0) < size ? [] : [[bin, `bin ${bin + 1}, ${free[bin]} free`]]))
    return [...fits.sort(([a], [b]) => (free[a] ?? 0) - (free[b] ?? 0)), [board.bins.length, 'a new bin']]
  },
  move: (board, item, bin) => {
    const left = [...board.bins, []].map((items, at) => (at === bin ? [...items.filter(one => one !== item), item] : items.filter(one => one !== item)))
    return { ...board, bins: left.filter(items => items.length) }
  },
  text: board => board.bins.map(items => items.map(item => item + 1).join(' ')).join('\n') + '\n',
}

const routes: Edit<RoutesBoard> = {
  part: 'customer',
  count: board => board.demands.length - 1,
  name: (board, part) => `customer ${part + 1}, demand ${board.demands[part + 1]}`,
  targets: (board, part) => {
    const loads = board.routes.map(route => route.reduce((sum, one) => sum + (board.demands[one] ?? 0), 0))
    const fits = board.routes.flatMap((route, number): Target[] => (route.includes(part + 1) || (loads[number] ?? 0) + (board.demands[part + 1] ?? 0) > board.capacity ? [] : [[number, `route ${number + 1}, load ${loads[number]} of ${board.capacity}`]]))
    return [...fits, [board.routes.length, 'a new route']]
  },
  // Into the place of the route where the detour is shortest on the map; at its end where there is no map.
  move: (board, part, number) => {
    const customer = part + 1
    const left = [...board.routes, []].map(route => route.filter(one => one !== customer))
    const route = left[number] ?? []
    const stops = [0, ...route, 0].map(one => board.places[one])
    const own = board.places[customer]
    const detours = route.length ? [...route, 0].map((_, at) => far(stops[at], own) + far(own, stops[at + 1]) - far(stops[at], stops[at + 1])) : [0]
    const at = board.places.length ? detours.indexOf(Math.min(...detours)) : route.length
    return { ...board, routes: left.map((one, place) => (place === number ? inserted(one, at, customer) : one)).filter(one => one.length) }
  },
  text: board => board.routes.map((route, number) => `Route #${number + 1}: ${route.join(' ')}`).join('\n') + '\n',
}

const tour: Edit<TourBoard> = {
  part: 'city',
  count: board => board.tour.length,
  name: (_, city) => `city ${city + 1}`,
  targets: (board, city) => {
    const before = board.tour[(board.tour.indexOf(city) + board.tour.length - 1) % board.tour.length]
    const others = board.tour.filter(one => one !== city && one !== before)
    return others.sort((a, b) => far(board.places[a], board.places[city]) - far(board.places[b], board.places[city])).slice(0, NEAR).map(one => [one, `after city ${one + 1}`])
  },
  move: (board, city, after) => {
    const left = board.tour.filter(one => one !== city)
    return { ...board, tour: inserted(left, left.indexOf(after) + 1, city) }
  },
  text: board => `TYPE : TOUR\nDIMENSION : ${board.count}\nTOUR_SECTION\n${board.tour.map(city => city + 1).join('\n')}\n-1\nEOF\n`,
}

/** The machine and the place of a bar by its number over all machines. */
function bar(board: GanttBoard, part: number): [number, number] {
  let left = part
  for (const [machine, list] of board.bars.entries()) {
    if (left < list.length) return [machine, left]
    left -= list.length
  }
  return [0, 0]
}

/** When operations start that start as early as their order allows; those that would wait for themselves have no start. */
function earliest(board: GanttBoard): number[][] {
  const starts: number[][] = board.bars.map(() => [])
  const ready = board.jobs.map(job => ({ next: 0, time: job.release }))
  const free = board.bars.map(() => 0)
  for (let placed = true; placed; ) {
    placed = false
    board.bars.forEach((list, machine) => {
      for (let bar = list[starts[machine]?.length ?? 0]; bar && ready[bar.job]?.next === bar.operation; bar = list[starts[machine]?.length ?? 0]) {
        const job = ready[bar.job] ?? { next: 0, time: 0 }
        const start = Math.max(job.time, (free[machine] ?? 0) + bar.setup)
        starts[machine]?.push(start)
        ready[bar.job] = { next: job.next + 1, time: start + bar.end - bar.start }
        free[machine] = start + bar.end - bar.start
        placed = true
      }
    })
  }
  return starts
}

const gantt: Edit<GanttBoard> = {
  part: 'operation',
  count: board => board.bars.reduce((sum, list) => sum + list.length, 0),
  name: (board, part) => {
    const [machine, place] = bar(board, part)
    const one = board.bars[machine]?.[place]
    return `job ${one?.job}, operation ${one?.operation} on machine ${machine}`
  },
  targets: (board, part) => {
    const [machine, place] = bar(board, part)
    const first = board.bars.slice(0, machine).reduce((sum, list) => sum + list.length, 0)
    return (board.bars[machine] ?? []).flatMap((one, at): Target[] => (at === place ? [] : [[first + at, `${at < place ? 'before' : 'after'} job ${one.job}`]]))
  },
  move: (board, part, target) => {
    const [[machine, from], [, to]] = [bar(board, part), bar(board, target)]
    const list = board.bars[machine] ?? []
    const one = list[from]
    const left = list.filter((_, at) => at !== from)
    return one ? { ...board, bars: board.bars.map((own, at) => (at === machine ? inserted(left, to, one) : own)) } : board
  },
  text: board => {
    const starts = earliest(board)
    return board.bars.map((list, machine) => `${machine}: ${list.map((one, at) => `${one.job}.${one.operation}@${starts[machine]?.[at] ?? 0}`).join(' ')}`).join('\n') + '\n'
  },
}

/** Numbers of people as targets come after those of shifts. */
export const PEOPLE = 1_000

const roster: Edit<RosterBoard> = {
  part: 'cell',
  count: board => board.people.length * board.days.length,
  name: (board, part) => `${board.people[Math.floor(part / board.days.length)]} on day ${(part % board.days.length) + 1}`,
  targets: (board, part) => {
    const [person, day] = [Math.floor(part / board.days.length), part % board.days.length]
    const own = board.cells[person]?.[day] ?? null
    const shifts = [null, ...board.shifts.keys()].flatMap((shift): Target[] => (shift === own ? [] : [[shift === null ? 0 : shift + 1, shift === null ? 'a day off' : `shift ${board.shifts[shift]}`]]))
    const people = board.people.flatMap((name, other): Target[] => ((board.cells[other]?.[day] ?? null) === own ? [] : [[PEOPLE + other, `exchanged with ${name}`]]))
    return [...shifts, ...people]
  },
  move: (board, part, target) => {
    const [person, day] = [Math.floor(part / board.days.length), part % board.days.length]
    const cells = board.cells.map(line => [...line])
    const [own, other] = [cells[person], cells[target - PEOPLE]]
    if (own && other) [own[day], other[day]] = [other[day] ?? null, own[day] ?? null]
    else if (own) own[day] = target ? target - 1 : null
    return { ...board, cells }
  },
  text: board => [`person,${board.days.map((day, at) => `${day.weekday} ${at + 1}`).join(',')}`, ...board.people.map((name, person) => [name, ...(board.cells[person] ?? []).map(shift => (shift === null ? '' : board.shifts[shift]))].join(','))].join('\n') + '\n',
}

export const EDITS: Record<string, Edit<any> | undefined> = { bins, routes, tour, gantt, roster }
