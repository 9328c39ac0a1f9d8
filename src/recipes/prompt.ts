import { HooksError } from '../model/errors.ts'
import type { Event, Message, Recipe } from '../model/types.ts'
import { withDefaults } from './arguments.ts'
import { type CommandOutput, renderWithCommands } from './commands.ts'
import { formatHistory } from './messages.ts'
import type { PlainObject as Plain } from '../model/plain-object.ts'

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
