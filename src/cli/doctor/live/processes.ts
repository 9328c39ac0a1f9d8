// Ends what a client started: its own group, and on Linux the daemons that left it.
import { readdirSync, readFileSync } from 'node:fs'

/** By their ids; `home` is in the environment of nothing else. */
export function endProcesses({
  pid,
  home,
}: {
  readonly pid: number | undefined
  readonly home: string
}): void {
  endGroup(pid)
  for (const id of daemonsOf(home)) kill(id)
}

/** A detached process and all that it started in its group. */
function endGroup(pid: number | undefined): void {
  if (pid !== undefined) kill(process.platform === 'win32' ? pid : -pid)
}

function daemonsOf(home: string): readonly number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(`HOME=${home}\0`))
    .map(Number)
}

function environmentOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/environ`, 'latin1')
  } catch {
    return '' // gone, or not ours
  }
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
