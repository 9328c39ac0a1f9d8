// Liquid templates that reach nothing but what they are given: no files, no prototypes, no end of time or memory.
import { Liquid } from 'liquidjs'
import { HooksError } from './errors.ts'
import type { Render } from './recipes/prompt.ts'

const noFile = (): never => {
  throw new Error('templates read no files')
}

const engine = new Liquid({
  fs: {
    exists: () => Promise.resolve(false),
    existsSync: () => false,
    readFile: noFile,
    readFileSync: noFile,
    resolve: noFile,
  },
  dynamicPartials: false,
  relativeReference: false,
  ownPropertyOnly: true,
  strictFilters: true,
  parseLimit: 300_000,
  renderLimit: 2_000,
  memoryLimit: 50_000_000,
})
for (const tag of ['include', 'render', 'layout', 'block']) Reflect.deleteProperty(engine.tags, tag)

const LONGEST = 8_000_000

/** Fills a template. */
export const render: Render = (template, scope) => {
  try {
    const parsed = engine.parse(template)
    const text: unknown = engine.renderSync(parsed, scope)
    if (typeof text !== 'string' || text.length > LONGEST) throw new Error('what it makes is too long')
    return { text, uses: engine.globalVariablesSync(parsed) }
  } catch (error) {
    throw new HooksError('error', `the template cannot be filled: ${messageOf(error)}`)
  }
}

/** Why a text is no template; undefined when it is one. */
export function templateProblem(template: string): string | undefined {
  try {
    engine.parse(template)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

/** The place stands at the end of the first line, the template itself below it. */
function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 300) ?? ''
}
