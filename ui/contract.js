// Writes src/contract.ts: the schemas of the server's contract as TypeScript types, so that the pages cannot drift from it.
import { readFileSync, writeFileSync } from 'node:fs'

const here = new URL('.', import.meta.url)
const contract = JSON.parse(readFileSync(new URL('../app/src/server/openapi.json', here), 'utf8'))

function type(schema, indent = '') {
  if (schema.$ref) return schema.$ref.split('/').pop()
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.oneOf) return schema.oneOf.map(one => type(one, indent)).join(' | ')
  if (Array.isArray(schema.type)) {
    const [first, ...others] = schema.type
    return [type({ ...schema, type: first }, indent), ...others.map(other => type({ type: other }))].join(' | ')
  }
  if (schema.enum) return schema.enum.map(word => JSON.stringify(word)).join(' | ')
  switch (schema.type) {
    case 'array':
      return tuple(schema, indent)
    case 'object':
      return object(schema, indent)
    case 'integer':
      return 'number'
    case undefined:
      return 'unknown'
    default:
      return schema.type
  }
}

function tuple(schema, indent) {
  const item = type(schema.items, indent)
  const fixed = schema.minItems !== undefined && schema.minItems === schema.maxItems
  return fixed ? `[${Array(schema.minItems).fill(item).join(', ')}]` : `Array<${item}>`
}

function object(schema, indent) {
  if (!schema.properties) return `Record<string, ${type(schema.additionalProperties ?? {}, indent)}>`
  const inner = indent + '  '
  const lines = Object.entries(schema.properties).map(([name, value]) => {
    const optional = schema.required?.includes(name) ? '' : '?'
    const about = value.description ? `${inner}/** ${value.description.replaceAll('*/', '* /')} */\n` : ''
    return `${about}${inner}${JSON.stringify(name)}${optional}: ${type(value, inner)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

const types = Object.entries(contract.components.schemas).map(([name, schema]) => {
  const about = schema.description ? `/** ${schema.description} */\n` : ''
  return `${about}export type ${name} = ${type(schema)}\n`
})
writeFileSync(new URL('src/contract.ts', here), `// Made by contract.js.\n\n${types.join('\n')}`)
