// A module of the pages, for tests that need no browser.
import { rolldown } from 'rolldown'

export async function load(path) {
  const bundle = await rolldown({ input: new URL(`../src/${path}`, import.meta.url).pathname, platform: 'neutral' })
  const { output } = await bundle.generate({ format: 'esm' })
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
}
