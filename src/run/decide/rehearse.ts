// Runs what most commands need once before V8's code of it is kept: functions that never ran are not in the cache.
import { matchCommands } from '../../patterns/commands/command-pattern.ts'
import { effectsOf } from '../../shell/programs/effects.ts'
import { readArguments } from '../../shell/programs/read-arguments.ts'
import { factsOfShell } from '../../shell/reader.ts'

const commands = ['git push origin cart', 'cd src && cat cart.ts | grep -n total > found.txt', 'npm test']

const world = {
  root: '/shop',
  home: '/home/ada',
  cwd: '/shop',
  env: {},
  files: { list: () => [], kind: () => undefined, real: (path: string) => path, read: () => undefined },
}

const look = {
  words: readArguments,
  below: () => [],
  listed: () => [],
  branch: () => undefined,
  pushed: () => undefined,
  folds: () => false,
  twins: () => [],
  isCheckout: () => false,
  worktrees: () => [],
}

const stage = { assignments: [], words: [{ text: 'git' }, { text: 'push' }, { text: '--force' }] }
const pattern = { yes: [{ text: 'git push --force', stages: [stage] }], no: [] }

const notNeeded = (): never => {
  throw new Error('the rehearsal needs no other chunk')
}

export function rehearse(): void {
  for (const text of commands) {
    const facts = factsOfShell(text, world, { effectsOf, parser: notNeeded })
    matchCommands(pattern, facts.commands, { look, strict: false, linear: notNeeded })
  }
}
