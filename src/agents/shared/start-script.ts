// dist/start.sh and dist/refuse.sh: every call of an agent goes through them, and ends in an answer, whatever ends Node.
import { emptyVerdict } from '../../engine/select/empty-verdict.ts'
import { isGate } from '../../model/events.ts'
import {
  END_MARK,
  END_OPTION,
  ENGINE_OPTION,
  KEPT_PREFIX,
  loaderVariables,
  OLDEST_NODE,
} from '../../model/start-contract.ts'
import type { Answer, Dialect, EventName } from '../../model/types.ts'
import { eventFor, printed } from './command-line.ts'
import { withoutFunctions } from './shim.ts'

/** What `uname -sm` says, and the package with its caller: another machine's would not start. */
const callerPlatforms = {
  'Linux x86_64': 'linux-x64',
  'Linux aarch64': 'linux-arm64',
  'Darwin x86_64': 'darwin-x64',
  'Darwin arm64': 'darwin-arm64',
}

/**
 * Read by a shell that has set `node` and `bin`, the agent in $1 and its event in $2. By $3 and `d`, lines of several
 * settings are told apart. $4 is what a caller without a shell before it has learned of the engine.
 */
export function startScript(agents: readonly StartedAgent[]): string {
  const starts = agents.flatMap(({ dialect, events }) =>
    Object.entries(events).flatMap(([native, event]) =>
      event === 'SessionStart' ? [`'${dialect.name} ${native}'`] : [],
    ),
  )
  return `# Starts hooks, "$node" "$bin", for the agent in $1 and its event in $2, and waits for its answer: an end without one
# is a refusal. What loads code into Node is kept from it; scripts get it back.
${withoutFunctions('pwd', 'read', 'uname')}
set +eux
for hooks_name in ${loaderVariables.join(' ')}; do
  unset "${KEPT_PREFIX}$hooks_name"
  if eval "[ -n \\"\\\${$hooks_name+x}\\" ]"; then
    eval "export ${KEPT_PREFIX}$hooks_name=\\"\\$$hooks_name\\""
    unset "$hooks_name"
  fi
done
${findNode}
${callerLookup()}case "$1 \${2-}" in
  ${starts.join('|')}) hooks_engine=session ;;
  *) hooks_engine=\${4-ask} ;;
esac
hooks_answer=$(exec \${hooks_caller:+"$hooks_caller"} "$node" "$bin" run --agent "$1" \${2:+"--event=$2"} "--entry=\${3-}\${d+ shared}" "${ENGINE_OPTION}$hooks_engine" ${END_OPTION}) && code=0 || code=$?
case $hooks_answer in
  *${END_MARK}) printf %s "\${hooks_answer%${END_MARK}}"; exit "$code" ;;
esac
if [ "$code" -gt 128 ]; then why="signal $((code - 128))"; else why="exit $code"; fi
why="its process ended before it could answer ($why)"
${refuse}
`
}

const refuse = `[ -r "\${bin%/*}/refuse.sh" ] && . "\${bin%/*}/refuse.sh"
echo "hooks cannot run, so nothing is allowed: $why" >&2
exit 2`

const [major, minor] = OLDEST_NODE
const usualPlaces = '/usr/local/bin:/opt/homebrew/bin:/home/linuxbrew/.linuxbrew/bin:/usr/bin:/opt/local/bin'

/**
 * Where the installed Node is gone: another version beside it, as version managers lay them out, then the usual places,
 * then PATH outside of projects. A shared line took its Node from PATH.
 */
