// How different two colours look, to people with normal and with other colour vision.

const linear = value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
export const rgb = hex => [1, 3, 5].map(at => linear(parseInt(hex.slice(at, at + 2), 16) / 255))
const times = (matrix, vector) => matrix.map(row => row.reduce((sum, factor, at) => sum + factor * vector[at], 0))

/** Machado, Oliveira and Fernandes (2009), full severity, on linear RGB. */
const VISION = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}

/** CIELAB of linear RGB, white D65. */
function lab(colour) {
  const xyz = times([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]], colour.map(part => Math.min(1, Math.max(0, part))))
  const [x, y, z] = [0.95047, 1, 1.08883].map((white, at) => xyz[at] / white).map(t => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116))
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** CIEDE2000. */
function difference([l1, a1, b1], [l2, a2, b2]) {
  const radians = Math.PI / 180
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)))
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)]
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)]
  const hue = (a, b) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / radians + 360) % 360)
  const [h1, h2] = [hue(p1, b1), hue(p2, b2)]
  const turn = c1 * c2 === 0 ? 0 : Math.abs(h2 - h1) <= 180 ? h2 - h1 : h2 > h1 ? h2 - h1 - 360 : h2 - h1 + 360
  const [dl, dc, dh] = [l2 - l1, c2 - c1, 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * radians)]
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const h = c1 * c2 === 0 ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2
  const t = 1 - 0.17 * Math.cos((h - 30) * radians) + 0.24 * Math.cos(2 * h * radians) + 0.32 * Math.cos((3 * h + 6) * radians) - 0.2 * Math.cos((4 * h - 63) * radians)
  const [sl, sc, sh] = [1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2), 1 + 0.045 * c, 1 + 0.015 * c * t]
  const rotation = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(60 * radians * Math.exp(-(((h - 275) / 25) ** 2)))
  return Math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotation * (dc / sc) * (dh / sh))
}

/** The least CIEDE2000 of two colours over kinds of vision, all of them if none are named. */
export function apart(one, other, kinds = Object.keys(VISION)) {
  return Math.min(...kinds.map(kind => VISION[kind]).map(matrix => difference(lab(times(matrix, rgb(one))), lab(times(matrix, rgb(other))))))
}

/** WCAG contrast. */
export function contrast(one, other) {
  const light = hex => rgb(hex).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0) + 0.05
  return Math.max(light(one) / light(other), light(other) / light(one))
}
