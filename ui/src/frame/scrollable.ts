// Boxes that scroll can be reached and scrolled by the keyboard, but only while there is something to scroll.

export function scrollable(node: HTMLElement): () => void {
  const look = () => {
    const scrolls = node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1
    if (scrolls) node.tabIndex = 0
    else node.removeAttribute('tabindex')
  }
  const resized = new ResizeObserver(look)
  const changed = new MutationObserver(look)
  resized.observe(node)
  changed.observe(node, { childList: true, subtree: true, characterData: true })
  look()
  return () => {
    resized.disconnect()
    changed.disconnect()
  }
}