const findNode = `hooks_places=${usualPlaces}
hooks_outside() {
  case $1 in /*) [ -x "$1" ] || return 1 ;; *) return 1 ;; esac
  case :$hooks_places: in *":\${1%/*}:"*) return 0 ;; esac
  hooks_dir=$(pwd -P)
  hooks_top=$hooks_dir
  while [ -n "$hooks_dir" ]; do
    [ -e "$hooks_dir/.git" ] && hooks_top=$hooks_dir
    hooks_dir=\${hooks_dir%/*}
  done
  hooks_dir=$(cd -P "\${1%/*}" 2>/dev/null && pwd -P) || return 1
  case $hooks_dir/ in /proc/*|/dev/*|*/node_modules/*|"$hooks_top"/*) return 1 ;; esac
  while [ -n "$hooks_dir" ]; do
    if [ -e "$hooks_dir/hooks.yaml" ] || [ -e "$hooks_dir/.env" ]; then return 1; fi
    hooks_dir=\${hooks_dir%/*}
  done
}
hooks_try() {
  [ -x "$1" ] && hooks_version=$("$1" --version 2>/dev/null </dev/null) || return 1
  hooks_version=\${hooks_version#v}
  hooks_minor=\${hooks_version#*.}
  [ "\${hooks_version%%.*}" -gt ${major} ] 2>/dev/null ||
    { [ "\${hooks_version%%.*}" = ${major} ] && [ "\${hooks_minor%%.*}" -ge ${minor} ]; } 2>/dev/null || return 1
  hooks_node=$1
}
if [ ! -x "$node" ] || { [ -n "\${d+x}" ] && ! hooks_outside "$node"; }; then
  hooks_node=
  hooks_in=\${node%/bin/node}
  hooks_end=
  case \${hooks_in##*/} in
    installation) hooks_end=/installation hooks_in=\${hooks_in%/*} ;;
  esac
  case \${hooks_in##*/} in
    v[0-9]*|[0-9]*)
      for hooks_each in "\${hooks_in%/*}"/*[0-9]"$hooks_end/bin/node"; do
        [ -n "$hooks_node" ] || hooks_try "$hooks_each"
      done ;;
  esac
  hooks_ifs=$IFS
  IFS=:
  set -f
  hooks_all=$hooks_places:$PATH
  for hooks_each in $hooks_all; do
    [ -n "$hooks_node" ] || { hooks_outside "$hooks_each/node" && hooks_try "$hooks_each/node"; }
  done
  set +f
  IFS=$hooks_ifs
  why="$node is gone, and no other Node of ${major}.${minor} or newer was found. Install one, then npx hooks-yaml install"
  [ -n "$hooks_node" ] || {
    ${refuse}
  }
  node=$hooks_node
fi`

/** Sets hooks_caller: in a clone beside bin.cjs, else the installed package of this machine; or to nothing. */
function callerLookup(): string {
  const platforms = Object.entries(callerPlatforms)
    .map(([name, platform]) => `        '${name}') hooks_name=${platform} ;;`)
    .join('\n')
  return `hooks_caller=\${bin%/*}/caller
if [ $# -gt 3 ]; then hooks_caller=; fi
if [ -n "$hooks_caller" ] && [ ! -x "$hooks_caller" ]; then
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

/** What each agent is answered when hooks ended without an answer; $why says why. */
export function refusalScript(agents: readonly StartedAgent[]): string {
  const cases = agents.flatMap(({ dialect, events }) => {
    const byText = new Map<string, string[]>()
    for (const [native, event] of Object.entries(events)) {
      const text = answerFor(dialect, native, event)
      byText.set(text, [...(byText.get(text) ?? []), `'${dialect.name} ${native}'`])
    }
    return [...byText].map(([text, patterns]) => `  ${patterns.join('|')}) ${text} ;;\n`)
  })
  return `# Answers where hooks cannot; $why says why.\ncase "$1 $2" in\n${cases.join('')}esac\n`
}

const WHY = '@why@'

function answerFor(dialect: Dialect, native: string, event: EventName): string {
  const why = `${WHY}. Try: npx hooks-yaml doctor ${dialect.name}`
  const holds = isGate(event)
  const said = holds
    ? `hooks could not check this call, so it is refused: ${why}`
    : `hooks could not check this ${native} event: ${why}`
  const says = holds ? ({ decision: 'deny', reason: said } as const) : { system_messages: [said] }
  const answer: Answer = dialect.encode({ ...emptyVerdict, ...says }, eventFor(dialect, native, event))
  return `${printed(answer, said).replaceAll(WHY, `'"$why"'`)}; exit ${answer.exit}`
}
