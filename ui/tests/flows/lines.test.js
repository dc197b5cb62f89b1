// Lines of charts are drawn with few points, and look as with all of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from '../module.js'

const { polyline, TOLERANCE } = await load('charts/polyline.ts')

/** Numbers from 0 to 1, the same at every call. */
function chance() {
  let state = 1
  return () => ((state = (state * 48271) % 2147483647), state / 2147483647)
}
const next = chance()
const across = (count, wide, height) => Array.from({ length: count }, (_, place) => [(place / Math.max(1, count - 1)) * wide, height(place)])
let walk = 100
const lines = {
  noise: across(20_000, 600, () => 200 * next()),
  walk: across(5_000, 600, () => (walk += next() - 0.5)),
  'about a point for each pixel': across(1_000, 1_150, place => 150 + 40 * Math.sin(place / 7) + next()),
  'a curve that levels out': across(1_000, 1_150, place => 300 / (1 + place / 30)),
  'a peak': across(3_000, 300, place => (place === 1_500 ? 0 : 100)),
  'points above each other': [[0, 5], [0, 90], [0, 2], [10, 4], [10, 60], [10, 4]],
}

/** Points by the column of pixels that they are in. */
function inColumns(points) {
  const found = new Map()
  for (const point of points) found.set(Math.floor(point[0]), [...(found.get(Math.floor(point[0])) ?? []), point])
  return found
}

/** The heights of a drawn line where it is in a column of pixels. */
function heights(drawn, column, steps) {
  const found = []
  for (let place = 0; place < drawn.length; place++) {
    const [x, y] = drawn[place]
    if (Math.floor(x) === column) found.push(y)
    const [to, height] = drawn[place + 1] ?? []
    if (to === undefined || to < column || x >= column + 1 || to === x) continue
    // Its part between the edges of the column.
    for (const edge of [Math.max(x, column), Math.min(to, column + 1)]) found.push(steps ? y : y + ((edge - x) / (to - x)) * (height - y))
    if (steps && Math.floor(to) === column) found.push(height)
  }
  return found
}

for (const steps of [false, true]) {
  for (const [name, points] of Object.entries(lines)) {
    test(`${name}${steps ? ', in steps' : ''}: each column of pixels keeps its highest and lowest point, and the line its ends`, () => {
      const drawn = polyline(points, steps)
      assert.deepEqual([drawn[0], drawn.at(-1)], [points[0], points.at(-1)])
      assert.ok(drawn.every((point, place) => !place || point[0] >= drawn[place - 1][0]), 'from left to right')
      const known = new Set(points)
      assert.ok(drawn.every(point => known.has(point)), 'nothing is invented')
      const all = inColumns(points)
      const few = inColumns(drawn)
      for (const [column, own] of all) {
        const ys = own.map(([, y]) => y)
        const shown = heights(drawn, column, steps)
        assert.ok(Math.min(...shown) <= Math.min(...ys) + TOLERANCE + 1e-9, `${column}: the lowest`)
        assert.ok(Math.max(...shown) >= Math.max(...ys) - TOLERANCE - 1e-9, `${column}: the highest`)
        assert.ok((few.get(column)?.length ?? 0) <= Math.min(4, own.length) || own.length < 5, `${column}: ${few.get(column)?.length} points`)
      }
    })
  }
}

test('a point that is left out is no further from the line than the tolerance', () => {
  const points = lines['a curve that levels out']
  const drawn = polyline(points)
  assert.ok(drawn.length < 60, `${drawn.length} points`)
  for (const [x, y] of points) {
    const after = drawn.findIndex(([to]) => to >= x)
    const [[left, from], [right, to]] = [drawn[Math.max(0, after - 1)], drawn[after]]
    const height = right === left ? to : from + ((x - left) / (right - left)) * (to - from)
    assert.ok(Math.abs(height - y) <= TOLERANCE + 1e-9, `${x}: ${height} for ${y}`)
  }
})

test('straight lines need two points, and nothing needs none', () => {
  assert.deepEqual(polyline([]), [])
  assert.deepEqual(polyline([[3, 4]]), [[3, 4]])
  assert.equal(polyline(across(1_000, 900, place => 20 + place / 10)).length, 2)
  assert.equal(polyline(across(1_000, 900, () => 7), true).length, 2)
})
