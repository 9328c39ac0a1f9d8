// A command with all its words: recorded, asked what it does, and what it runs followed.
import type { CommandFact } from '../../model/types.ts'
import { programName } from '../../patterns/commands/command-words.ts'
import { everything, noEffects } from '../kinds.ts'
import { absolutePath } from '../absolute-path.ts'
import type { CommandEffects, NestedCommand, StandardInput } from '../types.ts'
import { factsOfCommand, programOf, runCodeInNames } from './call.ts'
import type { CommandCall } from './call.ts'
import { addEffects, settleShown } from './settle.ts'
import { followFile, MAX_FILES } from './files/follow.ts'
import { followText, type ScriptText } from './files/follow-text.ts'
import { isCmdlet } from '../dialects/powershell-names.ts'
import { commitsOf, recordCheckouts, withGit } from './git-state.ts'
import { hiddenInText } from './hidden.ts'
import { outputOf } from './output.ts'
import {
  displayText,
  EMPTY,
  hasGlobMark,
  isKnown,
  isLiteral,
  literalOf,
  literalText,
  markGlobs,
  matches,
  symbolic,
  UNKNOWN,
  type SymbolicText,
} from '../words/marks.ts'
import { CWD } from './scope.ts'
import { openShellOptions } from './shell-options.ts'
import { addWrittenText, isTooDeep, spendCommand } from './shell.ts'
import { standardInputOf, withInput } from './input.ts'
import { markExpansions } from './assignments.ts'
import type { CommandContext, WordField, Shell } from './shell.ts'
import { markShown, recordCopies, recordSetting, recordWrittenFile, underOwnName } from './files/written.ts'
import { addSends, recordFlow } from './sending.ts'
import { startsOf, markFetched, trackFetched, reportFetchedScript } from './files/fetched.ts'

/** Programs that only run another: only the inner command is recorded. */
const wrappers = new Set(
  'sudo doas nice ionice chrt nohup timeout gtimeout time stdbuf setsid env xargs gxargs bash sh zsh dash ksh ash mksh fish busybox taskset setarch unbuffer caffeinate flock command exec builtin eval noglob nocorrect'.split(
    ' ',
  ),
)
/** Programs that copy standard input to files. */
const copiers = new Set(['tee', 'sponge', 'dd', 'Set-Content', 'Add-Content', 'Out-File', 'Tee-Object'])
const shells = /^(?:ba|z|da|k|a|mk|fi)?sh$/
const interpreters =
  /^(?:ba|z|da|k|a|mk|fi)?sh$|^(?:python|pypy|node|deno|bun|ruby|perl|php|lua|osascript|pwsh|powershell)[\d.]*$/

/** What it prints, where that is what the one that it stands for prints. */
export function runProgram(shell: Shell, named: CommandCall): SymbolicText | undefined {
  const call = underOwnName(shell, named)
  const given = scriptFromPipe(shell, call)
  const written = factsOfCommand(shell, call)
  const { fact, view } = given === call ? written : factsOfCommand(shell, given)
  if (fact.program === '') {
    shell.sink.push('commands', withGit(shell, fact, noEffects))
    const text = fact.argv[0] ?? ''
    const reason = 'which program runs is only known at run time: write its name out'
    shell.sink.unresolved(reason, text, everything)
    return undefined
  }
  const { stdin } = given.context
  const input = standardInputOf(given.context)
  const effects = effectsOf(shell, { view, input })
  const inner =
    effects.runs.length === 0 ? effects.runs : effects.runs.filter(({ beside }) => beside !== true)
  const stands = inner.length > 0 && wrappers.has(fact.program) && !inner.some(isOpenText)
  const isWatched = shell.fetchedFiles.size > 0 || shell.writtenFiles.size > 0
  const starts = isWatched ? startsOf(effects, fact) : noEffects.starts
  const told = reportFetchedScript(shell, fact, starts)
  if (told !== undefined) shell.sink.push('commands', ...told)
  else if (!stands) {
    const command = withGit(shell, written.fact, effects)
    shell.sink.push('commands', command)
    shell.sink.push('commits', ...commitsOf(effects, command))
  }
  if (fact.remote !== true) {
    trackFetched(shell, effects, fact)
    if (effects.copies.length > 0) recordCopies(shell, effects.copies)
  }
  if (fact.program === 'test' || fact.program === '[') runCodeInNames(shell, fact, call.context)
  addEffects(shell, effects, { fact, view })
  if (fact.remote !== true) {
    for (const { path, text } of effects.settings) recordSetting(shell, path, text)
    if (effects.checkouts.length > 0) recordCheckouts(shell, effects.checkouts)
  }
  sendAndRecord(shell, effects, { call: given, fact, view })
  const origin = { call: given, fact, view }
  if (stdin !== undefined && copiers.has(fact.program) && fact.remote !== true)
    recordCopied(shell, stdin, { effects, fact })
  let printed: SymbolicText | undefined
  for (const run of effects.runs) printed = followNested(shell, run, origin)
  if (shell.writtenFiles.size > 0 && inner.length === 0) followWritten(shell, starts, origin)
  return isCmdlet(fact.program) ? printed : undefined
}

