// What one command does by itself, from the table.
import type { CommandFact } from '../../model/types.ts'
import { programName } from '../../patterns/commands/command-words.ts'
import { noEffects } from '../kinds.ts'
import type { CommandEffects, StandardInput, World } from '../types.ts'
import {
  addUnknownWord,
  addUnresolved,
  createCommandState,
  isUnknownWord,
  runArguments,
  type CommandState,
  type ArgumentWord,
} from './command-state.ts'
import { conditionsHold, type Operand, type ProgramNotation } from './notation.ts'
import { asksForHelp } from './help.ts'
import { markKept } from './keeps.ts'
import { parseArguments } from './read-arguments.ts'
import { markSearched } from './searched.ts'
import { roleNamed } from './roles.ts'
import { addRegistries } from './roles/hosts.ts'
import { programOf } from './table.ts'
import { applyEnvironment, withOptions } from './roles/environment.ts'
import { applyGit } from './roles/git/state.ts'
import { applyDestination } from './roles/paths.ts'
import { runFile } from './roles/scripts.ts'

/** With what a wrapper that a file names, or seems to be one, runs behind it. */
export function effectsOf(command: CommandFact, world: World, input?: StandardInput): CommandEffects {
  const own = ownEffects(command, world, input)
  const at = wrappedAt(command, world)
  if (at === undefined) return own
  const { argv, open = [], globs = [] } = command
  const shifted = (indexes: readonly number[]) =>
    indexes.filter((each) => each >= at).map((each) => each - at)
  const run = { kind: 'argv', argv: argv.slice(at), open: shifted(open), globs: shifted(globs) } as const
  return { ...own, runs: [...own.runs, { ...run, beside: true, guessed: true }] }
}

/** Where a command stands behind this one. That a program is no wrapper is only known of those in the table. */
function wrappedAt({ argv, program, open = [] }: CommandFact, { wrappers }: World): number | undefined {
  const isKnown = (word: string, at: number): boolean =>
    at > 0 && !open.includes(at) && !word.startsWith('-') && programOf(word) !== undefined
  if (wrappers?.some((each) => programName(each) === program) === true) {
    const known = argv.findIndex(isKnown)
    const first = argv.findIndex((word, at) => at > 0 && !word.startsWith('-'))
    return known > 0 ? known : first > 0 ? first : undefined
  }
  if (program === '' || programOf(argv[0] ?? '') !== undefined) return undefined
  const at = argv.findIndex((word, index) => index > 0 && !/^(?:-.*|run|exec)$/.test(word))
  return at > 0 && isKnown(argv[at] ?? '', at) && isCommand(argv.slice(at)) ? at : undefined
}

/** Words that can hardly be something else: a subcommand, or options, that the program has. */
function isCommand(argv: readonly string[]): boolean {
  const { program, root, path, options, operands } = parseArguments(argv)
  if (program === undefined || root === undefined || root.traits.has('remote')) return false
  return root.hasSubcommands
    ? path.length > 1
    : operands.length > 0 && options.some(({ name }) => root.option(name) !== undefined)
}

function ownEffects(given: CommandFact, world: World, input?: StandardInput): CommandEffects {
  const command = isBare(given) ? given : withOptions(given)
  const parsed = parseArguments(command.argv, command.open)
  const { program } = parsed
  if (program === undefined) {
    // What only looks like an assignment, `1A=2 git push`, is taken for one.
    if (/^[^/]*=/.test(command.argv[0] ?? '') && command.argv.length > 1)
      return { ...noEffects, runs: [{ kind: 'argv', argv: command.argv.slice(1) }] }
    const isFile = command.argv[0]?.includes('/') === true
    const part = gitProgram.exec(command.argv[0] ?? '')?.[1]
    if (!isFile && isBare(command) && part === undefined) return noEffects
    const state = createCommandState({ command, world, parsed, input })
    if (part !== undefined) runArguments(state, 1, 'git', part)
    else if (isFile) runFile(state)
    applyEnvironment(state)
    return state
  }
  if (isBare(command) && command.open === undefined && asksForHelp(command.argv, parsed)) return noEffects
  const state = createCommandState({ command, world, parsed, input })
  applyOptions(state)
  applyOperands(program, state)
  applyContacts(program, state)
  applyDestination(state)
  markKept(program.name, state)
  markSearched(program.name, state)
  if (state.dirs.length === 0 && state.cwd !== command.cwd) state.dirs.push(state.cwd)
  if (program !== parsed.root && changesGit.has(parsed.path[0] ?? '')) applyGit(state)
  if (command.remote !== true) {
    if (!isBare(command)) applyEnvironment(state)
    return state
  }
  return {
    ...noEffects,
    runs: state.runs,
    pushes: state.pushes,
    commits: state.commits,
    unresolved: state.unresolved.filter(({ about }) => about.includes('commands')),
  }
}

