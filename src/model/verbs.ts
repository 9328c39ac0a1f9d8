// What a person's commands do to the rules. The built-in rule against agents that run them, and consent, read it.

interface Verb {
  readonly verb: string
  /** `weakens` may take rules away or let more through; `tightens` only adds; `looks` changes nothing of the rules. */
  readonly does: 'weakens' | 'tightens' | 'looks'
  /** Flags with which it does something else. */
  readonly flags?: Readonly<Record<string, Verb['does']>>
}

/** Every command of `hooks`, with its flags that make a difference. */
export const verbs: readonly Verb[] = [
  { verb: 'allow', does: 'weakens' },
  { verb: 'completion', does: 'looks' },
  { verb: 'doctor', does: 'looks', flags: { '--fix': 'weakens' } },
  { verb: 'explain', does: 'looks' },
  { verb: 'import', does: 'tightens' },
  { verb: 'init', does: 'tightens', flags: { '--force': 'weakens' } },
  { verb: 'install', does: 'tightens', flags: { '--trust': 'weakens' } },
  { verb: 'ledger', does: 'looks' },
  { verb: 'list', does: 'looks' },
  { verb: 'pause', does: 'weakens', flags: { '--end': 'tightens', '--list': 'looks' } },
  { verb: 'propose', does: 'looks' },
  { verb: 'recipe', does: 'looks' },
  { verb: 'replay', does: 'looks' },
  { verb: 'review', does: 'weakens', flags: { '--reject': 'tightens', '--json': 'looks' } },
  { verb: 'run', does: 'looks' },
  { verb: 'schema', does: 'looks' },
  { verb: 'serve', does: 'weakens', flags: { '--stop': 'looks' } },
  { verb: 'skills', does: 'looks' },
  { verb: 'status', does: 'looks' },
  { verb: 'test', does: 'looks' },
  { verb: 'tokens', does: 'looks' },
  {
    verb: 'trust',
    does: 'weakens',
    flags: { '--show': 'looks', '--list': 'looks', '--revoke': 'tightens' },
  },
  { verb: 'uninstall', does: 'weakens', flags: { '--dry-run': 'looks' } },
  { verb: 'validate', does: 'looks', flags: { '--fix': 'weakens' } },
]

/** How the program may be named: its commands, and its file behind an interpreter or by itself. */
const files = ['bin.cjs', '**/bin.cjs', '**/.bin/hooks', '**/.bin/hooks-yaml']
const interpreters = ['node', 'nodejs', 'bun']
const programs = [
  'hooks',
  'hooks-yaml',
  'hooks-yaml@*',
  'bin.cjs',
  ...interpreters.flatMap((interpreter) => files.map((file) => `${interpreter} ${file}`)),
]

/** Command patterns of the calls that weaken rules: what is met by one, and by none with `!`. */
export const weakeningCommands: readonly string[] = programs.flatMap((program) =>
  verbs.flatMap(({ verb, does, flags = {} }) => {
    const others = Object.entries(flags)
    const call = `${program} ${verb}`
    const [more, less] = [
      others.filter(([, is]) => is === 'weakens'),
      others.filter(([, is]) => is !== 'weakens'),
    ]
    return does === 'weakens'
      ? [call, ...less.map(([flag]) => `!${call} ${flag}`)]
      : more.map(([flag]) => `${call} ${flag}`)
  }),
)
