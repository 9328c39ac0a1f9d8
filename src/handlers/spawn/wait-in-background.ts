// Nobody waits for a background script but a shell: it ends the script's process group in time, and records how the script failed, each cause once.
import type { SpawnRequest } from '../../model/types.ts'

/**
 * This shell leads the process group, so TERM reaches it, too, when the time is over: it records nothing then. `sleep`
 * ends with the script, because its own shell passes TERM on.
 */
const WAIT = `file=$1 label=$2 late=$3 expected=$4 limit=$5; shift 5
record() { [ -z "$file" ] || grep -qsxF "$1" "$file" || printf '%s\\n' "$1" >>"$file"; }
trap over=1 TERM
exec 3<&0 </dev/null
env "$@" <&3 3<&- &
script=$!
exec 3<&-
( trap 'kill $!; exit' TERM
  sleep "$limit" & wait $!
  trap '' TERM
  record "$late"
  kill -s TERM 0; sleep 1; kill -s KILL 0 ) &
clock=$!
wait "$script"; code=$?
if [ -n "$over" ]; then wait "$script"; kill "$clock"; exit; fi
kill "$clock"
case " 0 $expected " in
*" $code "*) exit ;;
*' * '*) case $code in 126 | 127) ;; *) exit ;; esac ;;
esac
record "$code $label"`

/** A background script's command line with the shell that waits for it; what records its own end needs none. */
export function waitedFor(
  argv: readonly [string, ...string[]],
  { background, record, timeout_ms }: SpawnRequest,
): readonly [string, ...string[]] {
  if (background !== true || record === undefined || process.platform === 'win32') return argv
  const { file, label, late, expected } = record
  const seconds = String(Math.ceil(timeout_ms / 1000))
  return ['/bin/sh', '-c', WAIT, 'hooks', file, label, late, expected.join(' '), seconds, ...argv]
}
