// `use: protect` stands for rules over what a call would touch: the paths that are named, and whatever decides what an agent may do.
import type { BuiltinExpansion } from './expand-policy.ts'
import { type ConfigFile, type Keys, stringsOf, lineage } from '../read/config-file.ts'

/** The rules of every layer, where their state is kept, and what makes git run programs. */
const ownFiles: readonly string[] = [
  './hooks.yaml',
  './hooks.local.yaml',
  './hooks.lock',
  '~/.config/hooks/**',
  '~/.cache/hooks/**',
  '~/.local/state/hooks/**',
  '/etc/hooks/**',
  './.git/hooks/**',
  './.git/config',
]

/** What changes whole trees without a file in mind, and what only runs others, which are asked about by themselves. */
const unaimedPrograms =
  'git cd ls pwd npx pnpm yarn bunx uv uvx poetry bundle go cargo eslint prettier biome oxfmt dprint stylelint ruff black ' +
  'isort yapf autopep8 gofmt goimports rustfmt rubocop clang-format shfmt php-cs-fixer'
const aimedCommand = { command: ['*', ...unaimedPrograms.split(' ').map((program) => `!${program}`)] }
/** What git does to files that are named. */
const gitOnFiles = {
  command: ['git mv', 'git rm', 'git apply', 'git am', 'git config', 'git checkout-index'],
}

const reasons = {
  paths: '{{path}} is protected. Tell the user what you would change there, and why.',
  reads: '{{path}} is protected, and nobody but the user reads it. Ask for the part that you need.',
  own: '{{path}} decides what an agent may do. Tell the user what you would change there, and why.',
}

export function expandProtect(
  options: Keys,
  file: ConfigFile,
  agentFiles: readonly string[],
): readonly BuiltinExpansion[] {
  const paths = stringsOf(options.paths)
  const rules = lineage(file).map((each) => each.path.replace(/[*?[\]{}!\\]/g, '\\$&'))
  return [
    ...(paths.length === 0 ? [] : pathRules(paths, options.reads === true)),
    { name: 'own', keys: denyWrites([...ownFiles, ...agentFiles, ...rules], reasons.own) },
  ]
}

function pathRules(paths: readonly string[], reads: boolean): readonly BuiltinExpansion[] {
  const rule = { name: 'paths', keys: denyWrites(paths, reasons.paths), option: 'paths' }
  if (!reads) return [rule]
  return [rule, { name: 'reads', keys: { match: { reads: paths }, deny: reasons.reads }, option: 'paths' }]
}

function denyWrites(paths: readonly string[], deny: string): Keys {
  return {
    match: { writes: paths, any: [{ tool: '!@shell' }, aimedCommand, gitOnFiles] },
    deny,
    on_unresolved: 'proceed',
  }
}
