// Starts a process through node:child_process.
import type { Child, Start } from './child.ts'

export const start: Start = async ([program, ...args], { cwd, env, stdio }) => {
  const { spawn } = process.getBuiltinModule('node:child_process') // loaded by the first script only: most runs start none
  const child = spawn(program, args, { cwd, env, stdio: [...stdio], detached: true, windowsHide: true })
  const { pid } = child
  if (pid === undefined) throw await new Promise<Error>((resolve) => child.once('error', resolve))
  child.on('error', () => {})
  return {
    pid,
    onExit: (listener) => child.once('exit', listener),
    unref: () => child.unref(),
  } satisfies Child
}
