// The points of a line that a screen can show. A chart of many runs is drawn again with every generation, and most of its
// points change no pixel.

export type Point = [number, number]

/** How far a point that is left out may be from the drawn line, in pixels. */
export const TOLERANCE = 0.25

/**
 * Of the points in one column of pixels the first, the lowest, the highest and the last, in their order: lines through
 * them paint the same pixels (M4; Jugel, Jerzak, Hackenbroich and Markl 2014).
 */
function columns(points: Point[]): Point[] {
  const found: Point[] = []
  for (let first = 0, next = 0; first < points.length; first = next) {
    const column = Math.floor(points[first]?.[0] ?? 0)
    let [low, high] = [first, first]
    for (next = first + 1; Math.floor(points[next]?.[0] ?? NaN) === column; next++) {
      const y = points[next]?.[1] ?? 0
      if (y < (points[low]?.[1] ?? 0)) low = next
      if (y > (points[high]?.[1] ?? 0)) high = next
    }
    if (next - first < 5) for (let place = first; place < next; place++) found.push(points[place] as Point)
    else for (const place of new Set([first, Math.min(low, high), Math.max(low, high), next - 1])) found.push(points[place] as Point)
  }
  return found
}

/** Without the points between two others that the line through these two meets. */
function straight(points: Point[]): Point[] {
  const [start] = points
  if (!start) return []
  const found = [start]
  let [anchor, before] = [start, start]
  // The slopes from the anchor that miss no point since by more than the tolerance.
  let [least, most] = [-Infinity, Infinity]
  for (const point of points.slice(1)) {
    const slope = (point[1] - anchor[1]) / (point[0] - anchor[0])
    if (!(slope >= least && slope <= most)) {
      if (before !== anchor) found.push(before)
      anchor = before
      ;[least, most] = [-Infinity, Infinity]
    }
    const across = point[0] - anchor[0]
    // Of points above each other none is left out.
    if (across > 0) {
      least = Math.max(least, (point[1] - TOLERANCE - anchor[1]) / across)
      most = Math.min(most, (point[1] + TOLERANCE - anchor[1]) / across)
    } else [least, most] = [Infinity, -Infinity]
    before = point
  }
  if (before !== start) found.push(before)
  return found
}

/** Without the points that leave a line of steps on its height. */
function level(points: Point[]): Point[] {
  let height = NaN
  return points.filter(([, y], place) => {
    if (Math.abs(y - height) <= TOLERANCE && place < points.length - 1) return false
    height = y
    return true
  })
}

/** The points to draw of a line from left to right; in a line of steps each height holds until the next point. */
export const polyline = (points: Point[], steps = false): Point[] => (steps ? level : straight)(columns(points))
