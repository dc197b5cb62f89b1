// Measurements held against what is promised: printed one by one, and the program fails if one is missed.
import { binary } from './server.js'

let missed = 0
console.log(`measured with ${binary}`)

/** Prints a figure and whether it is within its bar; what is no number is not. */
export function bar(name, value, most, unit) {
  const holds = value <= most
  if (!holds) missed++
  console.log(`${holds ? 'holds ' : 'MISSED'}  ${name}: ${Number(value).toFixed(1)} ${unit}, promised ${most} ${unit}`)
}

/** Refuses a measurement that measured nothing. */
export function must(holds, words) {
  if (!holds) throw new Error(`nothing was measured: ${words}`)
}

export function end() {
  process.exit(missed ? 1 : 0)
}

const sorted = list => [...list].sort((a, b) => a - b)
export const part = (list, share) => sorted(list)[Math.floor((list.length - 1) * share)]
export const median = list => part(list, 0.5)
export const pause = milliseconds => new Promise(later => setTimeout(later, milliseconds))
