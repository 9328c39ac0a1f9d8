// The history of a session, a line per call: paths, command words and tools, no contents.
import type {
  CommandFact,
  Event,
  FactKind,
  Facts,
  Handler,
  History,
  PastCall,
  PathFact,
  State,
} from '../model/types.ts'
import { hideSecrets } from '../patterns/secrets/secrets.ts'
import { field } from '../model/plain-object.ts'
import { everything, noFacts } from '../shell/kinds.ts'
import { shellCommandIn } from '../shell/tool-shapes.ts'
import { guessedFacts } from '../shell/tools.ts'

/** The key that counts the prompts of a session. */
const PROMPTS = 'runs'
/** The key that counts the files of a history; the last two are kept. */
const FILES = 'history'
const FILE_LENGTH = 512 * 1024
/** Of a longer call only its tool is kept. */
const MAX_CHARS = 16_384
const WORD_CHARS = 200

/** One line: a call, or the mark of a prompt. */
interface HistoryLine extends Partial<
  Pick<Facts, 'commands' | 'reads' | 'creates' | 'edits' | 'deletes' | 'unresolved'>
> {
  readonly prompt: number
  readonly tool?: string
  readonly native?: string
  readonly failed?: true
  readonly passed?: readonly number[]
}

interface HistoryOptions {
  readonly state: State
  /** Masks secrets. */
  readonly hide: (text: string) => string
}

/** Handler of the implicit rule that records calls and prompts for rules that ask about the session. */
export const recordHistory: Handler = (subject, { state }) => {
  recordCall(subject.event, () => subject.facts(), { state, hide: (text) => hideSecrets(text, '…') })
  return {}
}

export function recordCall(event: Event, facts: () => Facts, { state, hide }: HistoryOptions): void {
  const prompt = state.counted(PROMPTS)
  if (event.event === 'PostToolUse')
    add(callLine(event, facts(), { prompt, tool: event.tool_name ?? '?', hide }), state)
  else if (event.metadata?.host_notification !== true && event.prompt?.trim() !== '') add({ prompt }, state)
}

/** Records a rule's own script that succeeded. */
export function recordScript(event: Event, facts: Facts, { state, hide }: HistoryOptions): void {
  const ran = { commands: facts.commands, passed: passedIn(event, facts) }
  add({ prompt: state.counted(PROMPTS), tool: '', ...shortenCommands(ran, hide) }, state)
}

function add(line: HistoryLine, state: State): void {
  const number = state.counted(FILES)
  const length = state.append(fileName(number), `${JSON.stringify(line)}\n`)
  if (length < FILE_LENGTH) return
  state.count(FILES)
  if (number > 0) state.write(fileName(number - 1), '')
}

function fileName(number: number): string {
  return `history-${number}`
}

function callLine(
  event: Event,
  facts: Facts,
  {
    prompt,
    tool,
    hide,
  }: { readonly prompt: number; readonly tool: string; readonly hide: HistoryOptions['hide'] },
): HistoryLine {
  const { commands, reads, creates, edits, deletes } = facts
  const failed = hasFailed(event)
  const { native_tool: native } = event
  const base: HistoryLine = {
    prompt,
    tool,
    ...(native !== undefined && { native }),
    ...(failed && { failed: true as const }),
  }
  const whole: HistoryLine = {
    ...base,
    ...shortenCommands({ commands, passed: failed ? [] : passedIn(event, facts) }, hide),
    ...paths({ reads, creates, edits, deletes }),
    ...(facts.unresolved.length > 0 && {
      unresolved: facts.unresolved.map(({ reason, about }) => unresolvedFact(hide(reason), about)),
    }),
  }
  if (JSON.stringify(whole).length <= MAX_CHARS) return whole
  return { ...base, unresolved: [unresolvedFact(`the ${tool} call was too long to keep`, recordedKinds)] }
}

const unkept: ReadonlySet<FactKind> = new Set(['adds', 'hosts', 'sends', 'pushes', 'commits'])
const recordedKinds = everything.filter((kind) => !unkept.has(kind))

function unresolvedFact(reason: string, about: readonly FactKind[]): Facts['unresolved'][number] {
  return { reason: reason.slice(0, WORD_CHARS), text: '', about }
}

type Paths = Pick<Facts, 'reads' | 'creates' | 'edits' | 'deletes'>

function paths(facts: Paths): Partial<Paths> {
  const named = Object.entries(facts) as [keyof Paths, readonly PathFact[]][] // the keys are those of the type
  const kept = named.map(([kind, list]) => [kind, list.flatMap(recordedPath)] as const)
  return Object.fromEntries(kept.filter(([, list]) => list.length > 0))
}

/** Nobody is asked what an earlier call changed. */
function recordedPath({ listed_by, ...fact }: PathFact): readonly PathFact[] {
  return listed_by === undefined || listed_by.otherwise === 'tree' ? [fact] : []
}

