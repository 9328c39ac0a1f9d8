// What a package's preset may not contain: it has rules, neither global settings nor programs.
import type { Diagnostic } from '../../model/types.ts'
import { type ConfigFile, type Path, diagnosticAt, type ConfigLocation } from './config-file.ts'
import { rulesOf } from './rules-of.ts'

/** They apply to all rules of all files, so only the extending file may set them. */
const ownersKeys: readonly string[] = [
  'limits',
  'on_config_error',
  'contracts',
  'engine',
  'ledger',
  'recipes',
  'discover',
  'lock',
  'stack',
]

export function unfitForPreset(file: ConfigFile): readonly Diagnostic[] {
  const settings = ownersKeys
    .filter((key) => Object.hasOwn(file.keys, key))
    .map((key) => settingOf(file, key))
  const programs = [...rulesOf(file.keys)].flatMap(({ path, rule }) => {
    const found = programOf(rule)
    return found === undefined ? [] : [programAt({ file, path: [...path, ...found.path] }, found.said)]
  })
  return [...settings, ...programs]
}

function settingOf(file: ConfigFile, key: string): Diagnostic {
  const message = `a package's preset cannot set "${key}"`
  const hint = 'remove it there; set it in your own hooks.yaml if you want it'
  return diagnosticAt({ file, path: [key], on: 'key' }, 'preset-key', { message, hint })
}

function programAt(spot: ConfigLocation, said: string): Diagnostic {
  const message = `a package's preset brings no programs, and ${said} would be one of the package`
  const hint =
    "name a program that is installed, such as [npx, prettier]; a script's rule stands in your own hooks.yaml"
  return diagnosticAt({ ...spot, on: 'value' }, 'preset-key', { message, hint })
}

/** Whatever would be started out of a package's directory. */
function programOf(
  rule: Readonly<Record<string, unknown>>,
): { readonly path: Path; readonly said: string } | undefined {
  const { run } = rule
  if (typeof rule.cwd === 'string' && run !== undefined)
    return { path: ['cwd'], said: `a script in "${rule.cwd}"` }
  if (typeof run === 'string')
    return isRelative(/^\s*([^\s$'"=]*)(?=\s|$)/.exec(run)?.[1] ?? '') || namesPackages(run)
      ? { path: ['run'], said: `"${run}"` }
      : undefined
  if (!Array.isArray(run)) return undefined
  const words: readonly unknown[] = run
  const at = words.findIndex(
    (word, index) => typeof word === 'string' && ((index === 0 && isRelative(word)) || namesPackages(word)),
  )
  return at === -1 ? undefined : { path: ['run', at], said: `"${String(words[at])}"` }
}

function isRelative(program: string): boolean {
  return /[/\\]/.test(program) && !/^(?:[/~]|[A-Za-z]:)/.test(program)
}

function namesPackages(text: string): boolean {
  return /(?:^|[^\w.-])node_modules(?:[/\\]|$)/.test(text)
}
