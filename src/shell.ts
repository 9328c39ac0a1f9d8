// Reading shell text, loaded when a rule asks about a shell command.
import { effectsOf } from './facts/programs/effects.ts'
import { createShell } from './facts/shell.ts'

export { readArguments } from './facts/programs/read-arguments.ts'

export const factsOfShell = createShell({ effectsOf })
