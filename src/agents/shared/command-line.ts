// The command in an agent's settings. Its text is final: agents ask their users to trust every change of it.
import { emptyVerdict } from '../../engine/select/empty-verdict.ts'
import { isGate } from '../../model/events.ts'
import type { Answer, Dialect, Event, EventName, Verdict } from '../../model/types.ts'
import type { EventCommand, ExecForm } from './agent.ts'
import { accountShim, callerPath, quote, withoutFunctions } from './shim.ts'

export interface LineOptions {
  readonly dialect: Dialect
  /** The registered events, by the agent's names. */
  readonly events: Readonly<Record<string, EventName>>
  /** Environment variable with the project's directory. */
  readonly projectVariable?: string
  readonly shim: string
  /** The directory with the state of each project. */
  readonly state: string
  /** Stands in settings that others share: names no person, and looks for the project's own package first. */
  readonly shared: boolean
  /** The project's own package, for settings that others do not share. */
  readonly own?: string
  /** Refuse calls also where hooks never ran. */
  readonly require: boolean
  /** Characters that the agent itself reads in a command. */
  readonly masks?: string
  /** Events, by the agent's names, for which it starts the caller without a shell. */
  readonly exec?: readonly string[]
}

/** One line of POSIX shell for each event: it starts hooks by dist/start.sh, or answers by itself when hooks cannot run. */
export function commandLines(options: LineOptions): EventCommand {
  const { dialect, shared, shim, masks } = options
  const line = (native: string): string => {
    const rest = [
      ...(shared ? [startOwn] : []),
      shared ? accountShim : `s=${quote(shim)}`,
      '[ -r "$s" ] && . "$s"',
      ...withoutHooks(native, options),
    ].join('; ')
    return `${withoutFunctions()}; set -- ${dialect.name} ${native}${ownPackage(options)}; ${masks === undefined ? rest : masked(rest, masks)}`
  }
  return Object.assign(line, { exec: execForm(options) })
}

/** The caller asks the engine, and else starts `sh` with these very arguments. */
function execForm(options: LineOptions): (native: string) => ExecForm | undefined {
  const { dialect, shim, own, exec = [] } = options
  return (native) => {
    if (!exec.includes(native)) return undefined
    const script = [withoutFunctions(), '[ -r "$0" ] && . "$0"', ...withoutHooks(native, options)].join('; ')
    const args = ['-c', script, shim, dialect.name, native, ...(own === undefined ? [] : [own])]
    return { command: callerPath(shim, dialect.name), args }
  }
}

/** The same commands, with these characters and those that quote as octal numbers. */
function masked(text: string, masks: string): string {
  const hidden = `'"\`\\${masks}`
  const said = text.replace(/[^\w\s]/g, (char) => (hidden.includes(char) ? octal(char) : char))
  return `eval "\`printf %b '${said}'\`"`
}

function octal(char: string): string {
  return `\\0${char.charCodeAt(0).toString(8).padStart(3, '0')}`
}

/** Where a project has its own package. */
export const ownBin = 'node_modules/hooks-yaml/dist/bin.cjs'

function ownPackage(options: LineOptions): string {
  if (options.shared) return ` ${projectOf(options)}/${ownBin}`
  return options.own === undefined ? '' : ` ${quote(options.own)}`
}

/** The shim starts it too, where this line finds no Node. */
const startOwn = 'd=${3%/*}; [ -r "$d/start.sh" ] && node=$(command -v node) && bin=$3 && . "$d/start.sh"'

/** Before a call: refuse it when hooks is required or ever ran in this project. Everything else goes on. */
function withoutHooks(native: string, options: LineOptions): readonly string[] {
  const { dialect, events, require, shared } = options
  const event = events[native] ?? 'PreToolUse'
  const install = `${shared ? 'npm install, or ' : ''}npx hooks-yaml install ${dialect.name}`
  const said = `hooks-yaml is missing here, so no rule was checked: ${install}`
  const tellsUser = isGate(event) || event === 'SessionStart' // elsewhere it would be repeated at every call
  const answerWith = (verdict: Partial<Verdict>): Answer =>
    dialect.encode({ ...emptyVerdict, ...verdict }, eventFor(dialect, native, event))
  const go = printed(answerWith(tellsUser ? { system_messages: [said] } : {}), said)
  if (!isGate(event)) return [go]
  const reason = `hooks-yaml is missing here, so this call is refused: ${install}`
  const refusal = answerWith({ decision: 'deny', reason })
  const refuse = `${printed(refusal, reason)}; exit ${refusal.exit}`
  return require ? [refuse] : [`cd -P ${projectOf(options)}`, ifRan(refuse, options), go]
}

/** Each project's state directory links to it. A directory belongs to the project above it, up to the top of a repository. */
function ifRan(then: string, { shared, state }: LineOptions): string {
  const known = shared ? '"${s%/share/*}"/state/hooks' : quote(state)
  const compare = `for r in ${known}/*/root; do [ "$r" -ef . ] && { ${then}; }; done`
  return `while ${compare}; [ ! -e .git ] && [ "$PWD" != / ] && cd ..; do :; done`
}

function projectOf({ projectVariable: name }: LineOptions): string {
  return name === undefined ? '.' : `"\${${name}:-.}"`
}

export function eventFor({ name: agent }: Dialect, native: string, event: EventName): Event {
  return { event, native_event: native, agent, cwd: '/', root: '/', raw: {} }
}

/** An answer that only says this: without the words that a dialect adds, which may change. */
export function printed({ stdout, stderr }: Answer, only: string): string {
  const err = `echo ${quote(only)} >&2`
  if (stdout === '') return err
  const bare = (_: string, value: unknown): unknown =>
    typeof value === 'string' && value.includes(only) ? only : value
  const out = `printf %s ${quote(JSON.stringify(JSON.parse(stdout), bare))}`
  return stderr === '' && stdout.includes(only) ? out : `${out}; ${err}`
}
