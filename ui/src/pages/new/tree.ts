// Values of a TOML tree by their path.

/** `at(values, 'genome.limits.nodes')` */
export function at(tree: unknown, path: string): unknown {
  let now = tree
  for (const key of path.split('.')) {
    if (typeof now !== 'object' || now === null) return undefined
    now = (now as Record<string, unknown>)[key]
  }
  return now
}
