// How pages talk to the server: one function per way of asking, every refusal as one kind of error.

import type { Failure } from './contract'

/** What the server, or the way to it, refused, in words for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly what: Failure['error'],
  ) {
    super(what.message)
  }
}

type Listener = () => void
const loginNeeded = new Set<Listener>()

/** Calls back when an answer says that a token is needed. */
export function onLoginNeeded(listener: Listener): () => void {
  loginNeeded.add(listener)
  return () => loginNeeded.delete(listener)
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
  let answer: Response
  try {
    answer = await fetch('/api' + path, { method, headers, body: body === undefined ? null : JSON.stringify(body), signal: signal ?? null })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Refusal(0, {
      message: 'The server does not answer.',
      help: 'The page continues by itself once the server is back.',
    })
  }
  if (answer.status === 204) return undefined as T
  if (answer.ok) return (await answer.json()) as T
  if (answer.status === 401) loginNeeded.forEach(listener => listener())
  throw new Refusal(answer.status, await reason(answer))
}

async function reason(answer: Response): Promise<Failure['error']> {
  try {
    const { error } = (await answer.json()) as Failure
    if (error.message) return error
  } catch {
    // Not ours: a proxy's page, or nothing at all.
  }
  return { message: `The server answered ${answer.status} ${answer.statusText}.`, help: null }
}

export const get = <T>(path: string, signal?: AbortSignal) => ask<T>('GET', path, undefined, signal)
export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal) => ask<T>('POST', path, body, signal)
export const remove = (path: string) => ask<void>('DELETE', path)

/** Any failure in the form that pages show. */
export function failure(error: unknown): Failure['error'] {
  if (error instanceof Refusal) return error.what
  return { message: error instanceof Error ? error.message : String(error), help: 'Reload the page; if the error stays, please report it.' }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** `?a=1&b=2`, without what is undefined. */
export function query(values: Record<string, string | number | boolean | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return given.length ? '?' + new URLSearchParams(given.map(([key, value]) => [key, String(value)])) : ''
}