function hasFailed({ is_error: isError, tool_output: output }: Event): boolean {
  if (isError === true) return true
  const codes = [field(output, 'exit_code'), field(output, 'exitCode')]
  return codes.some((code) => typeof code === 'number' && code !== 0)
}

/** Words that are cut or masked count as unknown. */
function shortenCommands(
  { commands, passed }: { readonly commands: readonly CommandFact[]; readonly passed: readonly number[] },
  hide: HistoryOptions['hide'],
): Pick<HistoryLine, 'commands' | 'passed'> {
  return {
    ...(commands.length > 0 && { commands: commands.map((command) => shortCommand(command, hide)) }),
    ...(passed.length > 0 && { passed }),
  }
}

function shortCommand(
  { dir: _dir, git: _git, takes: _takes, ...command }: CommandFact,
  hide: HistoryOptions['hide'],
): CommandFact {
  const words = maskWords(command.argv, hide).map((word) =>
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
  }
}

/** Word by word; where only the words together reveal a secret, all but the program. */
function maskWords(argv: readonly string[], hide: HistoryOptions['hide']): readonly string[] {
  const text = argv.join(' ')
  if (hide(text) === text) return argv
  const words = argv.map(hide)
  const isEnough = words.some((word, at) => word !== argv[at]) && hide(words.join(' ')) === words.join(' ')
  return isEnough ? words : argv.map((word, at) => (at === 0 ? word : '…'))
}

/** Wrappers that exit with the status of their command. */
const transparentWrappers = new Set(
  'bunx command doas env exec ionice nice npx stdbuf sudo time timeout uvx'.split(' '),
)

/** The commands that succeeded if the call did: the last one, and those joined to it by `&&`. */
function passedIn(
  { tool_name: tool, tool_input: input }: Event,
  { commands, unresolved }: Facts,
): readonly number[] {
  const isBackground =
    tool === 'Monitor' ||
    ['run_in_background', 'background', 'is_background'].some((key) => field(input, key) === true)
  const command = shellCommandIn(input)
  // What only looks like a shell may answer before its command ends.
  if (isBackground || command === undefined || unresolved.includes(guessedFacts)) return []
  const own = commands.flatMap(({ wrappers, remote }, at) =>
    remote === undefined && wrappers.every((wrapper) => transparentWrappers.has(wrapper)) ? [at] : [],
  )
  if (typeof command !== 'string') return own.slice(0, 1)
  const joined = countJoined(command)
  return joined === undefined ? [] : own.slice(-joined)
}

/** How many commands `&&` joins at the end of a line; undefined when that is unknown. */
function countJoined(text: string): number | undefined {
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

/** `reportsResults`: the agent reports the results of calls; `prompts`: prompts that this state does not count. */
export function readHistory(
  state: Pick<State, 'read' | 'counted'>,
  { reportsResults, prompts = 0 }: { readonly reportsResults: boolean; readonly prompts?: number },
): History {
  const number = state.counted(FILES)
  const prompt = state.counted(PROMPTS) + prompts
  const files = number === 0 ? [0] : [number - 1, number]
  const lines = files.flatMap((each) => linesOf(state.read(fileName(each))))
  const calls = lines.flatMap((line) => toPastCall(line) ?? [])
  return {
    calls,
    prompt,
    known_since: reportsResults ? knownSince(lines, { prompt, isCut: number > 1 }) : Infinity,
  }
}

/** The first prompt whose mark is in the history. */
function knownSince(
  lines: readonly HistoryLine[],
  { prompt, isCut }: { prompt: number; isCut: boolean },
): number {
  const [first] = lines
  if (first === undefined) return prompt === 0 ? 0 : prompt + 1
  if (!isCut && (first.prompt === 0 || (first.prompt === 1 && first.tool === undefined))) return 0
  return lines.find(({ tool }) => tool === undefined)?.prompt ?? prompt + 1
}

function linesOf(text = ''): readonly HistoryLine[] {
  return text.split('\n').flatMap((line): HistoryLine[] => {
    if (line === '') return []
    try {
      return [JSON.parse(line) as HistoryLine] // written by add
    } catch {
      return [brokenLine]
    }
  })
}

/** A line that a full disk cut off. */
const brokenLine: HistoryLine = {
  prompt: Infinity,
  tool: '',
  unresolved: [unresolvedFact('a call could not be kept', recordedKinds)],
}

function toPastCall({
  prompt,
  tool,
  native,
  failed,
  passed = [],
  ...kept
}: HistoryLine): PastCall | undefined {
  if (tool === undefined) return undefined
  const facts = { ...noFacts, ...kept }
  return { tool, ...(native !== undefined && { native }), prompt, passed, facts, ...(failed && { failed }) }
}
