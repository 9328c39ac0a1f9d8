// dist/start.sh and dist/refuse.sh: every call of an agent goes through them, and ends in an answer, whatever ends Node.
import { emptyVerdict } from '../../engine/select/empty-verdict.ts'
import { isGate } from '../../model/events.ts'
import {
  END_MARK,
  END_OPTION,
  ENGINE_OPTION,
  KEPT_PREFIX,
  loaderVariables,
} from '../../model/start-contract.ts'
import type { Answer, Dialect, EventName } from '../../model/types.ts'
import { eventFor, printed } from './command-line.ts'

/** What `uname -sm` says, and the package with its caller: another machine's would not start. */
const callerPlatforms = {
  'Linux x86_64': 'linux-x64',
  'Linux aarch64': 'linux-arm64',
  'Darwin x86_64': 'darwin-x64',
  'Darwin arm64': 'darwin-arm64',
}

/**
 * Read by a shell that has set `node` and `bin`, the agent in $1 and its event in $2. By $3 and `d`, lines of several
 * settings are told apart.
 */
export function startScript(agents: readonly StartedAgent[]): string {
  const starts = agents.flatMap(({ dialect, events }) =>
    Object.entries(events).flatMap(([native, event]) =>
      event === 'SessionStart' ? [`'${dialect.name} ${native}'`] : [],
    ),
  )
  return `# Starts hooks, "$node" "$bin", for the agent in $1 and its event in $2, and waits for its answer: an end without one
# is a refusal. What loads code into Node is kept from it; scripts get it back.
set +eux
unset -f printf echo command read uname 2>/dev/null
for hooks_name in ${loaderVariables.join(' ')}; do
  unset "${KEPT_PREFIX}$hooks_name"
  if eval "[ -n \\"\\\${$hooks_name+x}\\" ]"; then
    eval "export ${KEPT_PREFIX}$hooks_name=\\"\\$$hooks_name\\""
    unset "$hooks_name"
  fi
done
${callerLookup()}case "$1 \${2-}" in
  ${starts.join('|')}) hooks_engine=session ;;
  *) hooks_engine=ask ;;
esac
hooks_answer=$(exec \${hooks_caller:+"$hooks_caller"} "$node" "$bin" run --agent "$1" \${2:+"--event=$2"} "--entry=\${3-}\${d+ shared}" "${ENGINE_OPTION}$hooks_engine" ${END_OPTION}) && code=0 || code=$?
case $hooks_answer in
  *${END_MARK}) printf %s "\${hooks_answer%${END_MARK}}"; exit "$code" ;;
esac
if [ "$code" -gt 128 ]; then why="signal $((code - 128))"; else why="exit $code"; fi
[ -r "\${bin%/*}/refuse.sh" ] && . "\${bin%/*}/refuse.sh"
echo "hooks ended before it could answer ($why), so nothing is allowed" >&2
exit 2
`
}

/** Sets hooks_caller: in a clone beside bin.cjs, else the installed package of this machine; or to nothing. */
function callerLookup(): string {
  const platforms = Object.entries(callerPlatforms)
    .map(([name, platform]) => `        '${name}') hooks_name=${platform} ;;`)
    .join('\n')
  return `hooks_caller=\${bin%/*}/caller
if [ ! -x "$hooks_caller" ]; then
  hooks_caller=
  case $bin in
    */node_modules/hooks-yaml/dist/bin.cjs)
      { read -r hooks_name </proc/sys/kernel/arch && hooks_name="Linux $hooks_name"; } 2>/dev/null ||
        hooks_name=$(PATH=/usr/bin:/bin uname -sm)
      case $hooks_name in
${platforms}
      esac
      for hooks_dir in "\${bin%/*}/../node_modules" "\${bin%/*}/../.."; do
        [ -x "$hooks_dir/@hooks-yaml/caller-$hooks_name/caller" ] || continue
        hooks_caller=$hooks_dir/@hooks-yaml/caller-$hooks_name/caller
        break
      done ;;
  esac
fi
`
}

/** Agents whose settings start hooks, with their events by the agent's own names. */
export interface StartedAgent {
  readonly dialect: Dialect
  readonly events: Readonly<Record<string, EventName>>
}

/** What each agent is answered when hooks ended without an answer; $why says how. */
export function refusalScript(agents: readonly StartedAgent[]): string {
  const cases = agents.flatMap(({ dialect, events }) => {
    const byText = new Map<string, string[]>()
    for (const [native, event] of Object.entries(events)) {
      const text = answerFor(dialect, native, event)
      byText.set(text, [...(byText.get(text) ?? []), `'${dialect.name} ${native}'`])
    }
    return [...byText].map(([text, patterns]) => `  ${patterns.join('|')}) ${text} ;;\n`)
  })
  return `# Answers when hooks ended without an answer; $why says how it ended.\ncase "$1 $2" in\n${cases.join('')}esac\n`
}

const WHY = '@why@'

function answerFor(dialect: Dialect, native: string, event: EventName): string {
  const why = `its process ended before it could answer (${WHY}). Try: npx hooks-yaml doctor ${dialect.name}`
  const holds = isGate(event)
  const said = holds
    ? `hooks could not check this call, so it is refused: ${why}`
    : `hooks could not check this ${native} event: ${why}`
  const says = holds ? ({ decision: 'deny', reason: said } as const) : { system_messages: [said] }
  const answer: Answer = dialect.encode({ ...emptyVerdict, ...says }, eventFor(dialect, native, event))
  return `${printed(answer, said).replaceAll(WHY, `'"$why"'`)}; exit ${answer.exit}`
}
