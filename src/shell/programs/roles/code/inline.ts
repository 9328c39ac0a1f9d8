// Code of scripting languages among a command's words.
import { everything } from '../../../kinds.ts'
import { role, type Role, type Roles } from '../../command-state.ts'
import type { CodeLanguage } from './calls.ts'
import { readUnknownCode } from './unread.ts'
import { readCode, readCodeFromInput } from './code.ts'
import { runCodeFile } from './file.ts'

function inline(language: CodeLanguage): Role {
  return role(everything, ({ text }, state) => readCode(text, language, state))
}

/** Code of a file, or on standard input. */
function file(language: CodeLanguage): Role {
  return role(['commands'], (word, state) => {
    if (word.text !== '-') runCodeFile(word, language, state)
    else if (state.input !== undefined) readCodeFromInput(language, state)
  })
}

export const inlineRoles = (): Roles => ({
  python: inline('python'),
  'python-file': file('python'),
  node: inline('node'),
  'node-file': file('node'),
  ruby: inline('ruby'),
  'ruby-file': file('ruby'),
  perl: inline('perl'),
  'perl-file': file('perl'),
  php: inline('php'),
  'php-file': file('php'),
  'unknown-code': role(everything, ({ text }, state) => readUnknownCode(text, state)),
})
