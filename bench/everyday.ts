// Which commands are no rule's business, as a run tells before it reads any of them as a shell does.
import { builtins, dialects, matchers } from '../src/catalog.ts'
import { compilePlan } from '../src/config/compile.ts'
import { isQuiet } from '../src/engine/quiet.ts'
import { listRules } from '../src/engine/rule-list.ts'
import { plainTexts } from '../src/facts/plain.ts'
import { createFiles } from '../src/files.ts'
import * as plain from '../src/plain.ts'
import type { Event } from '../src/types.ts'
import { loadParts } from './parts.ts'

const files = { ...createFiles(), home: process.env['HOME'] }
const reading = { disk: files, shell: () => plain }

/** How many are plain, and how many of these no rule could be about. */
export function countQuiet(
  root: string,
  commands: readonly string[],
  presetDir: string,
): { readonly plain: number; readonly quiet: number } {
  loadParts()
  const catalog = { matchers, builtins, dialects }
  const layers = [{ layer: 'project', path: `${root}/hooks.yaml`, file: 'hooks.yaml' }] as const
  const { plan } = compilePlan({ root, layers, env: {}, files, catalog, presetDir })
  if (plan === undefined) throw new Error(`${root}/hooks.yaml does not compile`)
  const rules = listRules(Object.values(plan.events).flat())('PreToolUse')
  const events = commands.map((command): Event => ({
    event: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    cwd: root,
    root,
    raw: {},
  }))
  const known = events.filter((event) => plainTexts(event, reading) !== undefined)
  const quiet = known.filter((event) => isQuiet(event, rules, () => plainTexts(event, reading)))
  return { plain: known.length, quiet: quiet.length }
}
