// Run by the build: what dist/presets/ holds, and the refusals in bin.cjs.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { refusalScript, startScript } from './agents/shared/start-script.ts'
import { agents, catalog, dialects } from './catalog.ts'
import { packPresets as pack } from './config/compile/pack-presets.ts'
import { failureAt } from './engine/dispatch-state.ts'
import { emptyVerdict } from './engine/select/empty-verdict.ts'
import { eventNamed } from './model/events.ts'
import type { Dialect } from './model/types.ts'
import { REASON, type Refusals } from './run/last-resort.ts'

/** The shipped presets of a directory, parsed, checked and compiled: texts of files by name. */
export function packPresets(dir: string): Readonly<Record<string, string>> {
  const files = readdirSync(dir).filter((file) => file.endsWith('.yaml'))
  const texts = files.map((file) => [file.slice(0, -5), readFileSync(path.join(dir, file), 'utf8')])
  return pack(Object.fromEntries(texts), catalog)
}

/** The shell scripts in dist/ that start hooks for agents, by their names. */
export function startScripts(): Readonly<Record<string, string>> {
  const started = agents.flatMap(({ dialect, settings }) =>
    dialect === undefined || settings === undefined ? [] : [{ dialect, events: settings.events }],
  )
  return { 'start.sh': startScript(started), 'refuse.sh': refusalScript(started) }
}

/** What the last resort has to know of agents. */
export function refusals(): Refusals {
  return Object.fromEntries(
    dialects.flatMap((dialect) => {
      const known = { ...answerOf(dialect), ...eventsOf(dialect) }
      const names = Object.keys(known).length === 0 ? [] : [dialect.name, ...(dialect.aliases ?? [])]
      return names.map((name) => [name, known] as const)
    }),
  )
}

function answerOf(dialect: Dialect): Refusals[string] {
  if (failureAt(dialect.capabilities, 'PreToolUse').exit_2 !== 'fails') return {}
  const event = { event: 'PreToolUse', agent: dialect.name, cwd: '/', root: '/', raw: {} } as const
  return { answer: dialect.encode({ ...emptyVerdict, decision: 'deny', reason: REASON }, event) }
}

function eventsOf({ name: agent, events = {} }: Dialect): Refusals[string] {
  const registered = agents.find(({ name }) => name === agent)?.settings?.events
  const own = Object.entries({ ...events, ...registered }).flatMap(([name, event]) =>
    event === 'unmapped' || eventNamed(name) === event ? [] : [[name, event] as const],
  )
  return own.length === 0 ? {} : { events: Object.fromEntries(own) }
}
