// What is said in passing, with something to click where it can be taken back.

export interface Toast {
  id: number
  text: string
  action?: { name: string; run: () => void }
}

let next = 0
export const toasts = $state<Toast[]>([])

/** Says something, and returns its number. */
export function say(text: string, action?: Toast['action']): number {
  const id = next++
  toasts.push(action ? { id, text, action } : { id, text })
  setTimeout(() => drop(id), action ? 12_000 : 5_000)
  return id
}

export function drop(id: number) {
  const place = toasts.findIndex(toast => toast.id === id)
  if (place >= 0) toasts.splice(place, 1)
}
