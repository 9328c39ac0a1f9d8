import path from 'node:path'
import { catalog } from '../../src/catalog.ts'
export { catalog }
import { compilePlan, type CompileResult } from '../../src/config/compile/compile.ts'
import type { LayerSource } from '../../src/config/read/config-file.ts'
import type { Diagnostic, Files, Rule } from '../../src/model/types.ts'
import type { CompileOptions } from '../../src/config/compile/layer-context.ts'

export const root = '/shop'

export const layers: readonly LayerSource[] = [
  { layer: 'managed', path: '/etc/hooks/hooks.yaml', file: '/etc/hooks/hooks.yaml' },
  { layer: 'user', path: '/home/dana/.config/hooks/hooks.yaml', file: '~/.config/hooks/hooks.yaml' },
  { layer: 'project', path: '/shop/hooks.yaml', file: 'hooks.yaml' },
  { layer: 'local', path: '/shop/hooks.local.yaml', file: 'hooks.local.yaml' },
]

export interface World {
  /** Text by path, relative to the shop; null for a file that cannot be read. */
  readonly [path: string]: string | null
}

/** Files in memory, with symlinks as `from: to`. */
export function filesOf(world: World, links: Readonly<Record<string, string>> = {}): Files {
  const texts = new Map(Object.entries(world).map(([file, text]) => [path.resolve(root, file), text]))
  const isDir = (dir: string) => [...texts.keys()].some((file) => file.startsWith(`${dir}/`))
  const real = (file: string) => {
    const from = Object.keys(links).find((link) => file === link || file.startsWith(`${link}/`))
    return from === undefined ? file : (links[from] ?? from) + file.slice(from.length)
  }
  return {
    read: (file) => texts.get(real(file)) ?? undefined,
    kind: (file) => (texts.has(real(file)) ? 'file' : isDir(real(file)) ? 'dir' : undefined),
    real,
    list: (dir) =>
      [...texts.keys()]
        .filter((file) => path.dirname(file) === dir)
        .map((file) => path.basename(file))
        .toSorted(),
    write: () => undefined,
    append: () => undefined,
    remove: () => undefined,
  }
}

type Given = Partial<CompileOptions> & { readonly links?: Readonly<Record<string, string>> }

export function compileWorld(world: World, { links, ...given }: Given = {}): CompileResult {
  return compilePlan({
    root,
    layers,
    env: {},
    files: filesOf(world, links),
    catalog,
    presetDir: '/presets',
    version: '0.1.0',
    trust: 'all',
    ...given,
  })
}

/** One hooks.yaml of the project. */
export function compile(text: string, given?: Given): CompileResult {
  return compileWorld({ 'hooks.yaml': text }, given)
}

/** Each problem as `file:line:column severity code`. */
export function codes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ at, severity, code }) => `${at.file}:${at.line}:${at.column} ${severity} ${code}`)
}

/** The rules of a plan, event by event. */
export function rulesOf(result: CompileResult): readonly Rule[] {
  if (result.plan === undefined) throw new Error(JSON.stringify(result.diagnostics, null, 2))
  return Object.values(result.plan.events).flat()
}

export function namesAt(
  result: CompileResult,
  event: keyof NonNullable<CompileResult['plan']>['events'],
): string[] {
  return rulesOf(result)
    .filter((rule) => rule.event === event)
    .map(({ name }) => name)
}
