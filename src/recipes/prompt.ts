import { HooksError } from '../model/errors.ts'
import type { Event, Message, Recipe, Match } from '../model/types.ts'
import { type CommandOutput, renderWithCommands } from './template-commands.ts'
import { formatHistory } from './messages.ts'
import type { PlainObject as Plain } from '../model/plain-object.ts'
import { fillDeep, interpolate } from '../patterns/text/interpolate.ts'

/** `uses`: the top-level names in the template. Throws a HooksError. */
export type RenderTemplate = (
  template: string,
  scope: Plain,
  /** Absent: commands are not allowed. */
  printed?: CommandOutput,
) => { readonly text: string; readonly uses: readonly string[] }

const MAX_CHARS = 8_000_000

export interface PromptInput {
  readonly args: Plain
  readonly printed?: CommandOutput
  readonly event: Event
  /** The conversation; absent: the event's. */
  readonly messages?: readonly Message[]
  /** Without the conversation, which the host already has. */
  readonly bare?: boolean
}

/** The filled body, after the conversation unless the body itself uses `messages`. */
export function renderPrompt(
  recipe: Recipe,
  { args, event, bare, printed, messages = event.messages ?? [] }: PromptInput,
  render: RenderTemplate,
): string {
  const scope = {
    ...withDefaults(recipe, args),
    event,
    messages: messages.map((message) => ({ ...message })),
  }
  const { text, uses } = render(recipe.body, scope, recipe.allow_commands === true ? printed : undefined)
  const history = bare === true || uses.includes('messages') ? '' : formatHistory(messages)
  if (text.length + history.length > MAX_CHARS)
    throw new HooksError(
      'error',
      `the prompt of recipe "${recipe.name}" is longer than ${MAX_CHARS} characters`,
    )
  return history === '' ? text.trim() : `${history}\n\n---\n\n${text.trim()}`
}

/** Without `run`, commands stay as written. */
export function createPrompt(
  recipe: Recipe,
  prompting: PromptInput,
  {
    render,
    run,
  }: { readonly render: RenderTemplate; readonly run?: (argv: readonly string[]) => Promise<string> },
): Promise<string> {
  const renderWith = (printed: CommandOutput): string =>
    renderPrompt(recipe, { ...prompting, printed }, render)
  return renderWithCommands(renderWith, run ?? ((argv) => Promise.resolve(`[not run: ${argv.join(' ')}]`)))
}

export interface ArgumentProblem {
  readonly kind: 'unknown' | 'missing'
  readonly name: string
}

export function argumentProblems({ arguments: known }: Recipe, given: Plain): readonly ArgumentProblem[] {
  if (known === undefined) return []
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name))
  const missing = Object.entries(known).filter(
    ([name, { required, default: value }]) =>
      required === true && value === undefined && !Object.hasOwn(given, name),
  )
  return [
    ...unknown.map((name) => ({ kind: 'unknown' as const, name })),
    ...missing.map(([name]) => ({ kind: 'missing' as const, name })),
  ]
}

function withDefaults({ arguments: known = {} }: Recipe, given: Plain): Plain {
  const defaults = Object.entries(known).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(defaults), ...given }
}

/** Fills placeholders in a rule's arguments. */
export function fillArguments(args: Plain, event: Event, { bind }: Match): Plain {
  const fill = (text: string) => interpolate(text, event, bind)
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, fillDeep(value, fill)]))
}
