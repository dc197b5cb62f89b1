// The colours of vehicles: the target is red, the others keep theirs by letter.

const WHEEL = ['#4a7fc9', '#c98a1b', '#4f9a5f', '#8a66c2', '#2f97a6', '#cf6b90', '#93755a', '#74848f', '#98933a', '#5a6dc2', '#d1774a']

export function colour(letter: string, target: string): string {
  if (letter === target) return '#d23b3b'
  return WHEEL[(letter.codePointAt(0) ?? 0) % WHEEL.length] ?? '#74848f'
}
