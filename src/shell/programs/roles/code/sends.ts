// What inline code sends: what it reads, where it makes a request with a body.
import type { CommandState } from '../../command-state.ts'
import { argumentsFrom, qualifiedName, rolesOf, type CodeNames } from './calls.ts'
import type { Token } from './lexer.ts'

/** The names of calls that hand something over. */
const handsOver =
  /(?:^|\.|::|->)(?:post|put|patch|post_form|send|sendall|sendto|sendmail|send_message|storbinary|storlines)$/i
const bodies = /^\.?(?:body|data|json|files|form|content|method)$/

/** What the code has read goes where it is sent, as what comes of it cannot be followed. */
export function addCodeSends(tokens: readonly Token[], names: CodeNames, state: CommandState): void {
  if (!tokens.some((token, at) => token.kind === 'word' && isSending(tokens, at, names))) return
  for (const path of state.reads) state.sends.push({ kind: 'file', path })
  tokens.forEach((token, at) => {
    if (token.kind === 'word') addVariables(tokens, at, state)
  })
}

function isSending(tokens: readonly Token[], at: number, names: CodeNames): boolean {
  const next = tokens[at + 1]
  if (next?.kind !== 'sign' || next.text !== '(') return false
  const name = qualifiedName(tokens[at]?.text ?? '', names, names.language)
  if (handsOver.test(name)) return true
  if (rolesOf(name, names.language)?.includes('url') !== true) return false
  const { list } = argumentsFrom(tokens, at + 2, false)
  if (/(?:^|\.)(?:urlopen|Request)$/.test(name) && list.length > 1 && list[1]?.[1]?.text !== '=') return true
  return list.flat().some(({ kind, text }) => kind !== 'sign' && bodies.test(text))
}

const environments = /^(?:os\.environ|process\.env|ENV|\$_ENV|\$ENV|Bun\.env)$/

/** `os.environ['A']`, what other languages call so, and the whole of it. */
function addVariables(tokens: readonly Token[], at: number, state: CommandState): void {
  const word = tokens[at]?.text ?? ''
  const [, name] = /^(?:process|Bun)\.env\.(\w+)$/.exec(word) ?? []
  if (name !== undefined) return void state.sends.push({ kind: 'variable', name })
  const key = tokens[at + 2]
  const isLookup = /^(?:os\.getenv|os\.environ\.get|getenv|ENV\.fetch)$/.test(word)
  const opens = /^[[({]$/.test(tokens[at + 1]?.text ?? '') && tokens[at + 1]?.kind === 'sign'
  if ((isLookup || environments.test(word)) && opens && key?.kind === 'text')
    state.sends.push({ kind: 'variable', name: key.text })
  else if (
    environments.test(word) ||
    /^(?:os\.environ\.(?:copy|items)|ENV\.to_h(?:ash)?(?:\.\w+)*)$/.test(word)
  )
    state.sends.push({ kind: 'environment' })
}
