// An experiment as a Jupyter notebook: its file, its curves and its champion, ready to be worked on in Python.

import type { Curves, Experiment, TestEvaluation } from '../../server/contract'

const lines = (text: string) => text.split('\n').map((line, place, all) => (place < all.length - 1 ? `${line}\n` : line))
const markdown = (text: string) => ({ cell_type: 'markdown', metadata: {}, source: lines(text) })
const code = (text: string) => ({ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: lines(text) })
/** A value as a Python literal: a string that Python parses as JSON. */
const literal = (value: unknown) => `json.loads(r'''${JSON.stringify(value).replaceAll("'", '\\u0027')}''')`

export function notebook({ summary, config, origin, runs, best }: Experiment, curves: Curves, test: TestEvaluation | null): string {
  const champion = runs.find(run => run.id === best)?.champion
  const columns = curves.runs.map(({ run, configuration, repetition, control, generation, evaluations, best: fitness, validation }) => ({ run, configuration, repetition, control, generation, evaluations, best: fitness, validation }))
  const cells = [
    markdown(`# ${summary.name}\n\n${summary.domain}, ${summary.metric}: ${summary.genome} evolved by ${summary.algorithm}. Run by ${origin}.`),
    code(`import json\n\nconfig = ${literal(config)}\nprint(config)`),
    markdown('## Curves\n\nFitness by generation; smaller is better. Solid: the champion on validation. Dotted: the best on training.'),
    code(`curves = ${literal(columns)}\n\nimport matplotlib.pyplot as plt\n\nfor run in curves:\n    if run["control"]:\n        continue\n    known = [(g, v) for g, v in zip(run["generation"], run["validation"]) if v is not None]\n    line, = plt.plot(*zip(*known), label=f'run {run["repetition"] + 1}')\n    plt.plot(run["generation"], run["best"], ":", color=line.get_color())\nplt.xlabel("generation")\nplt.ylabel("fitness")\nplt.legend()\nplt.show()`),
    ...(test
      ? [
          markdown('## Test\n\nNodes divided by those of blind search, plan lengths divided by the optimum, on unseen instances.'),
          code(`results = ${literal(test.results.map(({ name, kind, mean_ratio, length, solved }) => ({ name, kind, mean_ratio, length, solved })))}\n\nfor one in sorted(results, key=lambda one: one["mean_ratio"]):\n    print(f'{one["name"]:30} {one["kind"]:10} {one["mean_ratio"]:8.4f} {one["length"]:8.4f} {one["solved"]:4}')`),
        ]
      : []),
    ...(champion
      ? [
          markdown('## Champion\n\nSolve with it; `pip install unstuck` provides the package.'),
          code(`champion = ${literal(champion.text)}\nprint(champion)`),
          code(`import unstuck\n\ninstance = ${literal(test?.instances[0] ? `${summary.domain}:${test.instances[0].text}` : { 'rush-hour': 'jam:1', tiles: 'eight:1', freecell: 'freecell:1' }[summary.domain])}\nprint(unstuck.solve(instance, algorithm="astar", heuristic=champion))`),
        ]
      : []),
  ]
  return JSON.stringify({ cells, metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' }, language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 4 }, null, 1)
}
