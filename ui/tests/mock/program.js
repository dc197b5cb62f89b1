// The real program, asked for what it can already tell.
import { spawn } from 'node:child_process'

const BINARY = process.env.UNSTUCK_BINARY ?? new URL('../../../target/release/unstuck', import.meta.url).pathname

/** Runs it; gives its exit code and what it wrote. */
export function run(words, { seconds = 60, onChild } = {}) {
  return new Promise(resolve => {
    const child = spawn(BINARY, words, { timeout: seconds * 1000 })
    onChild?.(child)
    let [out, err] = ['', '']
    child.stdout.on('data', part => (out += part))
    child.stderr.on('data', part => (err += part))
    child.on('error', error => resolve({ code: -1, out, err: String(error) }))
    child.on('close', code => resolve({ code, out, err }))
  })
}

/** Runs it with --json and reads the answer; throws its complaint. */
export async function json(words, options) {
  const { out, err } = await run([...words, '--json'], options)
  try {
    return JSON.parse(out)
  } catch {
    throw new Complaint(err)
  }
}

/** What the program said on standard error, with the place if it names one. */
export class Complaint extends Error {
  constructor(text) {
    const line = text.split('\n').find(one => one.trim()) ?? 'the program said nothing'
    const place = /line (\d+), column (\d+)/.exec(text)
    const bare = line.replace(/^error: /, '').replace(/^.*line \d+, column \d+: /, '')
    const help = /\(([^()]*)\)\s*$/.exec(bare)
    super(bare)
    const message = help ? bare.slice(0, help.index).trim() : bare
    this.error = { message: message.charAt(0).toUpperCase() + message.slice(1) + '.', help: help?.[1] ?? null, line: place ? Number(place[1]) : null, column: place ? Number(place[2]) : null }
  }
}

/** The flags of metric and settings. */
export function flags({ metric, settings = {} }) {
  const set = Object.entries(settings).flatMap(([name, value]) => (value === 'true' ? [`--${name}`] : [`--${name}`, value]))
  return [...(metric ? ['--metric', metric] : []), ...set]
}
