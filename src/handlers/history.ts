// What a session did, kept line by line: paths, decoded words, tools; nothing of what was read or written.
import type {
  CommandFact,
  Event,
  FactKind,
  Facts,
  History,
  PastCall,
  PathFact,
  State,
} from '../model/types.ts'
import { everything, noFacts } from '../shell/kinds.ts'
import { shellCallOf } from '../shell/tools.ts'

/** The key that counts the prompts of a session. */
const PROMPTS = 'runs'
/** The key that counts the files of a history: this one and the one before it are kept. */
const FILES = 'history'
const FILE_LENGTH = 512 * 1024
/** What of one call is kept; of a longer one only that it was. */
const MAX_CHARS = 16_384
const WORD_CHARS = 200

type Kept = Pick<State, 'read' | 'counted'>

/** One line: a call, or the mark of a prompt. */
interface Line extends Partial<
  Pick<Facts, 'commands' | 'reads' | 'creates' | 'edits' | 'deletes' | 'unresolved'>
> {
  readonly prompt: number
  readonly tool?: string
  readonly failed?: true
  readonly passed?: readonly number[]
}

export interface Remembering {
  readonly state: State
  /** Takes what may be secret out of a text. */
  readonly hide: (text: string) => string
}

/** Adds what a call did, or that a prompt came. */
export function remember(event: Event, facts: () => Facts, { state, hide }: Remembering): void {
  const prompt = state.counted(PROMPTS)
  if (event.event === 'PostToolUse')
    add(callLine(event, facts(), { prompt, tool: event.tool_name ?? '?', hide }), state)
  else if (event.metadata?.host_notification !== true && event.prompt?.trim() !== '') add({ prompt }, state)
}

/** Adds a rule's own script that succeeded. */
export function rememberScript(event: Event, { commands }: Facts, { state, hide }: Remembering): void {
  const facts = { commands, passed: passedIn(event, commands) }
  add({ prompt: state.counted(PROMPTS), tool: '', ...shortened(facts, hide) }, state)
}

function add(line: Line, state: State): void {
  const number = state.counted(FILES)
  const length = state.append(nameOf(number), `${JSON.stringify(line)}\n`)
  if (length < FILE_LENGTH) return
  state.count(FILES)
  if (number > 0) state.write(nameOf(number - 1), '')
}

function nameOf(number: number): string {
  return `history-${number}`
}

interface Naming extends Pick<Remembering, 'hide'> {
  readonly prompt: number
  readonly tool: string
}

function callLine(event: Event, facts: Facts, { prompt, tool, hide }: Naming): Line {
  const { commands, reads, creates, edits, deletes } = facts
  const failed = hasFailed(event)
  const base: Line = { prompt, tool, ...(failed && { failed: true as const }) }
  const whole: Line = {
    ...base,
    ...shortened({ commands, passed: failed ? [] : passedIn(event, commands) }, hide),
    ...paths({ reads, creates, edits, deletes }),
    ...(facts.unresolved.length > 0 && {
      unresolved: facts.unresolved.map(({ reason, about }) => open(hide(reason), about)),
    }),
  }
  if (JSON.stringify(whole).length <= MAX_CHARS) return whole
  return { ...base, unresolved: [open(`the ${tool} call was too long to keep`, kinds)] }
}

/** What is kept of a call. */
const kinds = everything.filter((kind) => kind !== 'adds' && kind !== 'hosts')

function open(reason: string, about: readonly FactKind[]): Facts['unresolved'][number] {
  return { reason: reason.slice(0, WORD_CHARS), text: '', about }
}

type Paths = Pick<Facts, 'reads' | 'creates' | 'edits' | 'deletes'>

function paths(facts: Paths): Partial<Paths> {
  const named = Object.entries(facts) as [keyof Paths, readonly PathFact[]][] // the keys are those of the type
  return Object.fromEntries(named.filter(([, list]) => list.length > 0))
}

function hasFailed({ is_error: isError, tool_output: output }: Event): boolean {
  if (isError === true) return true
  const codes =
    typeof output !== 'object' || output === null
      ? []
      : ['exit_code', 'exitCode'].map((key): unknown => Reflect.get(output, key))
  return codes.some((code) => typeof code === 'number' && code !== 0)
}

/** A word that is not kept as it was counts as one that cannot be known. */
function shortened(
  { commands, passed }: { readonly commands: readonly CommandFact[]; readonly passed: readonly number[] },
  hide: Remembering['hide'],
): Pick<Line, 'commands' | 'passed'> {
  return {
    ...(commands.length > 0 && { commands: commands.map((command) => shortCommand(command, hide)) }),
    ...(passed.length > 0 && { passed }),
  }
}

