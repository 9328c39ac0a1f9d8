import * as parser from 'unbash'
import { effectsOf } from '../src/shell/programs/effects.ts'
import { factsOfShell } from '../src/shell/reader.ts'
import type { World } from '../src/shell/types.ts'

const world: World = {
  root: '/shop',
  home: '/home/ada',
  cwd: '/shop',
  env: { HOME: '/home/ada' },
  files: { list: () => [], kind: () => undefined, real: (path) => path, read: () => undefined },
}

/** About sixty characters each. */
const commands = [
  'git push origin main --force-with-lease --tags --follow-tags',
  'cd api && npm run build && git add -A src/cart.ts docs/api.md',
  'grep -rn "createOrder" src/orders --include=*.ts | head -20',
  'git commit -m "fix(cart): round totals to cents" && git push',
  'cat src/index.ts | sed -n "1,40p" > /tmp/out.txt 2>/dev/null',
]

/** Microseconds for the facts of one command, when warm: the best of some rounds. */
export function timeFacts(count: number): number {
  const knowledge = { effectsOf, parser: () => parser }
  const round = (): number => {
    const start = process.hrtime.bigint()
    for (let at = 0; at < count; at++) factsOfShell(commands[at % commands.length] ?? '', world, knowledge)
    return Number(process.hrtime.bigint() - start) / count / 1000
  }
  round()
  return Math.min(...Array.from({ length: 5 }, round))
}
