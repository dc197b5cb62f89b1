// How many series are distinguished: by colours first, that people with any colour vision can distinguish, then by
// dashes.

/** As many `--group-N` as the style sheet has. */
export const COLOURS = 8
const DASHES = [undefined, [7, 4], [2, 3], [10, 3, 2, 3]]

export interface Look {
  /** A variable of the style sheet. */
  colour: string
  dash?: number[]
}

/** The colour of what has a part in an experiment, in every chart. */
export const ROLES: Record<string, string | undefined> = { 'evolved champion': '--accent', 'tuned baseline': '--quiet', 'blind search': '--group-2', 'random search': '--group-5' }

/** The look of a series; its variants have the same colour and other dashes. */
export function look(series: number, variant = 0): Look {
  const dash = DASHES[(Math.floor(series / COLOURS) + variant) % DASHES.length]
  return { colour: `--group-${series % COLOURS}`, ...(dash ? { dash } : {}) }
}
