// The drawing of each kind of board: the table to which a new domain adds a line.

import type { Component } from 'svelte'
import type { Drawn } from './drawn'
import Atoms from './Atoms.svelte'
import FreeCell from './FreeCell.svelte'
import RushHour from './RushHour.svelte'
import Tiles from './Tiles.svelte'

/** A component that draws boards of its kind, and of no other. */
type Drawing = Component<Drawn<any>>

export const DRAWINGS: Record<string, Drawing | undefined> = {
  'rush-hour': RushHour,
  tiles: Tiles,
  freecell: FreeCell,
  atoms: Atoms,
}
