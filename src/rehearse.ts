// What most commands need of the code, run once before V8's code of it is kept: the run that makes it needs less.
import { meetCommands } from './command-pattern.ts'
import { factsOfShell, readArguments } from './shell.ts'

const commands = [
  'git push origin cart',
  'for file in src/*.ts; do node check.js "$file"; done',
  'cd src && cat cart.ts | grep -n total > found.txt',
]

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
  branch: () => undefined,
  folds: () => false,
  twins: () => [],
}

const stage = { assignments: [], words: [{ text: 'git' }, { text: 'push' }, { text: '--force' }] }
const pattern = { yes: [{ text: 'git push --force', stages: [stage] }], no: [] }

export function rehearse(): void {
  for (const text of commands) {
    const facts = factsOfShell(text, world)
    meetCommands(pattern, facts.commands, { look, strict: false })
  }
}
