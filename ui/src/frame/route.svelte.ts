// Hash routes: `#/solve?i=jam:5&a=astar`. The address is the state of a page, so every view can be shared.

export interface Route {
  /** `['experiments', '3']` */
  path: string[]
  query: URLSearchParams
}

/** Pages that had other names. */
const RENAMED: Record<string, string> = { study: 'benchmark', audit: 'admissibility' }

function read(): Route {
  const old = /^#?\/?([a-z]+)/.exec(location.hash)?.[1] ?? ''
  const now = RENAMED[old]
  if (now) history.replaceState(null, '', location.hash.replace(old, now))
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2)
  const parts = path.split('/').filter(Boolean)
  return { path: parts.map(decode), query: new URLSearchParams(query) }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

let current = $state.raw(read())
addEventListener('hashchange', () => (current = read()))

/** The route, read by pages as `route.path` and `route.query`. */
export const route = {
  get path() {
    return current.path
  },
  get query() {
    return current.query
  },
}

/** The address of a page. Values that are empty are left out. */
export function address(path: string, query: Record<string, string | number | undefined | null> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  // Colons and commas may stand in a fragment as they are, which keeps `i=jam:5` readable.
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString().replaceAll('%3A', ':').replaceAll('%2C', ',')
  return '#/' + path + (text ? '?' + text : '')
}

export function go(path: string, query: Record<string, string | number | undefined | null> = {}) {
  location.hash = address(path, query)
}

/** Changes values of the query without a new entry in the history, unless it is a step to go back from. */
export function change(values: Record<string, string | number | undefined | null>, step = false) {
  const query: Record<string, string | number | undefined | null> = Object.fromEntries(current.query)
  const to = address(current.path.map(encodeURIComponent).join('/'), { ...query, ...values })
  if (to === location.hash) return
  if (step) {
    location.hash = to
  } else {
    history.replaceState(null, '', to)
    current = read()
  }
}
