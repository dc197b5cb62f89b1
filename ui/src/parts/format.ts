// Numbers and times as people read them.

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** 12,345 */
export function count(value: number | null | undefined): string {
  return value === null || value === undefined || !Number.isFinite(value) ? '–' : whole.format(value)
}

/** Four significant digits, and no more than needed. */
export function figure(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–'
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1000) return whole.format(value)
  if (size < 0.001) return value.toExponential(1)
  return Number(value.toPrecision(digits)).toString()
}

/** On axes: 1.5M, 20k, and smaller numbers as they are. */
export function compact(value: number | null | undefined): string {
  const size = Math.abs(value ?? 0)
  if (size >= 1e9 || size < 1e4) return figure(value)
  return size >= 1e6 ? `${figure((value ?? 0) / 1e6)}M` : `${figure((value ?? 0) / 1e3)}k`
}

/** 12.3 % */
export function percent(share: number | null | undefined): string {
  return share === null || share === undefined || !Number.isFinite(share) ? '–' : `${figure(100 * share, 3)} %`
}

/** 1.2 ms, 3.4 s, 5 min, 2 h 10 min */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return '–'
  if (seconds === 0) return '0 s'
  if (seconds < 1e-3) return `${figure(seconds * 1e6, 2)} µs`
  if (seconds < 1) return `${figure(seconds * 1e3, 2)} ms`
  if (seconds < 60) return `${figure(seconds, 2)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''}`
}

/** 640 B, 1.5 MB */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB']
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${figure(value, 3)} ${units[unit]}`
}

/** just now, 5 min ago, 14 Nov */
export function ago(unix: number): string {
  const seconds = Date.now() / 1000 - unix
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`
  return new Date(unix * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
}

/** p-values: < 0.001 where they are. */
export function probability(p: number | null | undefined): string {
  if (p === null || p === undefined || !Number.isFinite(p)) return '–'
  return p < 0.001 ? '< 0.001' : figure(p, 2)
}

export function plural(many: number, one: string, more = one + 's'): string {
  return `${count(many)} ${many === 1 ? one : more}`
}

/** `1 run + random-search control`: every repetition has a control of the same budget, where there are any. */
export function runs(total: number, controlled: boolean): string {
  if (!controlled) return plural(total, 'run')
  return `${plural(total / 2, 'run')} + random-search ${total > 2 ? 'controls' : 'control'}`
}
