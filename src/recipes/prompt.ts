import { HooksError } from '../errors.ts'
import type { Event, Message, Recipe } from '../types.ts'
import { withDefaults } from './arguments.ts'
import { formatHistory } from './messages.ts'
import type { Plain } from './plain.ts'

/** Fills a template; `uses` are the names at its top level. Throws a HooksError when it cannot. */
export type Render = (
  template: string,
  scope: Plain,
) => { readonly text: string; readonly uses: readonly string[] }

const MOST_CHARS = 8_000_000

export interface Prompting {
  readonly args: Plain
  readonly event: Event
  /** The body alone, for a host that has the conversation before its eyes. */
  readonly bare?: boolean
}

/** What the runner is asked: the body, filled; before it the conversation, unless the body shows that itself. */
export function renderPrompt(recipe: Recipe, { args, event, bare }: Prompting, render: Render): string {
  const messages = event.messages ?? []
  const scope = { ...withDefaults(recipe, args), event, messages: messages.map(seen) }
  const { text, uses } = render(recipe.body, scope)
  const history = bare === true || uses.includes('messages') ? '' : formatHistory(messages)
  if (text.length + history.length > MOST_CHARS)
    throw new HooksError(
      'error',
      `the prompt of recipe "${recipe.name}" is longer than ${MOST_CHARS} characters`,
    )
  return history === '' ? text.trim() : `${history}\n\n---\n\n${text.trim()}`
}

function seen(message: Message): Plain {
  return { ...message }
}
