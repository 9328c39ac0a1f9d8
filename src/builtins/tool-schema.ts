import type { ToolSchemaOptions } from '../model/generated/options.ts'
import type { Builtin, Outcome } from '../model/types.ts'
import { checkInput, formatProblem } from './tool-schemas/check-input.ts'
import { exampleCall } from './tool-schemas/example-call.ts'
import { createLookup, isMalformedName, likelyName, type SchemaLookup } from './tool-schemas/lookup.ts'
import { nestedCalls, parseLists } from './tool-schemas/nested-calls.ts'
import { repairInput } from './tool-schemas/repair-input.ts'
import { isObject } from '../model/plain-object.ts'

/** More problems would push the example out of what the model reads. */
const MAX_NAMED = 6

const write = {
  required: ['file_path', 'content'],
  min_length: { content: 10 },
  example: "Write(file_path='src/cart.ts', content='export const cart = []')",
}

export const toolSchema: Builtin<Required<ToolSchemaOptions>> = {
  name: 'tool-schema',
  summary:
    "Denies a call whose input does not fit its tool's schema, with the mistake and an example; repairs obvious mistakes.",
  events: ['PreToolUse'],
  effects: 'none',
  tightens: ({ repair }) => !repair,
  uses: ['schemas'],
  examples: [
    {
      name: 'denies a call that lacks a field',
      with: { schemas: { Write: write } },
      event: { event: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: 'src/cart.ts' } },
      outcome: {
        decision: 'deny',
        reason:
          "The input of Write does not fit: content is missing. Call it like this: Write(file_path='src/cart.ts', content='export const cart = []')",
      },
    },
    {
      name: 'parses a list that came as text',
      with: { schemas: { ship: { schema: { properties: { orders: { type: 'array' } } } } } },
      event: { event: 'PreToolUse', tool_name: 'mcp__shop__ship', tool_input: { orders: '[17, 18]' } },
      outcome: { updated_input: { orders: [17, 18] } },
    },
    {
      name: 'names the tool that was meant',
      with: { schemas: { Write: write } },
      event: { event: 'PreToolUse', tool_name: 'Write</arg_key>', tool_input: {} },
      outcome: {
        decision: 'deny',
        reason: 'The tool name has markup in it. Call the tool again and use Write as its name.',
      },
    },
  ],
  answers: ({ repair }) => (repair ? ['deny', 'updated_input'] : ['deny']),
  compile({ schemas, repair }) {
    const lookup = createLookup(schemas)
    return ({ event }, context) => {
      const tool = event.tool_name
      if (tool === undefined) return {}
      const outcome = isMalformedName(tool)
        ? denyName(tool)
        : checkCall({ tool, input: event.tool_input }, lookup, repair)
      if (outcome.decision === 'deny') context.note({ correctable: true })
      return outcome
    }
  },
}

interface FailedCall {
  readonly tool: string
  readonly input: unknown
}

interface CheckedCall {
  /** After repair. */
  readonly input: unknown
  readonly wrong: readonly string[]
  readonly example?: string
}

function checkCall(call: FailedCall, lookup: SchemaLookup, repair: boolean): Outcome {
  const outer = checkOne({ ...call, input: repair ? parseLists(call.input) : call.input }, lookup, repair)
  const checked = checkNested(outer, lookup, repair)
  if (checked.wrong.length > 0) return denyInput(call.tool, checked)
  return checked.input === call.input ? {} : { updated_input: checked.input }
}

function checkOne({ tool, input }: FailedCall, lookup: SchemaLookup, repair: boolean): CheckedCall {
  const schema = lookup(tool)
  if (schema === undefined) return { input, wrong: [] }
  const repaired = repair ? repairInput(input, schema) : input
  const wrong = checkInput(repaired, schema).map(formatProblem)
  return { input: repaired, wrong, ...(wrong.length > 0 && { example: exampleCall(tool, schema) }) }
}

/** The calls inside a call that runs several, one by one. */
function checkNested(outer: CheckedCall, lookup: SchemaLookup, repair: boolean): CheckedCall {
  let { input } = outer
  const wrong = [...outer.wrong]
  let example = outer.example
  for (const call of nestedCalls(input)) {
    const checked = checkOne(call, lookup, repair)
    const where = `${call.list}[${call.index}] (${call.tool})`
    wrong.push(...checked.wrong.map((text) => `${where}: ${text}`))
    example ??= checked.example
    if (checked.input !== call.input)
      input = replaceItem(input, call.list, { index: call.index, item: call.withInput(checked.input) })
  }
  return { input, wrong, ...(example !== undefined && { example }) }
}

function replaceItem(
  input: unknown,
  list: string,
  { index, item }: { index: number; item: unknown },
): unknown {
  if (!isObject(input) || !Array.isArray(input[list])) return input
  return { ...input, [list]: input[list].with(index, item) }
}

function denyInput(tool: string, { wrong, example }: CheckedCall): Outcome {
  const call = example === undefined ? '' : ` Call it like this: ${example}`
  const more = wrong.length > MAX_NAMED ? `; and ${wrong.length - MAX_NAMED} more` : ''
  return {
    decision: 'deny',
    reason: `The input of ${tool} does not fit: ${wrong.slice(0, MAX_NAMED).join('; ')}${more}.${call}`,
  }
}

function denyName(tool: string): Outcome {
  const likely = likelyName(tool)
  const again = likely === undefined ? 'the plain name of the tool' : `${likely} as its name`
  return { decision: 'deny', reason: `The tool name has markup in it. Call the tool again and use ${again}.` }
}
