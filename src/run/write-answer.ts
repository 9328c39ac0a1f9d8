import type { Host } from './host.ts'
import type { Answer } from '../model/types.ts'

/** Gives an answer exactly as the agent would get it. */
export function writeAnswer(host: Host, { stdout, stderr, exit }: Answer): number {
  host.out(stdout)
  host.err(stderr)
  return exit
}

/** Says why nothing could be decided. Returns the exit code. */
export function writeFailure(host: Host, message: string): number {
  host.err(`hooks: ${message}\n`)
  return 1
}
