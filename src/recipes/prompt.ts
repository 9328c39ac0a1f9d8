import { HooksError } from '../model/errors.ts'
import type { Event, Message, Recipe } from '../model/types.ts'
import { withDefaults } from './arguments.ts'
import { type Printed, renderWithCommands } from './commands.ts'
import { formatHistory } from './messages.ts'
import type { PlainObject as Plain } from '../model/plain-object.ts'

/** Fills a template; `uses` are the names at its top level. Throws a HooksError when it cannot. */
export type Render = (
  template: string,
  scope: Plain,
  /** What commands printed; absent: the text may run none. */
  printed?: Printed,
) => { readonly text: string; readonly uses: readonly string[] }

const MAX_CHARS = 8_000_000

export interface Prompting {
  readonly args: Plain
  /** What commands printed; absent: the text may run none. */
  readonly printed?: Printed
  readonly event: Event
  /** The conversation; absent: the event's. */
  readonly messages?: readonly Message[]
  /** The body alone, for a host that has the conversation before its eyes. */
  readonly bare?: boolean
}

/** What the runner is asked: the body, filled; before it the conversation, unless the body shows that itself. */
export function renderPrompt(
  recipe: Recipe,
  { args, event, bare, printed, messages = event.messages ?? [] }: Prompting,
  render: Render,
): string {
  const scope = { ...withDefaults(recipe, args), event, messages: messages.map(seen) }
  const { text, uses } = render(recipe.body, scope, recipe.allow_commands === true ? printed : undefined)
  const history = bare === true || uses.includes('messages') ? '' : formatHistory(messages)
  if (text.length + history.length > MAX_CHARS)
    throw new HooksError(
      'error',
      `the prompt of recipe "${recipe.name}" is longer than ${MAX_CHARS} characters`,
    )
  return history === '' ? text.trim() : `${history}\n\n---\n\n${text.trim()}`
}

/** The prompt with what its commands print; without `run` they stand there as they are written. */
export function promptOf(
  recipe: Recipe,
  prompting: Prompting,
  { render, run }: { readonly render: Render; readonly run?: (argv: readonly string[]) => Promise<string> },
): Promise<string> {
  const renderWith = (printed: Printed): string => renderPrompt(recipe, { ...prompting, printed }, render)
  return renderWithCommands(renderWith, run ?? ((argv) => Promise.resolve(`[not run: ${argv.join(' ')}]`)))
}

function seen(message: Message): Plain {
  return { ...message }
}
