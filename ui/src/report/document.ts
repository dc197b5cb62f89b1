// What a report holds: the record that the program puts into the page.

import type { Curves, Formula, Solve } from '../server/contract'

/** A table as the terminal prints it as well. */
export interface Table {
  title: string
  /** Columns from the left that hold words; the others hold numbers. */
  words: number
  head: string[]
  rows: string[][]
  /** Rows that stand out. */
  strong: number[]
}

/** A run with what is drawn of it. */
export type Run = Curves['runs'][number] & {
  name: string
  seed: string
  /** Statistics are over it. */
  counts: boolean
  /** All evaluations of the run. */
  spent: number
  /** Fitness of its champion on validation, and its nodes. */
  fitness: number | null
  nodes: number | null
  individuals: number[]
  /** Nodes and length of the points of its last Pareto front. */
  front: [number | null, number | null][]
}

export interface Champion {
  title: string
  about: string
  text: string
  formula: Formula | null
  /** Why there is no drawing. */
  note: string | null
}

export interface Setting {
  number: number
  name: string
  leading: boolean
  runs: Table
  test: {
    notes: string[]
    rows: Table
    pairs: Table
    solved: Table
    run_by_run: [Table, Table] | null
    instances: Table
    /** Means of ratios of all champions and of all random searches. */
    champions: number[]
    controls: number[]
    /** What these are compared with. */
    levels: [string, number][]
  } | null
  champions: Champion[]
  hall: Table
  front: Table
  /** Share of individuals that use the most frequent features of a run, by generation. */
  followed: { run: string; generation: number[]; features: [string, number[]][] } | null
}

/** Quantities of an analysis, as `unstuck report --json` prints them, of which these are drawn. */
export interface Analysis {
  reference: string
  configurations: {
    number: number
    runs: number
    best: number | null
    median: number | null
    baseline: { heuristic: string; fitness: number | null } | null
    population: { operators: { name: string; compared: number; improved: number }[]; features: { name: string; share: number }[]; functions: { name: string; share: number }[] }
  }[]
}

export interface Experiment {
  kind: 'experiment'
  title: string
  about: string
  error: string | null
  sentences: string
  warning: string | null
  overview: Table
  notes: string[]
  comparison: { verdict: string; measure: string; groups: Table; pairs: Table; values: number[][] } | null
  /** The share of runs that reached a target: its name, efforts in order, and how many runs there are. */
  lengths: { about: string; lines: [string, number[], number][] }
  settings: Setting[]
  runs: Run[]
  analysis: Analysis
  facts: [string, string][]
  config: string
  written: string
}

export interface Comparison {
  kind: 'comparison'
  title: string
  about: string
  methods: string[]
  /** The instances of a part of a set, each with the place of the result of every method. */
  parts: { name: string; rows: [string, (number | null)[]][] }[]
  result: { results: Solve[] }
  written: string
}
