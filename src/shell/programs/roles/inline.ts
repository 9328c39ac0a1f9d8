// Code of scripting languages among a command's words.
import { everything } from '../../kinds.ts'
import type { Role, Roles } from '../act.ts'
import type { Coded } from './calls.ts'
import { readCode, readCodeGiven } from './code.ts'
import { absolute } from './place.ts'
import { readUnread } from './unread.ts'

function inline(language: Coded): Role {
  return { about: everything, apply: ({ text }, act) => readCode(text, language, act) }
}

/** Code on standard input; a file of code is not followed. */
function file(language: Coded): Role {
  return {
    about: ['commands'],
    apply({ text }, act) {
      if (text !== '-') act.starts.push(absolute(text, act) ?? '')
      else if (act.input !== undefined) readCodeGiven(language, act)
    },
  }
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
  'unknown-code': { about: everything, apply: ({ text }, act) => readUnread(text, act) },
})
