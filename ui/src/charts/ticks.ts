// Where axes are labelled: at numbers that people like.

/** About so many round numbers within a range. */
export function linear(least: number, most: number, about = 5): number[] {
  if (!(most > least)) return [least]
  const rough = (most - least) / about
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map(one => one * size).find(one => one >= rough - 1e-12) ?? rough
  const first = Math.ceil(least / step - 1e-9)
  const last = Math.floor(most / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)))
}

/** Numbers for a logarithmic axis: powers of ten and some between; within one decade the round ones. */
export function logarithmic(least: number, most: number): number[] {
  if (!(least > 0) || !(most > least)) return [least]
  const decades = Math.log10(most / least)
  if (decades < 0.7) return linear(least, most)
  const heads = decades > 4 ? [1] : decades > 2 ? [1, 3] : [1, 2, 5]
  const found: number[] = []
  for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); power++) {
    for (const head of heads) {
      const value = Number((head * 10 ** power).toPrecision(6))
      if (value >= least && value <= most) found.push(value)
    }
  }
  return found
}
