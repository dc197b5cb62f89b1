// What a browser keeps between visits, where it allows that.

export function recall(store: Storage, key: string): string | null {
  try {
    return store.getItem(`unstuck-${key}`)
  } catch {
    return null
  }
}

/** Keeps a text, or forgets it. */
export function keep(store: Storage, key: string, text: string | null) {
  try {
    if (text === null) store.removeItem(`unstuck-${key}`)
    else store.setItem(`unstuck-${key}`, text)
  } catch {
    // No room, or not allowed: the page works without.
  }
}
