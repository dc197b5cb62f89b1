// The colours of vehicles: the target is red, the others keep theirs by letter, and no two capital letters share one.

/** Farthest from each other first, from the red of the target too, and dark enough for a white letter. */
const WHEEL = [
  '#4a7fc9', '#959523', '#7c301d', '#d85aa6', '#3f5a4d', '#5c2e8a', '#d27b41', '#53a292', '#735c26',
  '#7e5867', '#307c1d', '#9287ab', '#1d4c7c', '#995ad8', '#ab8e87', '#49808d', '#908364', '#ae2978',
  '#5a473f', '#646490', '#6ba253', '#1d7c5f', '#6b7e58', '#4f4fc4', '#523f5a', '#ae8629',
]

export function colour(letter: string, target: string): string {
  if (letter === target) return '#d23b3b'
  const place = letter.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0)
  return WHEEL[(((place - 1) % WHEEL.length) + WHEEL.length) % WHEEL.length] ?? '#74848f'
}
