// The one door for what weakens rules: a person at a terminal, never an agent; recorded, and told at the next event.
import path from 'node:path'
import { commandLine } from '../../handlers/run/arguments.ts'
import { errorMessage } from '../../model/errors.ts'
import { hideSecrets } from '../../patterns/secrets/secrets.ts'
import { visible } from '../../patterns/text/terminal-text.ts'
import { type Host, isPerson, type Call, type Program } from '../../run/call.ts'
import { createClock } from '../../store/disk/files.ts'
import { appendLine, lineId } from '../../store/ledger/append.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import { readdirSafely } from '../../store/disk/private-dir.ts'
import { addUntold } from '../../store/records/untold.ts'
import type { ProjectConfig } from '../open-project.ts'
import { agentMark } from './inside.ts'

type PersonsProject = Pick<ProjectConfig, 'root' | 'dirs'>

/** Something that weakens rules. */
export interface PersonAction {
  /** The command's name: `pause`. */
  readonly verb: string
  /** What its person types, where that is another word. */
  readonly word?: string
  /** What only people can do: `pause rules`. */
  readonly what: string
  /** Nobody is asked. */
  readonly yes?: boolean
  /** What to do without a terminal, in place of the usual advice. */
  readonly otherwise?: string
}

/** Why it is not done before anything is shown. An agent's attempt is recorded. */
export function whyNotHere(
  host: Call,
  here: PersonsProject,
  { verb, what }: PersonAction,
): string | undefined {
  const mark = agentMark(host)
  if (mark === undefined) return undefined
  const command = typed(host)
  record(host, here, {
    verb,
    decision: 'deny',
    text: `an agent tried ${command}, which was refused: ${mark}`,
  })
  return `only people can ${what}, and ${mark}: this runs inside an agent. Ask the user to run it in a terminal of their own: ${command}`
}

/** Why it is not done, once it was shown: its person types the verb. */
export function whyNotConsented(
  host: Host,
  { verb, word = verb, yes, otherwise }: PersonAction,
): string | undefined {
  if (yes === true) return undefined
  if (!isPerson(host)) return otherwise ?? `this is not a terminal to ask at: run ${typed(host)} in one`
  host.out(`Type "${word}" to do it: `)
  return host.line().trim().toLowerCase() === word
    ? undefined
    : `"${word}" was not typed, so nothing was changed`
}

/** Whether an agent has called hooks for this user: not so in an image that is built, or in CI. */
export function hasSeenAgent(host: Program, { dirs }: PersonsProject): boolean {
  const home = host.accountHome()
  const states = [dirs.state, ...(home === undefined ? [] : [path.join(home, '.local', 'state', 'hooks')])]
  return states.some((state) =>
    readdirSafely(state).some((name) => readdirSafely(path.join(state, name)).includes('root')),
  )
}

/** Both, where there is nothing to show between them. */
export function whyRefused(host: Host, here: PersonsProject, action: PersonAction): string | undefined {
  return whyNotHere(host, here, action) ?? whyNotConsented(host, action)
}

/** Recorded as done, and told. */
export function recordDone(host: Call, here: PersonsProject, { verb }: Pick<PersonAction, 'verb'>): void {
  record(host, here, { verb, decision: 'proceed', text: doneBy(host) })
}

/** Told only: its record is its own. */
export function tellDone(host: Call, here: PersonsProject): void {
  tell(host, here, doneBy(host))
}

function doneBy(host: Call): string {
  return `${visible(host.env.USER ?? host.env.USERNAME ?? 'somebody')} ran ${typed(host)}`
}

interface Entry {
  readonly verb: string
  readonly decision: 'deny' | 'proceed'
  readonly text: string
}

function record(host: Call, here: PersonsProject, { verb, decision, text }: Entry): void {
  const time = new Date(createClock().now()).toISOString()
  const line = { time, event: verb, id: lineId(), decision, subject: text.slice(0, MAX_SUBJECT), ms: 0 }
  const failed = appendLine(path.join(stateDirOf(here), 'ledger'), line)
  if (failed !== undefined) host.err(`hooks: the ledger does not have this: ${failed}\n`)
  tell(host, here, text)
}

function tell(host: Call, here: PersonsProject, text: string): void {
  try {
    addUntold(stateDirOf(here), {
      at: createClock().now(),
      text: `hooks: ${text.slice(0, MAX_SUBJECT)}`,
    })
  } catch (error) {
    host.err(`hooks: the agent's user will not be told: ${errorMessage(error)}\n`)
  }
}

function stateDirOf({ root, dirs }: PersonsProject): string {
  return path.join(dirs.state, projectKey(root))
}

const MAX_SUBJECT = 300

/** The command as it was typed, without secrets. */
function typed({ argv }: Call): string {
  return visible(hideSecrets(`hooks ${commandLine(argv)}`, '***'))
}
