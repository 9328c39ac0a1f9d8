// What a person can lose, as it is now: rules, the agents' settings, the installed program, trust and pauses.
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import type { AgentSettings, SettingsValues, SettingsPlace } from '../agents/shared/agent.ts'
import { createInstallFiles } from '../agents/shared/install-files.ts'
import { readSettings } from '../agents/shared/settings/settings-file.ts'
import { agents, scopes } from '../catalog.ts'
import { isWritten } from '../model/rule-defaults.ts'
import { isObject } from '../model/plain-object.ts'
import type { HandlerSpec, Rule, Settings as PlanSettings } from '../model/types.ts'
import { childPath } from '../patterns/paths/paths.ts'
import { hash } from '../patterns/text/hash.ts'
import type { Dirs } from '../store/disk/dirs.ts'
import type { Pause } from '../store/records/pauses.ts'
import { ON_CONFIG_ERROR, type Seen, type SeenFacts } from '../store/records/seen.ts'
import type { Host } from './call.ts'

export interface SeenParts {
  readonly root: string
  readonly dirs: Dirs
  readonly rules: readonly Rule[]
  readonly settings: PlanSettings | undefined
  /** What is trusted, by name and hash. */
  readonly trusted: readonly string[]
  readonly pauses: readonly Pause[]
  /** What was seen before: files that look the same are not read again. */
  readonly before: SeenFacts | undefined
}

export function seenNow(host: Host, parts: SeenParts): Seen {
  const { root, dirs, trusted, pauses, before } = parts
  return {
    rule: ruleFacts(host, parts),
    settings: settingsFacts({ root, home: dirs.home, env: host.env }),
    program: { [host.packageDir]: programFact(host, before?.[host.packageDir]) },
    trust: Object.fromEntries(trusted.map((name) => [name, ['']])),
    pause: Object.fromEntries(pauses.map(({ rule, until }) => [rule, [String(until)]])),
    record: {},
  }
}

function ruleFacts({ version }: Host, { rules, settings, dirs }: SeenParts): SeenFacts {
  const {
    on_config_error: broken,
    tool_groups,
    wrappers,
    limits_above,
    dispatch_ms,
    continues,
    reply_chars,
    contracts,
  } = settings ?? {}
  const limits = [limits_above, dispatch_ms, continues, reply_chars, contracts]
  return Object.fromEntries([
    ...(broken === undefined ? [] : [[ON_CONFIG_ERROR, [broken, 'enforce', version, '']] as const]),
    ...(settings === undefined
      ? []
      : [
          ['project * limits', ['other', 'enforce', version, hash(JSON.stringify(limits))]] as const,
          [
            `project * groups`,
            [
              'other',
              'enforce',
              version,
              hash(JSON.stringify({ ...tool_groups, ...(wrappers && { wrappers }) })),
            ],
          ] as const,
        ]),
    ...rules.filter(isWritten).map((rule) => {
      const { layer, event, name, handler, mode } = rule
      return [
        `${layer} ${event} ${name}`,
        [doing(handler), mode, version, restOf(rule, dirs.home), writtenOf(rule)],
      ] as const
    }),
  ])
}

function doing(handler: HandlerSpec): string {
  if (handler.kind === 'inline') return handler.inline.says ?? 'other'
  return 'name' in handler ? `${handler.kind} ${handler.name}` : handler.kind
}

/** What stands in the file, whatever a version compiles it to; empty for what comes with the version. */
function writtenOf({ at, match, handler }: Rule): string {
  if (at.file.startsWith('hooks-yaml/')) return ''
  const spec = handler.kind === 'inline' ? handler.kind : handler
  return hash(JSON.stringify(match, words) + JSON.stringify(spec))
}

/** Of a compiled match, what its file says. */
const words = ['kind', 'of', 'key', 'pattern', 'yes', 'no', 'text']

/** Whatever its texts say, and wherever the home directory is. */
function restOf(rule: Rule, home: string): string {
  const { match, handler, once, always, on_error, on_unresolved, half, background, timeout_ms } = rule
  const spec = handler.kind === 'inline' ? { ...handler.inline, text: '', user: '' } : handler
  const text = JSON.stringify([
    match,
    spec,
    once,
    always,
    on_error,
    on_unresolved,
    half,
    background,
    timeout_ms,
  ])
  return hash(text.replaceAll(home, '~'))
}

function settingsFacts(place: SettingsPlace): SeenFacts {
  return Object.fromEntries(
    agents.flatMap(({ settings }) =>
      settings === undefined
        ? []
        : scopes.flatMap((scope) => {
            const file = settings.file(scope, place)
            const fact = file === undefined ? undefined : settingsFact(file, settings)
            return file === undefined || fact === undefined ? [] : [[shownAs(file, place), fact] as const]
          }),
    ),
  )
}

/** Empty where nothing of ours stands; undefined where that cannot be told. */
function settingsFact(file: string, agent: AgentSettings): readonly string[] | undefined {
  const found = readSettings(createInstallFiles(), file, agent)
  if ('problem' in found) return undefined
  const { settings } = found
  const { current, outdated, disabled = '' } = agent.inspect(settings, () => '')
  const events = [...current, ...outdated].sort().join()
  const others = new Set(leavesIn(agent.uninstall(settings)))
  const own = leavesIn(settings).filter((text) => !others.has(text))
  return events === '' && disabled === '' ? [] : [events, disabled, hash(own.sort().join('\n'))]
}

/** Numbers and switches count as well: `timeout`, `async`. */
function leavesIn(value: SettingsValues[string], key = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => leavesIn(each, key))
  if (isObject(value)) return Object.entries(value).flatMap(([name, each]) => leavesIn(each, name))
  return [`${key}=${String(value)}`]
}

function shownAs(file: string, { root, home }: SettingsPlace): string {
  if (file.startsWith(`${root}/`)) return file.slice(root.length + 1)
  return file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file
}

function programFact({ packageDir, version }: Host, before: readonly string[] = []): readonly string[] {
  const names = programFiles(packageDir)
  const look = hash(names.map((name) => lookOf(childPath(packageDir, name))).join())
  const content = look === before[2] && before[1] !== undefined ? before[1] : contentOf(packageDir, names)
  return [version, content, look]
}

/** What runs and what it reads: code, presets, recipes; no types for other programs. */
function programFiles(packageDir: string): readonly string[] {
  const caller = `@hooks-yaml/caller-${process.platform}-${process.arch}`
  const below = {
    dist: /^caller$|\.(?:cjs|mjs|sh)$/,
    [`../${caller}`]: /^caller$/,
    [`node_modules/${caller}`]: /^caller$/,
    'dist/presets': /\.json$/,
    presets: /\.yaml$/,
    recipes: /\.md$/,
  }
  return Object.entries(below).flatMap(([dir, ending]) => {
    try {
      const names = readdirSync(childPath(packageDir, dir)).sort()
      return names.filter((name) => ending.test(name)).map((name) => `${dir}/${name}`)
    } catch {
      return []
    }
  })
}

function lookOf(file: string): string {
  const { size = 0, ino, ctimeMs } = lstatSync(file, { throwIfNoEntry: false }) ?? {}
  return `${file} ${size}.${ino}.${ctimeMs}`
}

function contentOf(packageDir: string, names: readonly string[]): string {
  const { createHash } = process.getBuiltinModule('node:crypto') // only where a file looks different
  const sum = createHash('sha256')
  for (const name of names) sum.update(`${name}\n`).update(readSafely(childPath(packageDir, name)))
  return sum.digest('hex').slice(0, 32)
}

function readSafely(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch {
    return new Uint8Array()
  }
}
