// Drawings of the page as files: SVG with all of its looks written into it, and PNG made from that.

import { saveBlob } from '../parts/save'
import type { Look } from './series'

/** What the name of a series is written next to. */
export type Named = Look & { name: string }

const NS = 'http://www.w3.org/2000/svg'

function add(to: Element, tag: string, attributes: Record<string, string | number>, text = '') {
  const made = document.createElementNS(NS, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  made.textContent = text
  return to.appendChild(made)
}

/** What a drawing takes from style sheets. */
const LOOKS = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'paint-order']

/** A drawing as text, with the names of its series below it. */
function drawn(svg: SVGSVGElement, legend: Named[]): { text: string; width: number; height: number } {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [from, to] = [[svg, ...svg.querySelectorAll('*')], [copy, ...copy.querySelectorAll('*')]]
  from.forEach((element, place) => {
    const style = getComputedStyle(element)
    const made = to[place]
    if (!made) return
    made.removeAttribute('class')
    made.removeAttribute('tabindex')
    // Attributes rather than a style, which the content security policy forbids.
    made.removeAttribute('style')
    for (const name of LOOKS) made.setAttribute(name, style.getPropertyValue(name))
  })
  const own = getComputedStyle(svg)
  const colour = (name: string) => own.getPropertyValue(name).trim()
  const { width, height: alone } = svg.getBoundingClientRect()
  let [x, y] = [8, alone + 12]
  for (const { name, colour: line, dash } of legend) {
    const wide = 30 + 6.6 * name.length
    if (x > 8 && x + wide > width) [x, y] = [8, y + 18]
    add(copy, 'path', { d: `M${x} ${y}h18`, stroke: colour(line), 'stroke-width': 2.5, 'stroke-dasharray': dash?.join(' ') ?? 'none' })
    add(copy, 'text', { x: x + 24, y: y + 4, 'font-size': 11, 'font-family': own.fontFamily, fill: colour('--quiet') }, name)
    x += wide + 12
  }
  const height = legend.length ? y + 14 : alone
  copy.setAttribute('xmlns', NS)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const [left, top] = copy.getAttribute('viewBox')?.split(' ') ?? []
  copy.prepend(add(copy, 'rect', { x: left ?? 0, y: top ?? 0, width: '100%', height: '100%', fill: colour('--panel') || '#fff' }))
  return { text: new XMLSerializer().serializeToString(copy), width, height }
}

export const saveSvg = (svg: SVGSVGElement, name: string, legend: Named[]) => saveBlob(`${name}.svg`, new Blob([drawn(svg, legend).text], { type: 'image/svg+xml' }))

/** As sharp as print needs. */
const SCALE = 2

export async function savePng(svg: SVGSVGElement, name: string, legend: Named[]) {
  const { text, width, height } = drawn(svg, legend)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * SCALE
  canvas.height = height * SCALE
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const made = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve))
  if (made) saveBlob(`${name}.png`, made)
}
