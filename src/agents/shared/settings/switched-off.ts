import type { Skip } from '../agent.ts'

/** A file of the machine's owner that says so. */
export function switchedOff(file: string, why: string): Skip {
  return {
    code: 'switched-off',
    message: `${why}: the agent runs no hooks of yours`,
    fix: `change that in ${file}`,
  }
}
