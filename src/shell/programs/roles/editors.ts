// What editors are told to do.
import type { FactKind } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import { type Act, doubt, type Role, type Roles, run, type Word } from '../act.ts'
import { pathRoles, write } from './paths.ts'
import { place } from './place.ts'

const files: readonly FactKind[] = ['reads', 'creates', 'edits']

const as = (role: string, word: Word, act: Act): void => pathRoles[role]?.apply(word, act)

export const both: Role = {
  about: files,
  apply(word, act) {
    const path = place(word, act, files)
    if (path === undefined) return
    act.reads.push(path)
    write(path, act)
  },
}

/** Commands of vi: `!cmd` runs, `w file` writes. */
const vim: Role = {
  about: everything,
  apply({ text }, act) {
    const shell = /^[\s:]*(?:[\d%.,$]*)!\s*([^]+)$|\|\s*!([^|]+)|^[\s:]*r(?:ead)?\s*!([^]+)$/.exec(text)
    const command = shell?.[1] ?? shell?.[2] ?? shell?.[3]
    if (command !== undefined) return run(act, { kind: 'shell', text: command })
    for (const [, verb = '', file = ''] of text.matchAll(
      /(?:^|[|:]|\s)(w|write|sav|saveas|r|read|e|edit|so|source)!?\s+(?!!)([^|\s]+)/g,
    ))
      as(
        /^[ws][ra]?/.test(verb) && verb !== 'so' && verb !== 'source' ? 'write' : 'read',
        { text: file, at: -1 },
        act,
      )
    if (
      /\b(?:system|systemlist|writefile|delete|rename|execute|lua|luado|py3?|python3?|perl|ruby|terminal|eval|job_start|termopen)\b/.test(
        text,
      )
    )
      doubt(act, text, {
        about: everything,
        reason: 'what the editor runs cannot be known: use a plain command',
      })
  },
}

/** `+cmd` among the files is told first. */
const vimFile: Role = {
  about: files,
  apply(word, act) {
    if (word.text.startsWith('+')) vim.apply({ ...word, text: word.text.slice(1) }, act)
    else (act.has('-R') ? pathRoles.read : both)?.apply(word, act)
  },
}

/** `less +!cmd`. */
const pagerFile: Role = {
  about: ['reads'],
  apply(word, act) {
    const command = /^\+[^!|]*[!|]\s*([^]+)$/.exec(word.text)?.[1]
    if (command !== undefined) run(act, { kind: 'shell', text: command })
    else if (!word.text.startsWith('+')) pathRoles.read?.apply(word, act)
  },
}

const ed: Role = {
  about: files,
  apply(word, act) {
    both.apply(word, act)
    for (const [, verb = '', rest = ''] of (act.input?.text ?? '').matchAll(
      /^[\d,.$%]*([!rwWeE])[ \t]*(\S[^\n]*)$/gm,
    ))
      if (verb === '!' || rest.startsWith('!')) run(act, { kind: 'shell', text: rest.replace(/^!/, '') })
      else as(verb.toLowerCase() === 'w' ? 'write' : 'read', { text: rest.trim(), at: -1 }, act)
  },
}

export const editorRoles = (): Roles => ({ both, ed, vim, 'vim-file': vimFile, 'pager-file': pagerFile })
