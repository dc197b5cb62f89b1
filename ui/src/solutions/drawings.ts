// The drawing of each kind of solution: the table to which a new domain adds a line.

import type { Component } from 'svelte'
import Bins from './Bins.svelte'
import type { Drawn } from './boards'
import Gantt from './Gantt.svelte'
import Roster from './Roster.svelte'
import Routes from './Routes.svelte'
import Tour from './Tour.svelte'

/** Endings of files with solutions in the format of the field; `txt` for others. */
export const ENDINGS: Record<string, string> = { tour: 'tour', routes: 'sol', roster: 'csv' }

export const DRAWINGS: Record<string, Component<Drawn<any>> | undefined> = {
  bins: Bins,
  gantt: Gantt,
  tour: Tour,
  routes: Routes,
  roster: Roster,
}
