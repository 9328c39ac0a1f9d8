// The parts of docs/ that stand between <!-- generated: name --> and <!-- /generated -->, and the README's picture.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentParts, seenTable } from './docs/agents.mjs'
import { commandSections, commandTable } from './docs/commands.mjs'
import { eventTable, hostEvents } from './docs/events.mjs'
import { load, read, root } from './docs/files.mjs'
import { builtinSection, builtinTable, groupTable, matcherTable, presetTable } from './docs/language.mjs'
import { paragraphs } from './docs/markdown.mjs'
import { programSections } from './docs/programs.mjs'
import { drawDeniedCall, picture } from './picture.mjs'

/** Every part by its name. */
async function makeParts() {
  const loaded = await load(
    'catalog',
    'model/events',
    'model/tool-groups',
    'cli/main',
    'library/hosts',
    'shell/programs/table',
    'shell/programs/data/environment',
  )
  return {
    // agents.md and dialects.md
    ...agentParts(loaded),
    'seen-live': seenTable(loaded),
    // built-ins.md
    'built-in-list': builtinTable(loaded),
    'built-ins': paragraphs(...loaded.builtins.map(builtinSection)),
    // commands.md
    commands: await commandTable(loaded),
    'command-help': await commandSections(loaded),
    // events.md
    events: eventTable(loaded, ({ embedded }) => embedded !== true),
    'embedded-events': eventTable(loaded, ({ embedded }) => embedded === true),
    // integrations.md
    'host-events': hostEvents(loaded),
    // presets.md
    presets: presetTable(),
    // programs.md
    programs: programSections(loaded),
    // writing-rules.md
    matchers: matcherTable(loaded),
    groups: groupTable(loaded),
  }
}

function filled(page, parts) {
  return read(page).replace(
    /(<!-- generated: (\S+) -->\n)[^]*?(<!-- \/generated -->)/g,
    (_, open, name, close) => {
      if (parts[name] === undefined) throw new Error(`${page}: there is no generated part "${name}"`)
      return `${open}\n${parts[name]}\n\n${close}`
    },
  )
}

/** Updates the generated parts of every page and returns the stale pages; with `check`, writes nothing. */
export async function generateDocs({ check = false } = {}) {
  const parts = await makeParts()
  const pages = { [picture]: drawDeniedCall(root) }
  for (const file of readdirSync(join(root, 'docs')))
    if (file.endsWith('.md')) pages[`docs/${file}`] = filled(`docs/${file}`, parts)
  const isStale = (page) => !existsSync(join(root, page)) || read(page) !== pages[page]
  const stale = Object.keys(pages).filter(isStale)
  if (!check) for (const page of stale) writeFileSync(join(root, page), pages[page])
  return stale
}
