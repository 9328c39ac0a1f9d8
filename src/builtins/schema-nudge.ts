import { postToolUse } from './shared/example-events.ts'
import type { SchemaNudgeOptions } from '../model/generated/options.ts'
import { checkInput, formatProblem } from './tool-schemas/check-input.ts'
import { exampleCall } from './tool-schemas/example-call.ts'
import { createLookup } from './tool-schemas/lookup.ts'
import { outputText } from '../model/events.ts'
import type { Builtin } from '../model/types.ts'

const write = { required: ['file_path'], example: "Write(file_path='src/cart.ts')" }

const unknownTool =
  /\b(?:no such|unknown|unrecognized|undefined|invalid) (?:tool|function)\b|\b(?:tool|function)\b.{0,80}\b(?:not found|does not exist|doesn't exist|is not available|not recognized)\b/i

export const schemaNudge: Builtin<Required<SchemaNudgeOptions>> = {
  name: 'schema-nudge',
  summary: 'After a call failed because of its input, shows the model a correct call.',
  events: ['PostToolUse'],
  effects: 'none',
  tightens: true,
  uses: ['schemas'],
  examples: [
    {
      name: 'shows a correct call after a validation error',
      with: { schemas: { Write: write } },
      event: postToolUse('Write', 'Validation error: field required', { tool_input: {}, is_error: true }),
      outcome: {
        additional_context: [
          "Write failed because of its input: file_path is missing. Call it like this: Write(file_path='src/cart.ts')",
        ],
      },
    },
    {
      name: 'leaves a result that succeeded',
      with: { schemas: { Write: write } },
      event: postToolUse('Write', 'docs about validation error', { is_error: false }),
      outcome: {},
    },
  ],
  compile({ schemas, markers, only_errors }) {
    const lookup = createLookup(schemas)
    const signs = markers.map((marker) => marker.toLowerCase())
    return ({ event }) => {
      const { tool_name: tool, tool_input: input } = event
      const text = outputText(event)
      if (tool === undefined || text === undefined || (only_errors && event.is_error !== true)) return {}
      if (unknownTool.test(text))
        return hint(`There is no tool ${tool}. Use the exact name of one of your tools.`)
      const schema = lookup(tool)
      if (schema === undefined || !signs.some((sign) => text.toLowerCase().includes(sign))) return {}
      const wrong = checkInput(input, schema).map(formatProblem).join('; ')
      return hint(
        `${tool} failed because of its input${wrong && `: ${wrong}`}. Call it like this: ${exampleCall(tool, schema)}`,
      )
    }
  },
}

function hint(text: string): { readonly additional_context: readonly string[] } {
  return { additional_context: [text] }
}
