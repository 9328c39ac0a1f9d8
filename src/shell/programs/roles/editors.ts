// What editors are told to do.
import type { FactKind } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import {
  addUnresolved,
  role,
  runShell,
  type CommandState,
  type ArgumentWord,
  type Roles,
} from '../command-state.ts'
import { pathRoles, addWrite } from './paths.ts'
import { resolvePath } from './place.ts'
import { addEdEdits } from './replacements.ts'

const files: readonly FactKind[] = ['reads', 'creates', 'edits']

const as = (role: string, word: ArgumentWord, state: CommandState): void =>
  pathRoles[role]?.apply(word, state)

export const both = role(files, (word, state) => {
  const path = resolvePath(word, state, files)
  if (path === undefined) return
  state.reads.push(path)
  addWrite(path, state)
})

/** Commands of vi: `!cmd` runs, `w file` writes. */
const vim = role(everything, ({ text }, state) => {
  const shell = /^[\s:]*(?:[\d%.,$]*)!\s*([^]+)$|\|\s*!([^|]+)|^[\s:]*r(?:ead)?\s*!([^]+)$/.exec(text)
  const command = shell?.[1] ?? shell?.[2] ?? shell?.[3]
  if (command !== undefined) return runShell(state, command)
  for (const [, verb = '', file = ''] of text.matchAll(
    /(?:^|[|:]|\s)(w|write|sav|saveas|r|read|e|edit|so|source)!?\s+(?!!)([^|\s]+)/g,
  ))
    if (verb.startsWith('e')) both.apply({ text: file, at: -1 }, state)
    else
      as(
        /^[ws][ra]?/.test(verb) && verb !== 'so' && verb !== 'source' ? 'write' : 'read',
        { text: file, at: -1 },
        state,
      )
  if (
    /\b(?:system|systemlist|writefile|delete|rename|execute|lua|luado|py3?|python3?|perl|ruby|terminal|eval|job_start|termopen)\b/.test(
      text,
    )
  )
    addUnresolved(state, {
      text,
      about: everything,
      reason: 'what the editor runs cannot be known: use a plain command',
    })
})

/** `+cmd` among the files is told first. */
const vimFile = role(files, (word, state) => {
  if (word.text.startsWith('+')) vim.apply({ ...word, text: word.text.slice(1) }, state)
  else (state.has('-R') ? pathRoles.read : both)?.apply(word, state)
})

/** `ex` takes its commands from standard input. */
const vimInput = role(files, (_, state) => {
  const isScript = state.command.program === 'ex' || ['-e', '-es', '-Es', '-E', '-s'].some(state.has)
  if (isScript) for (const text of (state.input?.text ?? '').split('\n')) vim.apply({ text, at: -1 }, state)
})

/** `less +!cmd`. */
const pagerFile = role(['reads'], (word, state) => {
  const command = /^\+[^!|]*[!|]\s*([^]+)$/.exec(word.text)?.[1]
  if (command !== undefined) runShell(state, command)
  else if (!word.text.startsWith('+')) pathRoles.read?.apply(word, state)
})

const ed = role(files, (word, state) => {
  both.apply(word, state)
  addEdEdits(state.input?.text ?? '', state)
  for (const [, verb = '', rest = ''] of (state.input?.text ?? '').matchAll(
    /^[\d,.$%]*([!rwWeE])[ \t]*(\S[^\n]*)$/gm,
  ))
    if (verb === '!' || rest.startsWith('!')) runShell(state, rest.replace(/^!/, ''))
    else as(verb.toLowerCase() === 'w' ? 'write' : 'read', { text: rest.trim(), at: -1 }, state)
})

export const editorRoles = (): Roles => ({
  both,
  ed,
  vim,
  'vim-file': vimFile,
  'vim-input': vimInput,
  'pager-file': pagerFile,
})
