// `use: protect` expands to rules over what a call would touch: the named paths, and files that start programs.
import type { BuiltinExpansion } from './expand-policy.ts'
import { type Keys, stringsOf } from '../read/config-file.ts'

/** What makes git run programs. */
const gitFiles: readonly string[] = ['./.git/hooks/**', './.git/config']

/** Programs that change whole trees without naming files, and those that only run others, which are matched by themselves. */
const unaimedPrograms =
  'git cd ls pwd npx pnpm yarn bunx uv uvx poetry bundle go cargo eslint prettier biome oxfmt dprint stylelint ruff black ' +
  'isort yapf autopep8 gofmt goimports rustfmt rubocop clang-format shfmt php-cs-fixer'
const aimedCommand = { command: ['*', ...unaimedPrograms.split(' ').map((program) => `!${program}`)] }
/** Git commands that change named files. */
const gitOnFiles = {
  command: ['git mv', 'git rm', 'git apply', 'git am', 'git config', 'git checkout-index'],
}

const reasons = {
  paths: '{{path}} is protected. Tell the user what you would change there, and why.',
  reads: '{{path}} is protected, and nobody but the user reads it. Ask for the part that you need.',
  own: '{{path}} decides what an agent may do. Tell the user what you would change there, and why.',
}

export function expandProtect(options: Keys, agentFiles: readonly string[]): readonly BuiltinExpansion[] {
  const paths = stringsOf(options.paths)
  const writes = { name: 'paths', keys: denyWrites(paths, reasons.paths), option: 'paths' }
  const reads = { name: 'reads', keys: { match: { reads: paths }, deny: reasons.reads }, option: 'paths' }
  return [
    ...(paths.length > 0 ? [writes] : []),
    ...(paths.length > 0 && options.reads === true ? [reads] : []),
    { name: 'own', keys: denyWrites([...gitFiles, ...agentFiles], reasons.own) },
  ]
}

function denyWrites(paths: readonly string[], deny: string): Keys {
  return {
    match: { writes: paths, any: [{ tool: '!@shell' }, aimedCommand, gitOnFiles] },
    deny,
    on_unresolved: 'proceed',
  }
}