function shortCommand(command: CommandFact, hide: Remembering['hide']): CommandFact {
  const words = hidden(command.argv, hide).map((word) =>
    word.length > WORD_CHARS ? `${word.slice(0, WORD_CHARS)}…` : word,
  )
  const changed = words.flatMap((word, at) => (word === command.argv[at] ? [] : [at]))
  const assignments = Object.entries(command.assignments).map(([name, value]) => {
    const text = `${name}=${value}`
    return [name, text.length > WORD_CHARS || hide(text) !== text ? '$…' : value]
  })
  return {
    ...command,
    argv: words,
    ...(changed.length > 0 && { open: [...new Set([...(command.open ?? []), ...changed])] }),
    assignments: Object.fromEntries(assignments),
    cwd: '',
  }
}

/** Word by word; where only the words together give a secret away, all but the program. */
function hidden(argv: readonly string[], hide: Remembering['hide']): readonly string[] {
  const text = argv.join(' ')
  if (hide(text) === text) return argv
  const words = argv.map(hide)
  const isEnough = words.some((word, at) => word !== argv[at]) && hide(words.join(' ')) === words.join(' ')
  return isEnough ? words : argv.map((word, at) => (at === 0 ? word : '…'))
}

/** They end as the command that they run. */
const transparent = new Set(
  'bunx command doas env exec ionice nice npx stdbuf sudo time timeout uvx'.split(' '),
)

/** The commands that have succeeded when the call has: the last one, and those that `&&` joins to it. */
function passedIn(event: Event, commands: readonly CommandFact[]): readonly number[] {
  const input = event.tool_input
  const isLeft =
    typeof input === 'object' &&
    input !== null &&
    ['run_in_background', 'background', 'is_background'].some((key) => Reflect.get(input, key) === true)
  const call = shellCallOf(event, { cwd: event.cwd, home: '' })
  if (isLeft || call === undefined) return []
  const own = commands.flatMap(({ wrappers, remote }, at) =>
    remote === undefined && wrappers.every((wrapper) => transparent.has(wrapper)) ? [at] : [],
  )
  if (typeof call.command !== 'string') return own.slice(0, 1)
  const joined = joinedAtEnd(call.command)
  return joined === undefined ? [] : own.slice(-joined)
}

/** How many commands `&&` joins at the end of a line; undefined when its end tells nothing of them. */
function joinedAtEnd(text: string): number | undefined {
  const bare = text
    .replace(/\\[^]|'[^']*'|"(?:[^"\\$`]|\\[^])*"/g, 'q')
    .replace(/\d*[<>]&[\d-]+|&>>?|>\|/g, ' ')
  if (
    /["'`(){}]|<<|(?:^|[;&|\n])\s*(?:if|then|else|fi|for|while|until|do|done|case|esac|function|select|!|trap|exit|eval)(?=\s|$)/.test(
      bare,
    )
  )
    return undefined
  const last = bare.trim().replace(/;$/, '').split(/[;\n]/).at(-1) ?? ''
  const parts = last.split('&&')
  return parts.some((part) => /[|&]/.test(part)) ? undefined : parts.length
}

export interface Recalling {
  /** The agent tells of the results of calls. */
  readonly isHeard: boolean
  /** Prompts that this state does not count. */
  readonly prompts?: number
}

/** What is kept of a session. */
export function historyIn(state: Kept, { isHeard, prompts = 0 }: Recalling): History {
  const number = state.counted(FILES)
  const prompt = state.counted(PROMPTS) + prompts
  const files = number === 0 ? [0] : [number - 1, number]
  const lines = files.flatMap((each) => linesOf(state.read(nameOf(each))))
  const calls = lines.flatMap((line) => callOf(line) ?? [])
  return { calls, prompt, known_since: isHeard ? knownSince(lines, { prompt, isCut: number > 1 }) : Infinity }
}

/** The first prompt of which all is there: its mark is. Before the first prompt there is none. */
function knownSince(lines: readonly Line[], { prompt, isCut }: { prompt: number; isCut: boolean }): number {
  const [first] = lines
  if (first === undefined) return prompt === 0 ? 0 : prompt + 1
  if (!isCut && (first.prompt === 0 || (first.prompt === 1 && first.tool === undefined))) return 0
  return lines.find(({ tool }) => tool === undefined)?.prompt ?? prompt + 1
}

function linesOf(text = ''): readonly Line[] {
  return text.split('\n').flatMap((line): Line[] => {
    if (line === '') return []
    try {
      return [JSON.parse(line) as Line] // written by remember alone
    } catch {
      return [torn]
    }
  })
}

/** A line that was cut off, by a full disk: a call of which nothing is known. */
const torn: Line = { prompt: Infinity, tool: '', unresolved: [open('a call could not be kept', kinds)] }

function callOf({ prompt, tool, failed, passed = [], ...kept }: Line): PastCall | undefined {
  if (tool === undefined) return undefined
  const facts = { ...noFacts, ...kept }
  return { tool, prompt, passed, facts, ...(failed && { failed }) }
}
