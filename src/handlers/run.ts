import { HooksError } from '../model/errors.ts'
import type {
  Context,
  Handler,
  Outcome,
  Rule,
  RunSpec,
  Dialect,
  ScriptMeaning,
  SpawnRequest,
  SpawnResult,
  Subject,
  Event,
} from '../model/types.ts'
import { lastCharacters } from '../patterns/text/measure.ts'
import { endRecord } from './background.ts'
import { argumentsOf, commandLine } from './run/arguments.ts'
import { failureOf, nameOf, shortened } from './run/failure.ts'
import { gateText } from './run/gate-text.ts'
import { isJson, meaningOf, readReply } from './run/reply.ts'
import { answerIn } from './spawn/running.ts'
import { bindIn, inTree, treeOf } from './tree.ts'
import { callersEnv } from '../model/start-contract.ts'

const NOTE_CHARS = 4_000
const DID_CHARS = 200
/** The exit code that agents read as a refusal. */
const REFUSAL = 2

type Exits = Readonly<Record<string, ScriptMeaning>> | undefined

/** Runs a script with the event on stdin; its reply or exit code is the outcome. */
export function makeRun(spec: RunSpec, rule: Rule, dialects: readonly Dialect[]): Handler {
  const dialect = dialects.find(
    ({ name, aliases }) => name === spec.reply || aliases?.includes(spec.reply) === true,
  )
  return async (subject, context) => {
    if (dialect?.toScript === undefined || dialect.fromScript === undefined) {
      throw new HooksError('error', `no script speaks "${spec.reply}"`)
    }
    const run = { spec: { ...spec, reply: dialect.name }, dialect, dialects, subject, context }
    const request = requestOf(run)
    context.note({ did: shortened(commandLine(request.argv), DID_CHARS) })
    const printed = await context.spawn(request)
    noteOutput(printed, dialect, context)
    const result = spec.keep_alive === true ? withAnswerAlone(printed) : printed
    if (result.end !== 'exit') throw failureOf(result, request, context.files)
    if (rule.background === true && result.code === 0) return {}
    return result.code === 0 ? replyOutcome(result, request, run) : exitOutcome(result, request, run)
  }
}

interface ScriptRun {
  readonly spec: RunSpec
  readonly dialect: Dialect
  readonly dialects: readonly Dialect[]
  readonly subject: Subject
  readonly context: Context
}

function requestOf({ spec, subject, context, dialect, dialects }: ScriptRun): SpawnRequest {
  const { event } = subject
  const tree = treeOf(subject, context.match)
  return {
    argv: argumentsOf(spec.argv, subject, {
      ...context.match,
      bind: bindIn(tree, context.match, event.root),
    }),
    cwd: inTree(spec.cwd ?? event.root, event.root, tree),
    env: environmentOf({ spec, event, dialects, tree }, context),
    stdin: `${JSON.stringify(dialect.toScript?.(event, context.prior, spec.form))}\n`,
    timeout_ms: Math.max(1, Math.min(context.rule.timeout_ms, context.time_ms)),
    max_stdout: context.reply_chars,
    ...(spec.keep_alive === true && { keep_alive: true }),
    ...(context.rule.background === true && {
      background: true,
      ...endRecord(spec.exit ?? dialect.scriptExit?.(event), context),
    }),
  }
}

/** Where one line is the answer, others are output. */
function withAnswerAlone(result: SpawnResult): SpawnResult {
  return { ...result, stdout: answerIn(`${result.stdout}\n`) ?? result.stdout }
}

/** Shows stderr, and stdout that is not a reply. */
function noteOutput({ stdout, stderr }: SpawnResult, dialect: Dialect, context: Context): void {
  if (stderr !== '') context.note({ stderr: lastCharacters(stderr, NOTE_CHARS) })
  const shown = stdout.trim()
  if (shown !== '' && !isJson(stdout, dialect)) context.note({ stdout: shown.slice(0, NOTE_CHARS) })
}

