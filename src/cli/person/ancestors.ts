// The programs that started this process, as the system lists them.
import { readFileSync } from 'node:fs'
import type { RunningProgram } from '../../run/call.ts'

interface ListedProcess extends RunningProgram {
  readonly parent: number
}

type LookUp = (pid: number) => ListedProcess | undefined

const MAX_ANCESTORS = 64

/** From this process on, the nearest first. Ends where the system tells nothing. */
export function readAncestors(
  from: number = process.ppid,
  platform: NodeJS.Platform = process.platform,
): readonly RunningProgram[] {
  return ancestorsOf(from, platform === 'linux' ? lookUpProc : tableOf(platform))
}

function ancestorsOf(pid: number, lookUp: LookUp): readonly RunningProgram[] {
  const found: ListedProcess[] = []
  for (let at = pid; at > 0 && found.length < MAX_ANCESTORS;) {
    const each = lookUp(at)
    if (each === undefined) break
    found.push(each)
    at = each.parent
  }
  return found.map(({ name, argv }) => ({ name, argv }))
}

function lookUpProc(pid: number): ListedProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // A name may hold brackets and blanks.
    const [, parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return { parent: Number(parent), name, argv: argv.slice(0, -1) }
  } catch {
    return undefined
  }
}

function tableOf(platform: NodeJS.Platform): LookUp {
  const table = platform === 'win32' ? parseCim(ask('powershell.exe', CIM)) : parsePs(ask)
  return (pid) => table.get(pid)
}

function ask(program: string, args: readonly string[]): string {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const options = {
    encoding: 'utf8',
    timeout: 10_000,
    maxBuffer: 64 * 1024 * 1024,
    windowsHide: true,
  } as const
  return spawnSync(program, args, options).stdout ?? ''
}

/** Two columns cannot both hold blanks, so names and arguments are two questions. */
export function parsePs(list: typeof ask): ReadonlyMap<number, ListedProcess> {
  const lines = new Map<number, string>()
  for (const line of list('ps', ['-A', '-o', 'pid=,args=']).split('\n')) {
    const [, pid, args = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
    if (pid !== undefined) lines.set(Number(pid), args)
  }
  const table = new Map<number, ListedProcess>()
  for (const line of list('ps', ['-A', '-o', 'pid=,ppid=,comm=']).split('\n')) {
    const [, pid, parent, name = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (pid === undefined) continue
    const argv = (lines.get(Number(pid)) ?? '').split(/\s+/).filter((word) => word !== '')
    table.set(Number(pid), { parent: Number(parent), name, argv })
  }
  return table
}

const CIM = [
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId)`t$($_.ParentProcessId)`t$($_.Name)`t$($_.CommandLine)" }',
]

export function parseCim(text: string): ReadonlyMap<number, ListedProcess> {
  const rows = text.split(/\r?\n/).map((line) => line.split('\t'))
  return new Map(
    rows.map(([pid, parent, name = '', line = '']) => {
      const argv = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
      return [Number(pid), { parent: Number(parent), name, argv }]
    }),
  )
}
