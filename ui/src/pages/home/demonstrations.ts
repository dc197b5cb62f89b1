// The demonstrations that the first page offers, by their files.

export interface Demonstration {
  title: string
  /** Before it is started. */
  offer: string
  /** While it runs, without what it is doing. */
  running: string
  /** When it has ended. */
  ended: string
}

export const DEMONSTRATIONS: Record<string, Demonstration | undefined> = {
  'demo-packing.toml': {
    title: 'Evolve a packing rule that beats FunSearch’s',
    offer: 'Weights of six features decide into which bin an item goes. They are learned on generated instances and tested on the five that FunSearch, a search by a language model, was measured on. It is to need fewer bins, not less time. Done within two minutes.',
    running: 'A rule for packing bins online is evolving on generated instances',
    ended: 'The champion was chosen by generated instances and tested on those that FunSearch was measured on.',
  },
  'demo.toml': {
    title: 'Evolve a policy for Rush Hour',
    offer: 'A policy of two rules, evolved on 12 generated boards, that can be read. On boards as small as these it about matches a tuned formula: its nodes are few, and it takes more time for each. Done within two minutes.',
    running: 'A policy for Rush Hour is evolving on 12 generated boards',
    ended: 'The champion was chosen by validation boards and tested on boards that evolution never saw; the dashed line is its value there.',
  },
}
