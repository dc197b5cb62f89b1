// What happens to experiments, as it happens.
//
// Browsers keep six connections to a server, over all tabs. So one tab listens and tells the others: the tab that holds
// the lock `unstuck-events`. When it closes, the lock passes to another, and every page reloads what it shows.
//
// To be watched is not to slow an experiment down. A hidden page receives no events, and reloads when the user
// looks; one that is seen hears of generations and progress in flocks, as often as drawing them is cheap.

import { get } from './api'
import type { EventExperiment, EventGeneration, EventProgress, EventState, EventTest } from './contract'

interface Events {
  state: EventState
  generation: EventGeneration
  progress: EventProgress
  test: EventTest
  experiment: EventExperiment
  /** What was missed is not known: reload everything. */
  reset: Record<string, never>
}
type Name = keyof Events
type Listener<N extends Name> = (data: Events[N]) => void

const NAMES: Name[] = ['state', 'generation', 'progress', 'test', 'experiment', 'reset']
const listeners = new Map<Name, Set<Listener<never>>>(NAMES.map(name => [name, new Set()]))
let connected = $state(true)
let begun = false

/** Milliseconds between two flocks: at least so many, and so many times what the last one took to draw. */
const PACE = 1000
const REST = 20
const SLOWEST = 5000
let pace = PACE
let flock: [Name, unknown][] = []
let soon: ReturnType<typeof setTimeout> | undefined
/** Whether something happened while the page was hidden. */
let missed = false

/** Whether events arrive. */
export const line = {
  get connected() {
    return connected
  },
}

/** Calls back at every event of a name, until the returned function is called. */
export function listen<N extends Name>(name: N, listener: Listener<N>): () => void {
  begin()
  const all = listeners.get(name)
  all?.add(listener as Listener<never>)
  return () => all?.delete(listener as Listener<never>)
}

const persistent = new Map<Name, Set<Listener<never>>>(NAMES.map(name => [name, new Set()]))

/** The same, even while the page is hidden: for what must not wait until the user looks. */
export function always<N extends Name>(name: N, listener: Listener<N>): () => void {
  begin()
  const all = persistent.get(name)
  all?.add(listener as Listener<never>)
  return () => all?.delete(listener as Listener<never>)
}

function tell(name: Name, data: unknown) {
  for (const listener of persistent.get(name) ?? []) (listener as (data: unknown) => void)(data)
  flock.push([name, data])
  if (name === 'generation' || name === 'progress') soon ??= setTimeout(flush, pace)
  else flush()
}

function flush() {
  clearTimeout(soon)
  soon = undefined
  const told = flock
  flock = []
  if (document.hidden) {
    missed = true
    return
  }
  const began = performance.now()
  for (const [name, data] of told) {
    for (const listener of listeners.get(name) ?? []) {
      try {
        (listener as (data: unknown) => void)(data)
      } catch (error) {
        reportError(error)
      }
    }
  }
  // What it changes is drawn before this is called; unless the page is hidden, when timers do not fire.
  setTimeout(() => { if (!document.hidden) pace = Math.min(Math.max(PACE, REST * (performance.now() - began)), SLOWEST) })
}

function look() {
  if (document.hidden || !missed) return
  missed = false
  tell('reset', {})
}

function begin() {
  if (begun) return
  begun = true
  document.addEventListener('visibilitychange', look)
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return open(() => undefined)
  const channel = new BroadcastChannel('unstuck-events')
  channel.onmessage = ({ data }: MessageEvent<{ name: Name | 'line'; data: unknown }>) => {
    if (data.name === 'line') connected = data.data as boolean
    else tell(data.name, data.data)
  }
  const hold = () => {
    open((name, data) => channel.postMessage({ name, data }))
    return new Promise(() => undefined)
  }
  void navigator.locks.request('unstuck-events', { ifAvailable: true }, lock => {
    if (lock) return hold()
    void navigator.locks.request('unstuck-events', () => {
      // The page that takes over cannot tell which events were missed.
      tell('reset', {})
      channel.postMessage({ name: 'reset', data: {} })
      return hold()
    })
    return undefined
  })
}

function open(share: (name: Name | 'line', data: unknown) => void) {
  const source = new EventSource('/api/events')
  for (const name of NAMES) {
    source.addEventListener(name, event => {
      const data: unknown = JSON.parse((event as MessageEvent<string>).data)
      tell(name, data)
      share(name, data)
    })
  }
  const reached = (now: boolean) => {
    if (connected === now) return
    connected = now
    share('line', now)
    // Whatever could not be loaded in between is loaded now.
    if (now) {
      tell('reset', {})
      share('reset', {})
    }
  }
  source.onopen = () => reached(true)
  source.onerror = () => {
    reached(false)
    // After a refusal the browser gives up: the server was restarting, or wants a token.
    if (source.readyState === EventSource.CLOSED) {
      // An event source does not tell why; any other question does, and brings up the login.
      void get('/about').catch(() => undefined)
      setTimeout(() => open(share), 2000)
    }
  }
}
