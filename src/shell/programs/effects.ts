// What one command does by itself, from the table.
import type { CommandFact } from '../../model/types.ts'
import { noEffects } from '../kinds.ts'
import type { Effects, StandardInput, World } from '../types.ts'
import { doubtWord, isOpen, startAct, type Act, type Word } from './act.ts'
import { conditionsHold, type Operand, type Program } from './notation.ts'
import { readWords } from './read-arguments.ts'
import { roleNamed } from './roles.ts'
import { applyEnvironment } from './roles/environment.ts'
import { arrive } from './roles/paths.ts'
import { runFile } from './roles/scripts.ts'

export function effectsOf(command: CommandFact, world: World, input?: StandardInput): Effects {
  const reading = readWords(command.argv, command.open)
  const { program } = reading
  if (program === undefined) {
    // What only looks like an assignment, `1A=2 git push`, is taken for one.
    if (/^[^/]*=/.test(command.argv[0] ?? '') && command.argv.length > 1)
      return { ...noEffects, runs: [{ kind: 'argv', argv: command.argv.slice(1) }] }
    const isFile = command.argv[0]?.includes('/') === true
    if (!isFile && isBare(command)) return noEffects
    const act = startAct(command, world, { reading, input })
    if (isFile) runFile(act)
    applyEnvironment(act)
    return act
  }
  const act = startAct(command, world, { reading, input })
  applyOptions(act)
  applyForm(program, act)
  applyContacts(program, act)
  arrive(act)
  if (command.remote !== true) {
    if (!isBare(command)) applyEnvironment(act)
    return act
  }
  return {
    ...noEffects,
    runs: act.runs,
    unresolved: act.unresolved.filter(({ about }) => about.includes('commands')),
  }
}

function isBare({ assignments }: CommandFact): boolean {
  for (const _ in assignments) return false
  return true
}

/** Where the command stands first, as everything else depends on it. */
function applyOptions(act: Act): void {
  const { options } = act.reading
  const isMoved = options.some(({ roles: said }) => said[0] === 'cwd')
  for (const first of isMoved ? [true, false] : [false])
    for (const { roles: said, value, value_at: at, from, to, at: own } of options)
      said.forEach((role, index) => {
        if ((role === 'cwd') !== first) return
        if (role === 'exec' || role === 'fd-exec') return applyRole(role, { text: '', at: from }, act)
        const joined = value !== undefined && at === undefined
        const place = joined ? (index === 0 ? own : from + index - 1) : from + index
        const text = joined && index === 0 ? value : place < to ? act.command.argv[place] : undefined
        if (text !== undefined) applyRole(role, { text, at: place }, act)
      })
}

function applyForm(program: Program, act: Act): void {
  const form = program.forms.find(({ when }) => conditionsHold(when, act.has))
  if (form === undefined) return
  const { taking, many, fixed } = form
  const count = act.reading.operands.length
  const tail = many < 0 ? 0 : taking.length - many - 1
  let next = 0
  for (let index = 0; index < taking.length; index++) {
    const operand = taking[index]
    if (operand === undefined) continue
    if (next >= count) preset(operand, act)
    // of `cp a`, the one word there is what is read
    else
      next = applyOperand(operand, [next, index === many ? Math.max(count - tail, next + 1) : next + 1], act)
  }
  for (const operand of fixed) preset(operand, act)
}

/** Roles that take all that follows them, options included. */
const rest: ReadonlySet<string> = new Set([
  'command',
  'command+',
  'parallel',
  'sh-words',
  'ssh-command',
  'flock-command',
  'sudo-shell',
  'yarn-words',
  'tool-words',
])

function applyOperand({ role }: Operand, [from, to]: readonly [number, number], act: Act): number {
  const words = act.reading.operands
  if (role === 'assign') {
    let at = from
    const assignments: Record<string, string> = {}
    for (; at < words.length; at++) {
      if (words[at]?.text === '-') continue // of env: nothing is handed on
      const [, name, value = ''] = /^(\w+)=([^]*)$/.exec(words[at]?.text ?? '') ?? []
      if (name === undefined) break
      assignments[name] = value
    }
    if (at > from) act.assignments = assignments
    return at
  }
  if (rest.has(role)) {
    const word = words[from]
    if (word !== undefined) applyRole(role, word, act)
    return words.length
  }
  for (let at = from; at < to; at++) {
    const place = words[at]?.at ?? -1
    applyRole(role, { text: act.command.argv[place] ?? '', at: place }, act)
  }
  return to
}

function preset({ role, preset: word }: Operand, act: Act): void {
  if (word !== undefined) applyRole(role, { text: word, at: -1 }, act)
}

function applyRole(name: string, word: Word, act: Act): void {
  const role = roleNamed(name)
  if (role === undefined) throw new Error(`the table of programs has no role "${name}"`)
  if (role.knows !== true && isOpen(act, word.at)) doubtWord(act, word, role.about)
  else role.apply(word, act)
}

function applyContacts(program: Program, act: Act): void {
  let around: Program | undefined = program
  while (around !== undefined) {
    for (const { host, when } of around.contacts) if (conditionsHold(when, act.has)) act.hosts.push(host)
    around = around.parent
  }
}
