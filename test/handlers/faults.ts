// Scripts that do everything wrong that a script can, for the tables of the tests.
import fs from 'node:fs'
import path from 'node:path'

export interface Fault {
  readonly name: string
  readonly argv: readonly string[] | string
  /** Files in the working directory; the mode is 0755 unless the name is listed in `plain`. */
  readonly files?: Readonly<Record<string, string>>
  readonly plain?: readonly string[]
  readonly end: string
  readonly timeout_ms?: number
}

const QUICK = 400
/** Until something ends it. */
const HANG = 'tail -f /dev/null'

export const faults: readonly Fault[] = [
  { name: 'missing', argv: ['./cov.sh'], end: 'failed ENOENT' },
  { name: 'missing program', argv: ['no-such-program-here'], end: 'failed ENOENT' },
  { name: 'missing in a shell line', argv: './cov.sh --all', end: 'exit 127' },
  {
    name: 'not executable, no way to run it',
    argv: ['./cov'],
    files: { cov: 'x' },
    plain: ['cov'],
    end: 'failed EACCES',
  },
  {
    name: 'not executable in a shell line',
    argv: './cov --all',
    files: { cov: 'x' },
    plain: ['cov'],
    end: 'exit 126',
  },
  {
    name: 'a language that nothing runs',
    argv: ['./cov.ts'],
    files: { 'cov.ts': 'let a' },
    plain: ['cov.ts'],
    end: 'failed ENOEXEC',
  },
  { name: 'bad interpreter', argv: ['./cov'], files: { cov: '#!/nope/python\n' }, end: 'failed ENOENT' },
  { name: 'a directory', argv: ['./src'], files: { 'src/cart.ts': '' }, end: 'failed EACCES' },
  { name: 'empty argv', argv: [], end: 'failed ENOENT' },
  { name: 'NUL in an argument', argv: ['echo', 'a\0b'], end: 'failed ERR_INVALID_ARG_VALUE' },
  { name: 'arguments too long', argv: ['true', 'x'.repeat(3_000_000)], end: 'failed E2BIG' },
  { name: 'crashes', argv: ['node', '-e', 'throw new Error("no cart")'], end: 'exit 1' },
  { name: 'exits 126', argv: ['sh', '-c', 'exit 126'], end: 'exit 126' },
  { name: 'exits 127', argv: ['sh', '-c', 'exit 127'], end: 'exit 127' },
  { name: 'killed by a signal', argv: ['sh', '-c', 'kill -9 $$'], end: 'signal SIGKILL' },
  { name: 'aborts', argv: ['sh', '-c', 'kill -ABRT $$'], end: 'signal SIGABRT' },
  { name: 'hangs', argv: HANG.split(' '), timeout_ms: QUICK, end: 'timeout' },
  {
    name: 'ignores TERM',
    argv: ['sh', '-c', 'trap "" TERM; while :; do sleep 0.05; done'],
    timeout_ms: QUICK,
    end: 'timeout',
  },
  { name: 'stops itself', argv: ['sh', '-c', 'kill -STOP $$'], timeout_ms: QUICK, end: 'timeout' },
  { name: 'forks', argv: `${HANG} & echo "{}"`, end: 'exit 0' },
  {
    name: 'forks one that ignores TERM',
    argv: `(trap "" TERM; ${HANG}; ${HANG}) & echo "{}"`,
    end: 'exit 0',
  },
  { name: 'double-forks', argv: ['sh', '-c', `setsid setsid ${HANG} & echo "{}"`], end: 'exit 0' },
  {
    name: 'double-forks and hangs',
    argv: ['sh', '-c', `setsid setsid ${HANG} & ${HANG}`],
    timeout_ms: QUICK,
    end: 'timeout',
  },
  {
    name: 'forks many',
    argv: `for i in 1 2 3 4 5 6 7 8 9 10; do setsid ${HANG} & ${HANG} & done; ${HANG}`,
    timeout_ms: QUICK,
    end: 'timeout',
  },
  { name: 'floods stdout', argv: ['yes'], end: 'flood' },
  { name: 'floods stdout at once', argv: ['sh', '-c', 'head -c 3000000 /dev/zero'], end: 'flood' },
  { name: 'floods stdout and stays', argv: `head -c 2500000 /dev/zero; ${HANG}`, end: 'flood' },
  { name: 'floods stdout without newline', argv: ['cat', '/dev/zero'], end: 'flood' },
  { name: 'floods stderr', argv: 'yes >&2', timeout_ms: QUICK, end: 'timeout' },
  { name: 'closes its files', argv: 'exec 0<&- 1>&- 2>&-; sleep 0.1; exit 0', end: 'exit 0' },
  {
    name: 'closes its files and hangs',
    argv: 'exec 0<&- 1>&- 2>&-; while :; do sleep 1; done',
    timeout_ms: QUICK,
    end: 'timeout',
  },
  { name: 'reads no stdin', argv: ['true'], end: 'exit 0' },
  { name: 'answers garbage', argv: ['sh', '-c', 'head -c 1000 /dev/urandom'], end: 'exit 0' },
  { name: 'answers half of it', argv: ['printf', '{"decision":'], end: 'exit 0' },
]

export function writeFault({ files = {}, plain = [] }: Fault, dir: string): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true })
    fs.writeFileSync(path.join(dir, name), text, { mode: plain.includes(name) ? 0o644 : 0o755 })
  }
}

/** Living processes whose environment or ancestry still carries this text, as `pid command`. */
export function carriersOf(mark: string): string[] {
  return fs.readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return []
    try {
      const state = /\) (\S)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]
      const carries = fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)
      return carries && state !== 'Z'
        ? [`${pid} ${fs.readFileSync(`/proc/${pid}/comm`, 'latin1').trim()}`]
        : []
    } catch {
      return []
    }
  })
}
