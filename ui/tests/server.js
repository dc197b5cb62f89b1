// The program itself, serving from a store in a folder of its own that goes away with it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const binary = process.env.UNSTUCK_BINARY ?? fileURLToPath(new URL('../../target/debug/unstuck', import.meta.url))

/** Starts a server on a free port, with more flags if given. */
export const serve = (...flags) => served((port, store) => [binary, ['serve', '--json', '--port', port, '--store', store, ...flags]])

/** Starts the server of a command, with more variables of its environment if given. */
export async function served(command, variables = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'unstuck-pages-'))
  const store = join(folder, 'store.db')
  let child
  const server = { url: '', pid: 0, store, start, kill, close }

  async function start() {
    const port = new URL(server.url || 'http://127.0.0.1:0').port || '0'
    child = spawn(...command(port, store), { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...variables } })
    server.pid = child.pid
    // A test that fails leaves no server behind, which would keep its output open for its reader.
    process.once('exit', () => child.kill('SIGKILL'))
    let told = ''
    for await (const line of createInterface({ input: child.stdout })) {
      told += line
      if (line.endsWith('}')) break
    }
    if (!told) throw new Error(`${child.spawnfile} did not start`)
    server.url = JSON.parse(told).address.replace(/\/$/, '')
  }

  /** Ends the server as no program can prevent. */
  async function kill() {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async function close() {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }

  await start()
  return server
}

/** A request whose answer is JSON. */
export async function ask(server, path, body) {
  const response = await fetch(`${server.url}/api${path}`, body ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {})
  const answer = response.status === 204 ? null : await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer?.error?.message}`)
  return answer
}

/** Waits for the end of an experiment: what the server then knows of it. */
export async function ended(server, id) {
  let one
  do one = await ask(server, `/experiments/${id}`)
  while (['waiting', 'running'].includes(one.summary.state) && (await new Promise(later => setTimeout(later, 50, true))))
  return one
}
