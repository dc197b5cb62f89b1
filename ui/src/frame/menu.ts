// A menu made of a `details` element: Escape and anything outside of it close it, and so does a choice.

export function menu(node: HTMLDetailsElement): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !node.open) return
    node.open = false
    node.querySelector('summary')?.focus()
  }
  const look = (event: Event) => {
    const at = event.target as Element
    if (node.open && (!node.contains(at) || (event.type === 'click' && at.closest('button, a')))) node.open = false
  }
  node.addEventListener('keydown', press)
  document.addEventListener('click', look)
  document.addEventListener('focusin', look)
  return () => {
    node.removeEventListener('keydown', press)
    document.removeEventListener('click', look)
    document.removeEventListener('focusin', look)
  }
}
