// Code of scripting languages among a command's words.
import { everything } from '../../../kinds.ts'
import { role, runArguments, type Role, type Roles } from '../../command-state.ts'
import type { CodeLanguage } from './calls.ts'
import { readUnknownCode } from './unread.ts'
import { addPerlEdits } from '../replacements.ts'
import { addUnknownInput } from './code.ts'
import { readInlineCode, readModule, runCodeFile } from './file.ts'

function inline(language: CodeLanguage): Role {
  return role(everything, ({ text }, state) => readInlineCode(text, language, state))
}

/** Code of a file, or on standard input. */
function file(language: CodeLanguage): Role {
  return role(['commands'], (word, state) => {
    if (word.text !== '-') runCodeFile(word, language, state)
    else if (state.input?.text !== undefined) readInlineCode(state.input.text, language, state)
    else if (state.input !== undefined) addUnknownInput(state)
  })
}

/** `-MName` of Perl: a module that is taken in. */
const perlModule = role(['commands'], ({ text }, state) => {
  readModule(text.replace(/^-|=.*$/g, ''), 'perl', state)
})

/** `python -m name`: a program of that name, or a file of the project. */
const pythonModule = role(everything, (_, state) => {
  const { value, value_at: at } = state.parsed.options.find(({ name }) => name === '-m') ?? {}
  if (at !== undefined) runArguments(state, at)
  if (value === undefined) return
  for (const name of [value, `${value}.__main__`]) readModule(name, 'python', state)
})

export const inlineRoles = (): Roles => ({
  python: inline('python'),
  'python-file': file('python'),
  'python-module': pythonModule,
  node: inline('node'),
  'node-file': file('node'),
  ruby: inline('ruby'),
  'ruby-file': file('ruby'),
  perl: role(everything, ({ text }, state) => {
    readInlineCode(text, 'perl', state)
    if (state.has('-i')) addPerlEdits(text, state)
  }),
  'perl-file': file('perl'),
  'perl-module': perlModule,
  php: inline('php'),
  'php-file': file('php'),
  'unknown-code': role(everything, ({ text }, state) => readUnknownCode(text, state)),
})
