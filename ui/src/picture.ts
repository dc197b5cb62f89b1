// Drawings of the page as files: SVG with all of its looks written into it, and PNG made from that.

import { saveBlob } from './save'

/** What a drawing takes from style sheets. */
const LOOKS = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline']

export function svgText(svg: SVGSVGElement): string {
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
  const { width, height } = svg.getBoundingClientRect()
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', getComputedStyle(svg).getPropertyValue('--panel').trim() || '#fff')
  copy.prepend(ground)
  return new XMLSerializer().serializeToString(copy)
}

export const saveSvg = (svg: SVGSVGElement, name: string) => saveBlob(`${name}.svg`, new Blob([svgText(svg)], { type: 'image/svg+xml' }))

/** As sharp as print needs. */
const SCALE = 2

export async function savePng(svg: SVGSVGElement, name: string) {
  const { width, height } = svg.getBoundingClientRect()
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * SCALE
  canvas.height = height * SCALE
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const made = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve))
  if (made) saveBlob(`${name}.png`, made)
}
