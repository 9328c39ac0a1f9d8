// Run by the build: what dist/presets/ holds, and the refusals in bin.cjs.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { catalog, dialects } from './catalog.ts'
import { packPresets as pack } from './config/compile/pack-presets.ts'
import { failureAt } from './engine/dispatch-state.ts'
import { emptyVerdict } from './engine/select/empty-verdict.ts'
import { REASON, type Refusals } from './run/last-resort.ts'

/** The shipped presets of a directory, parsed, checked and compiled: texts of files by name. */
export function packPresets(dir: string): Readonly<Record<string, string>> {
  const files = readdirSync(dir).filter((file) => file.endsWith('.yaml'))
  const texts = files.map((file) => [file.slice(0, -5), readFileSync(path.join(dir, file), 'utf8')])
  return pack(Object.fromEntries(texts), catalog)
}

/** Of the agents for which exit code 2 is no deny. */
export function refusals(): Refusals {
  const event = { event: 'PreToolUse', cwd: '/', root: '/', raw: {} } as const
  return Object.fromEntries(
    dialects
      .filter(({ capabilities }) => failureAt(capabilities, 'PreToolUse').exit_2 === 'fails')
      .flatMap((dialect) => {
        const { name, aliases = [] } = dialect
        const answer = dialect.encode(
          { ...emptyVerdict, decision: 'deny', reason: REASON },
          { ...event, agent: name },
        )
        return [name, ...aliases].map((each) => [each, answer])
      }),
  )
}
