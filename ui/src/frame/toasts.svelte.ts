// What is said in passing, with something to click where it can be taken back.

import { failure } from '../server/api'

export interface Toast {
  id: number
  text: string
  action?: { name: string; run: () => void }
}

let next = 0
export const toasts = $state<Toast[]>([])

/** At once, at most. */
const MOST = 2

/** Says something, and returns its number. */
export function say(text: string, action?: Toast['action']): number {
  const id = next++
  toasts.splice(0, toasts.length - MOST + 1)
  toasts.push(action ? { id, text, action } : { id, text })
  setTimeout(() => drop(id), action ? 12_000 : 5_000)
  return id
}

/** Does something that may be refused, and says what is wrong if it was. */
export async function attempt(work: () => unknown) {
  try {
    await work()
  } catch (error) {
    say(failure(error).message)
  }
}

/** What a page said goes with it. What can be taken back stays until its time is over. */
export function leave() {
  toasts.splice(0, toasts.length, ...toasts.filter(toast => toast.action))
}

export function drop(id: number) {
  const place = toasts.findIndex(toast => toast.id === id)
  if (place >= 0) toasts.splice(place, 1)
}
