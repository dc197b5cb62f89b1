// A notice when an experiment ends: on the page, and by the system if the user wants it and looks elsewhere.

import { get } from '../server/api'
import type { Experiment } from '../server/contract'
import { always } from '../server/events.svelte'
import { go, route } from './route.svelte'
import { keep, recall } from './stored'
import { say } from './toasts.svelte'

const opened = Math.floor(Date.now() / 1000)
const allowed = () => 'Notification' in window && Notification.permission === 'granted'
let wanted = $state(recall(localStorage, 'notices') === 'yes' && allowed())

export const notices = {
  available: 'Notification' in window,
  get wanted() {
    return wanted
  },
  async ask(on: boolean) {
    wanted = on && (await Notification.requestPermission()) === 'granted'
    keep(localStorage, 'notices', wanted ? 'yes' : null)
    if (on && !wanted) say('The browser does not let this page send notifications.')
  },
}

/** Follows all experiments, whatever page is open. */
export function announce(): () => void {
  return always('state', event => {
    if (event.run !== null || !['done', 'failed'].includes(event.state)) return
    const path = `experiments/${event.experiment}`
    const seen = !document.hidden && (route.path.length === 0 || route.path.join('/') === path)
    if (seen || (document.hidden && !wanted)) return
    void get<Experiment>(`/${path}`).then(({ summary }) => {
      // Events of before the page was opened are no news.
      if (summary.updated < opened) return
      const text = `${summary.name} ${event.state === 'done' ? 'is done' : 'has failed'}.`
      if (!document.hidden) say(text, { name: 'Show', run: () => go(path) })
      else if (wanted && allowed()) {
        const notice = new Notification(text, { tag: `unstuck-${event.experiment}` })
        notice.onclick = () => {
          window.focus()
          go(path)
        }
      }
    }, () => undefined)
  })
}
