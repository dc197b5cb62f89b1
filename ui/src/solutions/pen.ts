// Drawing on a canvas in the colours of the page.

/** What a drawing is made with: the canvas, its size, the part of it that is shown, and colours. */
export interface Pen {
  to: CanvasRenderingContext2D
  width: number
  height: number
  /** How much is enlarged, and how far the enlarged picture is moved. */
  scale: number
  x: number
  y: number
  /** The value of a variable of the style sheet. */
  ink: (name: string) => string
  /** One of many colours that differ, with a colour for text on it. */
  hue: (place: number) => { fill: string; text: string }
}

/** The colours of the page as it is now, light or dark. */
export function colours(): Pick<Pen, 'ink' | 'hue'> {
  const style = getComputedStyle(document.documentElement)
  const dark = isDark()
  const known = new Map<string, string>()
  const ink = (name: string) => {
    const found = known.get(name) ?? style.getPropertyValue(name).trim()
    known.set(name, found)
    return found
  }
  return { ink, hue: place => ({ fill: hue(place, dark), text: dark ? '#ffffff' : '#1b1f23' }) }
}

export const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches

/** Neighbours in number are far apart in colour: steps of the golden angle. */
export const hue = (place: number, dark: boolean) => `hsl(${Math.round((170 + place * 137.508) % 360)} ${dark ? 45 : 58}% ${dark ? 38 : 70}%)`

/** Lines on a picture are thinner than areas: more contrast with the ground. */
export const strong = (place: number, dark: boolean) => `hsl(${Math.round((170 + place * 137.508) % 360)} ${dark ? 62 : 68}% ${dark ? 64 : 38}%)`

/** Fitted coordinates by their places: a large map is fitted once, not at every look at it. */
const kept = new WeakMap<object, { box: string; points: [number, number][] }>()

/** Puts coordinates into a box, in proportion and with north at the top. */
export function fitted(places: [number, number][], width: number, height: number, edge = 14): [number, number][] {
  const box = `${width} ${height} ${edge}`
  const found = kept.get(places)
  if (found?.box === box) return found.points
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of places) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    low = Math.min(low, y)
    high = Math.max(high, y)
  }
  const unit = Math.min((width - 2 * edge) / (right - left || 1), (height - 2 * edge) / (high - low || 1))
  const [atLeft, atTop] = [(width - unit * (right - left)) / 2, (height - unit * (high - low)) / 2]
  const points = places.map(([x, y]): [number, number] => [atLeft + unit * (x - left), atTop + unit * (high - y)])
  kept.set(places, { box, points })
  return points
}

/** How high a map is that is as wide as its place. */
export function mapHeight(places: [number, number][], width: number): number {
  const span = (axis: 0 | 1) => places.reduce((most, one) => Math.max(most, one[axis]), -Infinity) - places.reduce((least, one) => Math.min(least, one[axis]), Infinity)
  return Math.round(Math.min(560, 1.1 * width, Math.max(220, (width * span(1)) / (span(0) || 1))))
}

/** The nearest of some points, if it is close. */
export function nearest(points: [number, number][], x: number, y: number, close = 18): number | null {
  let [best, found] = [close * close, null as number | null]
  points.forEach(([px, py], place) => {
    const far = (px - x) ** 2 + (py - y) ** 2
    if (far < best) [best, found] = [far, place]
  })
  return found
}