/** Exit 0: the reply, else what the rule maps 0 to. */
function replyOutcome(result: SpawnResult, request: SpawnRequest, run: ScriptRun): Outcome {
  const { dialect, spec, subject, context } = run
  const meaning = own(spec.exit, '0')
  if (meaning !== undefined && !isJson(result.stdout, dialect))
    return mapped(meaning, { result, request, spec })
  try {
    return readReply(result.stdout, run, subject.event)
  } catch (error) {
    context.note({ stdout: result.stdout.trim().slice(0, NOTE_CHARS) })
    throw error
  }
}

/** Other exits: as the rule or the dialect maps them, else a failure. */
function exitOutcome(result: SpawnResult, request: SpawnRequest, run: ScriptRun): Outcome {
  const { spec, dialect, subject, context } = run
  const isReply = dialect.scriptReplies === 'always' && result.code !== REFUSAL && spec.exit === undefined
  if (isReply && isJson(result.stdout, dialect)) return readReply(result.stdout, run, subject.event)
  const exits: Exits = spec.exit ?? dialect.scriptExit?.(subject.event)
  const meaning = own(exits, String(result.code)) ?? own(exits, '*')
  if (meaning === undefined) throw failureOf(result, request, context.files)
  return mapped(meaning, { result, request, spec })
}

interface MappedExit {
  readonly result: SpawnResult
  readonly request: SpawnRequest
  readonly spec: RunSpec
}

/** Where the dialect maps it, the text is the script's own: it wrote it for the model. */
function mapped(meaning: ScriptMeaning, { result, request, spec }: MappedExit): Outcome {
  const isGate = meaning === 'continue' && spec.exit !== undefined
  const text = isGate ? gateText(result, request) : textOf(result)
  return meaningOf(meaning, text, `${nameOf(request.argv)} exited ${result.code}`)
}

function own<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined
}

/** The end of stderr, else of stdout. */
function textOf({ stdout, stderr }: SpawnResult): string {
  return lastCharacters(stderr.trim() === '' ? stdout.trim() : stderr.trim(), NOTE_CHARS)
}

const MAX_CHARS = 4_096

/** Our own environment, ids and paths, the dialects' variables, then the rule's own. */
export function environmentOf(
  {
    spec,
    event,
    dialects,
    tree,
  }: { spec: RunSpec; event: Event; dialects: readonly Dialect[]; tree: string },
  context: Context,
): Record<string, string> {
  const spoken = dialects.filter((dialect) => dialect.name === event.agent || dialect.name === spec.reply)
  const promised = spoken.flatMap((dialect) => Object.entries(dialect.scriptEnv?.(event) ?? {}))
  const all = [
    ...Object.entries(callersEnv(context.env)),
    ...idsOf(event, tree, context),
    ...(spec.keep_alive === true ? ofOneEvent : []),
    ...promised,
    ...Object.entries(spec.env ?? {}),
  ]
  const env: Record<string, string> = {}
  for (const [name, value] of all) {
    if (value === undefined) delete env[name]
    else env[name] = value
  }
  return env
}

/** What a script that stays gets in each line alone. */
const ofOneEvent = ['HOOKS_EVENT', 'HOOKS_SESSION_ID', 'HOOKS_STATE_FILE', 'HOOKS_HALF'].map(
  (name) => [name, undefined] as const,
)

/** Never contents; undefined removes what an outer `hooks` has set. */
function idsOf(
  event: Event,
  tree: string,
  { rule, state, env }: Context,
): readonly (readonly [string, string | undefined])[] {
  const ids = {
    HOOKS_EVENT: event.event === 'unmapped' ? event.native_event : event.event,
    HOOKS_SESSION_ID: event.session_id,
    HOOKS_ROOT: tree,
    HOOKS_PROJECT_DIR: event.root,
    HOOKS_AGENT: event.agent,
    HOOKS_STATE_FILE: state.file(`script/${rule.name}`),
    HOOKS_DEPTH: env['HOOKS_DEPTH'] ?? '0',
    HOOKS_HALF: rule.half,
  }
  return Object.entries(ids).map(([name, value]) => [name, isSafe(value) ? value : undefined] as const)
}

function isSafe(value: string | undefined): boolean {
  return value !== undefined && value.length <= MAX_CHARS && !value.includes('\0')
}
