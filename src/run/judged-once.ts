// A person's and a team's installation, and agents that read each other's settings, report one call to several entries.
// The first entry judges it; each other one gets the same verdict, so that nothing is counted, started or recorded twice.
import { agentLimits } from '../engine/dispatch-state.ts'
import { isEmptyVerdict } from '../engine/select/empty-verdict.ts'
import { isObject, type PlainObject } from '../model/plain-object.ts'
import { commandFields, directoryIn } from '../model/tool-groups.ts'
import type { Env, Event, Verdict } from '../model/types.ts'
import { childPath } from '../patterns/paths/paths.ts'
import { hash } from '../patterns/text/hash.ts'
import { makePrivate } from '../store/disk/private-dir.ts'
import type { DecidedRun } from './decide/record.ts'
import { openRecord } from './call-record.ts'
import { type Host, isDisabled } from './call.ts'

/** Of the hash that names a file: a project has 36 ** 2, each for the calls that meet in it. */
const NAME_LENGTH = 2

interface Decided {
  readonly verdict: Verdict
  readonly aborted?: boolean
}

/** Judges a call unless another entry has. A state directory that cannot be written costs only the second judgement. */
export async function judgeOnce(
  host: Pick<Host, 'env' | 'load' | 'packageDir' | 'version'>,
  run: DecidedRun,
  judge: () => Promise<Decided>,
): Promise<Decided> {
  const { env } = host
  const { options, dialect } = run.request
  // What is judged under a pause says nothing to an entry that has none.
  const dir = options.dryRun || isDisabled(env) ? undefined : directoryFor(run)
  const { event } = run.prepared
  const call = digest(JSON.stringify([settingsIn(env), callIn(event)]))
  const record = dir === undefined ? undefined : openRecord(childPath(dir, hash(call).slice(-NAME_LENGTH)))
  if (record === undefined) return judge()
  try {
    const claim = {
      said: `${call} ${digest(JSON.stringify(planIn(host, run.prepared)))}`,
      entry: [options.agent, options.event, options.entry, host.packageDir].join(' '),
      form: `${dialect.name} ${event.native_event ?? event.event}`,
      call: event.tool_use_id,
    }
    const known = await record.claim(claim, Date.now() + timeLeft(run))
    if (known !== undefined) return { verdict: known.isTold ? withoutTexts(known.verdict) : known.verdict }
    let left: Verdict | undefined
    try {
      const decided = await judge()
      if (decided.aborted !== true && !holdsSecret(host, decided.verdict)) left = decided.verdict
      return decided
    } finally {
      record.leave(left)
    }
  } finally {
    record.close()
  }
}

/** Two hashes of different texts: together too long to meet by chance. */
function digest(text: string): string {
  return `${hash(text)} ${hash(`${text.length} ${text}`)} ${text.length}`
}

/** It is not left on the disk: each entry judges such a call. */
function holdsSecret({ load }: Pick<Host, 'load'>, verdict: Verdict): boolean {
  return !isEmptyVerdict(verdict) && load('decide').maskedJson(verdict) !== JSON.stringify(verdict)
}

function timeLeft({ request, prepared: { event, clock, started } }: DecidedRun): number {
  return agentLimits(request.dialect.capabilities, event, clock.elapsed() - started).deadline_ms ?? 0
}

/** The agent gets an answer of the same form: what adds up has been said there. */
function withoutTexts(verdict: Verdict): Verdict {
  return {
    ...verdict,
    additional_context: [],
    system_messages: [],
    follow_up_messages: [],
    warnings: [],
  }
}

/** Undefined where none can be written. */
function directoryFor({ prepared: { dirs, stateDir } }: DecidedRun): string | undefined {
  const dir = childPath(stateDir, 'calls')
  return makePrivate(dirs.state) && makePrivate(dir) ? dir : undefined
}

/** What a verdict depends on beside the call: what the agent starts with other settings leaves nothing for its calls. */
function settingsIn(env: Env): unknown {
  return Object.entries(env)
    .filter(([name]) => /^(?:HOME|PATH|XDG_.*|HOOKS_.*)$/.test(name))
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
}

/** Two copies of one version have the same presets. */
function planIn(
  { packageDir, version }: Pick<Host, 'packageDir' | 'version'>,
  { plan }: DecidedRun['prepared'],
): unknown {
  return [version, plan.sources.filter(([file]) => !file.startsWith(`${packageDir}/`)), plan.paused]
}

/** What two entries say alike about one call, each in its own words. */
function callIn(event: Event): unknown {
  const {
    agent,
    session_id = agent,
    subagent,
    permission_mode,
    recipe,
    prompt,
    response,
    source,
    error,
  } = event
  const more = [permission_mode, recipe, prompt, response, source, subagent?.id, error]
  return [session_id, event.event, toolCallIn(event), ...more]
}

/** The command of a shell, whatever its tool and the field are called. */
function toolCallIn({ tool_name, tool_input, cwd }: Event): unknown {
  const input = isObject(tool_input) ? tool_input : {}
  const command = commandFields.map((field) => input[field]).find((value) => typeof value === 'string')
  if (command === undefined) return [tool_name, sorted(tool_input), cwd]
  const rest = Object.entries(input).filter(
    ([name]) => !commandFields.includes(name) && !isAside(name, input),
  )
  return [command, directoryIn(input) ?? cwd, sorted(Object.fromEntries(rest))]
}

/** Where it runs, which is told apart, and what agents only say about it. */
function isAside(name: string, input: PlainObject): boolean {
  return ['description', 'timeout'].includes(name) || directoryIn({ [name]: input[name] }) !== undefined
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return names.map((name) => [name, sorted(value[name])])
}
