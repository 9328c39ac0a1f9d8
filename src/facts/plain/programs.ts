// Programs whose every word is one of their facts as it stands, or names a file that is read: nothing else follows from a
// command of theirs. A test holds this against what the table says of them.

const programs =
  'basename cat cmp cut date df dirname du echo false file head hostname ls nl nproc ps pwd readlink realpath seq sleep stat tail tac tr true uname wc which whoami'

/** Of git the subcommands that neither change files nor contact anybody. */
const subcommands = 'add branch commit ls-files merge-base reflog rev-parse status tag'

/** Those with options that do more: these may be there. */
const bounded: Readonly<Record<string, RegExp>> = {
  vitest: /^(?:-[tu]|--(?:run|bail|reporter|silent|coverage)(?:=.*)?)$/,
  grep: /^-(?:[EFHachilnoqsvwx]+|[ABCm]?\d*)$/,
  'git diff': /^--(?:cached|staged|stat|shortstat|numstat|name-only|name-status)$/,
  'git log':
    /^(?:-n?\d*|--(?:oneline|stat|graph|all|decorate|reverse|no-merges|name-only|name-status|(?:since|author|format|pretty)=.*))$/,
  'git show': /^--(?:stat|shortstat|numstat|name-only|name-status|oneline)$/,
}

const plain: ReadonlySet<string> = new Set([
  ...programs.split(' '),
  ...subcommands.split(' ').map((subcommand) => `git ${subcommand}`),
])

/** Is this a command of one of them? */
export function isPlainCommand(words: readonly string[]): boolean {
  const [program = '', subcommand = ''] = words
  const name = program === 'git' ? `git ${subcommand}` : program
  if (plain.has(name)) return true
  const options = Object.hasOwn(bounded, name) ? bounded[name] : undefined
  if (options === undefined) return false
  // `HEAD:.env` is a file of a revision.
  return words.every((word) => (word.startsWith('-') ? options.test(word) : !word.includes(':')))
}

/** By the words that they begin with. */
export const plainPrograms: readonly (readonly string[])[] = [...plain, ...Object.keys(bounded)].map((name) =>
  name.split(' '),
)
