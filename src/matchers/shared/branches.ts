import { callEvents } from './fact-matcher.ts'
import { locate } from '../../patterns/paths/paths.ts'
import type { CommandFact, Subject } from '../../model/types.ts'

/** The branches of the call's working directories; undefined for an unknown one. */
export function branchesOf(subject: Subject): readonly (string | undefined)[] {
  const { event, look } = subject
  const here = event.branch ?? look?.branch(event.cwd)
  const found = directoriesOf(subject).map((dir) =>
    dir === event.cwd ? (here ?? '') : dir === '' ? undefined : (look?.branch(dir) ?? ''),
  )
  return [...new Set(found)].filter((name) => name !== '')
}

/** The directories that the call works in; '' for an unknown one. */
export function directoriesOf(subject: Subject): readonly string[] {
  const { event } = subject
  const dirs =
    callEvents.some((name) => name === event.event) && event.tool_input !== undefined
      ? commandDirs(subject)
      : []
  const isElsewhere = subject.call !== undefined && subject.facts().commands.length > 0
  return dirs.length === 0 && !isElsewhere ? [event.cwd] : dirs
}

function commandDirs(subject: Subject): readonly string[] {
  const { commands } = subject.facts()
  return [
    ...new Set(
      commands
        .filter(({ remote, from, cwd }) => remote === undefined && (from === undefined || cwd !== ''))
        .map((each) => dirOf(each, subject)),
    ),
  ]
}

/** `git -C dir` works there. */
function dirOf({ program, argv, open, cwd }: CommandFact, { look }: Subject): string {
  if (program !== 'git' || look === undefined || !argv.includes('-C')) return cwd
  const moves = look.words(argv).options.filter(({ name }) => name === '-C')
  return moves.reduce((dir, { value, at, value_at }) => {
    if (value === undefined || dir === '' || open?.includes(value_at ?? at) === true) return ''
    return locate(value, { cwd: dir, root: dir }).absolute
  }, cwd)
}