const changesGit: ReadonlySet<string> = new Set(['git', 'gh'])

/** `git-push`, which stands in git's own directory, is `git push`. */
const gitProgram = /^(?:.*\/)?git-([a-z-]+)$/

function isBare({ assignments }: CommandFact): boolean {
  for (const _ in assignments) return false
  return true
}

/** Where the command stands first, as everything else depends on it. */
function applyOptions(state: CommandState): void {
  const { options } = state.parsed
  const isMoved = options.some(({ roles: said }) => said[0] === 'cwd')
  for (const first of isMoved ? [true, false] : [false])
    for (const { roles: said, value, value_at: at, from, to, at: own } of options)
      said.forEach((role, index) => {
        if ((role === 'cwd') !== first) return
        if (role === 'exec' || role === 'fd-exec') return applyRole(role, { text: '', at: from }, state)
        const joined = value !== undefined && at === undefined
        const place = joined ? (index === 0 ? own : from + index - 1) : from + index
        const text = joined && index === 0 ? value : place < to ? state.command.argv[place] : undefined
        if (text !== undefined) applyRole(role, { text, at: place }, state)
      })
}

function applyOperands(program: ProgramNotation, state: CommandState): void {
  const form = program.forms.find(({ when }) => conditionsHold(when, state.has))
  if (form === undefined) return
  const { taking, many, fixed } = form
  const count = state.parsed.operands.length
  const tail = many < 0 ? 0 : taking.length - many - 1
  let next = 0
  for (let index = 0; index < taking.length; index++) {
    const operand = taking[index]
    if (operand === undefined) continue
    if (next >= count) applyPreset(operand, state)
    // of `cp a`, the one word there is what is read
    else
      next = applyOperand(
        operand,
        [next, index === many ? Math.max(count - tail, next + 1) : next + 1],
        state,
      )
  }
  for (const operand of fixed) applyPreset(operand, state)
}

/** Roles that take all that follows them, options included. */
const takesRest: ReadonlySet<string> = new Set([
  'command',
  'command+',
  'npm-command',
  'parallel',
  'sh-words',
  'ssh-command',
  'flock-command',
  'sudo-shell',
  'bash-words',
  'git-words',
  'yarn-words',
  'tool-words',
  'powershell-words',
])

function applyOperand({ role }: Operand, [from, to]: readonly [number, number], state: CommandState): number {
  const words = state.parsed.operands
  if (role === 'assign') {
    let at = from
    const assignments: Record<string, string> = {}
    for (; at < words.length; at++) {
      if (words[at]?.text === '-') continue // of env: nothing is handed on
      const [, name, value = ''] = /^(\w+)=([^]*)$/.exec(words[at]?.text ?? '') ?? []
      if (name === undefined) break
      assignments[name] = value
    }
    if (at > from) state.assignments = assignments
    return at
  }
  if (takesRest.has(role)) {
    const word = words[from]
    if (word !== undefined && role === 'command') addUnknownOption(word, state)
    if (word !== undefined) applyRole(role, word, state)
    return words.length
  }
  for (let at = from; at < to; at++) {
    const place = words[at]?.at ?? -1
    applyRole(role, { text: state.command.argv[place] ?? '', at: place }, state)
  }
  return to
}

/** An option that the table does not have may take the word that looks like the command. */
function addUnknownOption({ text, at }: ArgumentWord, state: CommandState): void {
  const { options, program } = state.parsed
  const before = options.find((option) => option.at === at - 1 && option.value === undefined)
  if (before === undefined || program === undefined || program.option(before.name) !== undefined) return
  if (program.contacts.length > 0 || text.includes('/') || programOf(text) !== undefined) return
  addUnresolved(state, {
    text: state.command.argv.join(' '),
    about: ['commands'],
    reason: `whether ${before.name} of ${program.name} takes ${text} cannot be known: write ${before.name}=${text}, or -- before the command`,
  })
}

function applyPreset({ role, preset: word }: Operand, state: CommandState): void {
  if (word !== undefined) applyRole(role, { text: word, at: -1 }, state)
}

function applyRole(name: string, word: ArgumentWord, state: CommandState): void {
  const role = roleNamed(name)
  if (role === undefined) throw new Error(`the table of programs has no role "${name}"`)
  if (role.handlesUnknown !== true && isUnknownWord(state, word.at)) addUnknownWord(state, word, role.about)
  else role.apply(word, state)
}

function applyContacts(program: ProgramNotation, state: CommandState): void {
  let around: ProgramNotation | undefined = program
  while (around !== undefined) {
    for (const { host, when } of around.contacts) if (conditionsHold(when, state.has)) state.hosts.push(host)
    around = around.parent
  }
  if (state.hosts.includes('registry:npm')) addRegistries(state)
}