function sendAndRecord(shell: Shell, effects: CommandEffects, { call, fact, view }: Origin): void {
  if (fact.remote === true) return
  const { context } = call
  addSends(effects, { shell, context, command: view })
  const { reads, creates, edits } = effects
  const writes = creates.length + edits.length === 0 ? noEffects.creates : [...creates, ...edits]
  // A wrapper prints what its inner command prints.
  const own = effects.runs.length === 0 || !wrappers.has(fact.program) ? { command: view } : {}
  recordFlow(shell, context.pipeline, { ...own, reads, writes })
}

function recordCopied(
  shell: Shell,
  text: SymbolicText,
  { effects: { creates, edits }, fact }: { readonly effects: CommandEffects; readonly fact: CommandFact },
): void {
  const appends = fact.argv.some((word) => /^(?:-\w*a\w*|--append)$/.test(word))
  addWrittenText(shell, text, appends || edits.length > 1 ? undefined : edits[0]?.path)
  for (const { path } of [...creates, ...edits]) {
    recordWrittenFile(shell, path, text)
    if (!isKnown(text)) markFetched(shell, path, fact)
  }
}

/** Follows a script that the same text has written. */
function followWritten(shell: Shell, starts: readonly string[], origin: Origin): void {
  const { fact } = origin
  const isShell = shells.test(fact.program)
  const path = starts.find((each) => shell.writtenFiles.has(each)) ?? ''
  const place = fact.argv.findIndex((word) => absolutePath(fact.cwd, word) === path)
  const text = isShell || place === 0 ? shell.writtenFiles.get(path) : undefined
  if (text === undefined || (!isShell && matches(text, /^#!(?!.*sh\b)/))) return
  const context = {
    ...origin.call.context,
    depth: origin.call.context.depth + 1,
    wrappers: [...fact.wrappers, fact.program],
  }
  shell.scope.fork(() => followText(shell, { text, args: textsFrom(origin.call, place + 1) }, context))
}

function effectsOf(
  shell: Shell,
  { view, input }: { view: CommandFact; input: StandardInput | undefined },
): CommandEffects {
  try {
    const effects = shell.effectsOf(view, shell.world, input)
    return shell.shownTexts.size === 0 ? effects : settleShown(effects)
  } catch (error) {
    shell.sink.unresolved(
      `what it does could not be worked out (${String(error)})`,
      view.argv.join(' '),
      everything,
    )
    return noEffects
  }
}

/** What runs is unknown, so the wrapping program is recorded as well. */
function isOpenText(run: NestedCommand): boolean {
  return run.kind === 'shell' && run.open === true
}

/** `sh <(curl u)` reads its script from what the substitution gives. */
function scriptFromPipe(shell: Shell, call: CommandCall): CommandCall {
  if (shell.substitutionFiles.size === 0) return call
  const [program, ...rest] = call.fields
  const script = rest.findIndex(({ text }) => !text.startsWith('-'))
  const given = shell.substitutionFiles.get(literalOf(rest[script]?.text) ?? '')
  if (program === undefined || given === undefined || !interpreters.test(programName(programOf(call))))
    return call
  return {
    ...call,
    fields: [program, ...rest.filter((_, index) => index !== script)],
    context: withInput(call.context, { stdin: given }),
  }
}

interface ContextOf {
  readonly context: CommandContext
}

interface Origin {
  readonly call: CommandCall
  readonly fact: CommandFact
  readonly view: CommandFact
}

function followNested(shell: Shell, run: NestedCommand, origin: Origin): SymbolicText | undefined {
  const { call, fact } = origin
  if (!spendCommand(shell, call.fields.length)) return undefined
  const remote = call.context.remote || run.remote === true
  const { script, reread } = call.context
  const isStdin = run.kind === 'shell' && run.text === displayText(call.context.stdin ?? EMPTY)
  if (isStdin && run.text === reread) return undefined
  const files = (call.context.files ?? 0) + (run.file === undefined ? 0 : 1)
  if (files > MAX_FILES) return undefined
  const isBeside = run.kind === 'shell' && run.beside === true
  const { within = [] } = call.context
  if (isBeside && within.includes(run.text)) return undefined
  const context: CommandContext = {
    ...call.context,
    ...(files > 0 && { files }),
    ...(run.kind === 'argv' && run.guessed === true && { guessed: true }),
    remote,
    wrappers: [...call.context.wrappers, fact.program],
    depth: call.context.depth + 1,
    ...(isBeside && { within: [...within, run.text] }),
    ...(isStdin && (run.text === script ? { reread: run.text } : { script: run.text })),
  }
  const follow = (): SymbolicText | undefined =>
    shell.sink.inside(() => followRun(shell, run, { ...origin, context }))
  if (run.file === undefined || call.context.files !== undefined) return follow()
  followFile(shell, run.file, () => void follow())
  return undefined
}

function followRun(
  shell: Shell,
  run: NestedCommand,
  { context, ...origin }: Origin & ContextOf,
): SymbolicText | undefined {
  const { call, fact } = origin
  return shell.scope.fork(() => {
    if (run.cwd !== undefined || run.remote === true)
      shell.scope.set(CWD, { texts: [literalText(run.cwd ?? '')] })
    if (run.kind === 'argv')
      return followWords(shell, run, { ...origin, context: { ...context, pipeline: call.context.pipeline } })
    for (const [name, text] of Object.entries(call.own))
      shell.scope.set(name, { texts: [text], exported: true })
    if (shells.test(fact.program)) openShellOptions(shell, fact.argv)
    followScript(shell, scriptTextOf(shell, run, origin), {
      ...context,
      pipeline: call.shared ? call.context.pipeline : undefined,
    })
    return undefined
  })
}

/** Text from a file may hold hidden characters. */
function followScript(shell: Shell, text: ScriptText, context: CommandContext): void {
  const { read } = text
  const hidden = read === undefined ? undefined : hiddenInText(read)
  if (read === undefined || hidden === undefined) followText(shell, text, context)
  else shell.sink.unresolved(`${hidden}: write it in plain letters`, read, everything)
}

/** The text with its marks, and its parameters. */
function scriptTextOf(
  shell: Shell,
  run: Extract<NestedCommand, { kind: 'shell' }>,
  { call, view, fact }: Origin,
): ScriptText {
  const place = view.argv.indexOf(run.text)
  if (place < 0) {
    const args = textsFrom(call, wrappers.has(fact.program) ? behindScript(view.argv) : 1)
    const text = markShown(shell, run.text)
    return run.open === true ? { text: symbolic`${text}${UNKNOWN}`, args } : { text, args, read: run.text }
  }
  const name = call.fields[place + 1]?.text ?? literalText(fact.program)
  return { text: call.fields[place]?.text ?? literalText(run.text), args: textsFrom(call, place + 2), name }
}

/** The index after the script's name, or after `-s` and `--` when it comes from standard input. */
function behindScript(argv: readonly string[]): number {
  const given = argv.indexOf('-s')
  if (given > 0) return argv[given + 1] === '--' ? given + 2 : given + 1
  const script = argv.findIndex((word, index) => index > 0 && !word.startsWith('-'))
  return script < 0 ? argv.length : script + 1
}

function textsFrom({ fields }: CommandCall, from: number): readonly SymbolicText[] {
  return fields.slice(from).map(({ text }) => text)
}

const isMarked = (text = EMPTY): boolean => isKnown(text) && !isLiteral(text)

function followWords(
  shell: Shell,
  run: Extract<NestedCommand, { kind: 'argv' }>,
  { context, view, call, fact }: Origin & { readonly context: CommandCall['context'] },
): SymbolicText | undefined {
  if (isTooDeep(shell, context, fact.program)) return undefined
  const marked = new Set(view.argv.filter((_, at) => isMarked(call.fields[at]?.text)))
  const fed = hasGlobMark(call.context.stdin ?? EMPTY)
  const fields = run.argv.map((word, index): WordField => {
    if (run.open?.includes(index) === true) return { text: UNKNOWN, written: word }
    const plain: WordField = { text: literalText(word), written: word }
    if (run.globs?.includes(index) === true) return { ...plain, text: markGlobs(plain.text) }
    const outer = marked.has(word) ? view.argv.indexOf(word) : -1
    if (outer < 0 && fed && !view.argv.includes(word)) return { ...plain, text: markGlobs(plain.text) }
    return outer < 0 ? plain : (call.fields[outer] ?? plain)
  })
  if (run.more === true && run.argv.at(-1) !== '…') fields.push({ text: UNKNOWN, written: '…' })
  const assignments =
    run.assignments === undefined ? call.assignments : { ...call.assignments, ...run.assignments }
  const own = run.assignments === undefined ? call.own : { ...call.own, ...markExpansions(run.assignments) }
  const inner: CommandCall = { fields, context, shared: call.shared, assignments, own }
  return runProgram(shell, inner) ?? outputOf(shell, inner)
}
