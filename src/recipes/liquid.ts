// Liquid templates without access to files or prototypes, and with limits on time and memory.
import {
  type Context,
  evalToken,
  Liquid,
  Tag,
  type TagToken,
  type TopLevelToken,
  type ValueToken,
} from 'liquidjs'
import { errorMessage, HooksError } from '../model/errors.ts'
import type { CommandOutput } from './template-commands.ts'
import type { RenderTemplate } from './prompt.ts'

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

/** The command output for the template that is being rendered. */
const commands: { printed: CommandOutput | undefined } = { printed: undefined }

/** `{% bash "git" "log" focus %}`: the command's output. */
class Bash extends Tag {
  readonly #words: readonly ValueToken[]

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid)
    const words: ValueToken[] = []
    const { tokenizer } = token
    for (tokenizer.skipBlank(); !tokenizer.end(); tokenizer.skipBlank()) {
      const word = tokenizer.readValueOrThrow()
      if ('filters' in word || !('kind' in word)) throw new Error('bash takes plain words')
      words.push(word)
    }
    if (words.length === 0) throw new Error('bash needs a command')
    this.#words = words
  }

  override *render(context: Context): Generator<unknown, string, unknown> {
    const argv: string[] = []
    for (const word of this.#words) {
      const value = yield evalToken(word, context)
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
      if (argv.length > 0 && text.startsWith('-') && !/^["']/.test(word.getText()))
        throw new Error(`"${word.getText()}" would become an option of ${argv[0] ?? ''}`)
      argv.push(text)
    }
    if (commands.printed === undefined) throw new Error('commands need allow_commands: true')
    return commands.printed(argv) ?? ''
  }
}
engine.registerTag('bash', Bash)

/** `{{ bash "git" "branch" }}` means the same. */
function asTags(template: string): string {
  return template.replace(
    /\{\{(-?)\s*bash((?:\s+(?:"[^"]*"|'[^']*'|[\w.]+))+)\s*(-?)\}\}/g,
    '{%$1 bash$2 $3%}',
  )
}

const MAX_CHARS = 8_000_000

export const render: RenderTemplate = (template, scope, printed) => {
  commands.printed = printed
  try {
    const parsed = engine.parse(asTags(template))
    const text: unknown = engine.renderSync(parsed, scope)
    if (typeof text !== 'string' || text.length > MAX_CHARS) throw new Error('what it makes is too long')
    return { text, uses: engine.globalVariablesSync(parsed) }
  } catch (error) {
    throw new HooksError('error', `the template cannot be filled: ${firstLine(error)}`)
  }
}

/** Undefined when the template is valid. */
export function templateProblem(template: string): string | undefined {
  try {
    engine.parse(asTags(template))
    return undefined
  } catch (error) {
    return firstLine(error)
  }
}

/** Only the first line: below it Liquid prints the template. */
function firstLine(error: unknown): string {
  return errorMessage(error).split('\n', 1)[0]?.slice(0, 300) ?? ''
}
