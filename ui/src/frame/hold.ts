// Fingers that drag something on a drawing keep the page where it is; anywhere else they scroll it. The style's
// `touch-action` does not reach into drawings.

/** Attached to a drawing, with a question whether something is being dragged on it. */
export const hold = (dragging: () => boolean) => (element: Element) => {
  const keep = (event: Event) => {
    if (dragging() && event.cancelable) event.preventDefault()
  }
  element.addEventListener('touchmove', keep, { passive: false })
  return () => element.removeEventListener('touchmove', keep)
}
