// A settings file that is ours alone: written and removed as a whole.
import type { AgentSettings, EventCommand, SettingsValues } from '../agent.ts'
import type { EventNames } from '../decoder.ts'
import { SHIM, shimName } from '../shim.ts'
import { registered } from './events.ts'

type OwnSettings = Pick<
  AgentSettings,
  'own' | 'format' | 'events' | 'problem' | 'install' | 'uninstall' | 'inspect'
>

/** Makes something of the commands for these events. */
type Make<T> = (command: EventCommand, names: readonly string[]) => T

/** `make` gives the file's text, which has to name the shim. */
export function ownFile(all: EventNames, make: Make<string>): OwnSettings {
  const events = registered(all)
  const names = Object.keys(events)
  return {
    own: true,
    format: 'json',
    events,
    problem: () => undefined,
    install: (_before, command) => ({ text: make(command, names) }),
    uninstall: (before) => (isOurs(before) ? {} : before),
    inspect: (found, command) => {
      const state =
        found['text'] === make(command, names) ? 'current' : isOurs(found) ? 'outdated' : 'missing'
      return { current: [], outdated: [], missing: [], [state]: names }
    },
  }
}

export function jsonFile(events: EventNames, make: Make<object>): OwnSettings {
  return ownFile(events, (...given) => jsonText(make(...given)))
}

export function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A list of one entry for each event. */
export function listsOf(
  events: readonly string[],
  entry: (event: string) => object,
  named: (event: string) => string = (event) => event,
): Readonly<Record<string, readonly object[]>> {
  return Object.fromEntries(events.map((event) => [named(event), [entry(event)]]))
}

/** `PreToolUse` for `pre_tool_use` and `preToolUse`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export function isOurs({ text }: SettingsValues): boolean {
  return typeof text === 'string' && text.includes(shimName)
}

/** The beginning of a plugin that `install` writes for an agent: it finds the package and loads what answers that agent. It defines `load`, which rejects without a package, and `whyNot`. Everybody's file is the same. */
export function pluginStart(agent: string): string {
  return `// Written by "hooks install ${agent}"; "hooks uninstall ${agent}" removes it. It loads hooks-yaml: the copy of this project, else the machine's.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

// The environment may be a project's: what lies in one is nobody's machine.
function isProjects(file) {
  for (let dir = realpathSync(file); dirname(dir) !== dir; dir = dirname(dir))
    if (['.git', '.env', 'hooks.yaml'].some((name) => existsSync(join(dir, name)))) return true
  return false
}

function copies() {
  const own = join(userInfo().homedir, '${SHIM}')
  const shims = [join(homedir(), '${SHIM}'), own].filter((each) => existsSync(each))
  const shim = shims.find((each) => each === own || !isProjects(each))
  const text = shim === undefined ? '' : readFileSync(shim, 'utf8')
  const quoted = [...text.matchAll(/(?:^|\\|\\| )bin=([^$\\s].*)$/gm)].map(([, copy]) => copy)
  const machine = quoted.map((copy) => dirname(copy.replace(/^'|'$/g, '').replaceAll("'\\\\''", "'")))
  const projects = join(dirname(fileURLToPath(import.meta.url)), '../..', 'node_modules/hooks-yaml/dist')
  return [projects, ...machine].map((dir) => join(dir, '${agent}.mjs'))
}

let loading
function load() {
  const file = copies().find((copy) => existsSync(copy))
  if (file === undefined) return Promise.reject(new Error('hooks-yaml is missing here'))
  return (loading ??= import(pathToFileURL(file).href))
}

function whyNot(error) {
  const why = error instanceof Error ? error.message : String(error)
  return \`hooks could not check this call, so it is refused: \${why}. Try: npx hooks-yaml install ${agent}\`
}
`
}
