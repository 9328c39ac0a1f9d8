// Calls in code: what their names stand for, and what their arguments are.
import { languages } from '../../data/languages.ts'
import type { Language, Token } from './lexer.ts'

export type CodeLanguage = Exclude<Language, 'awk'>

/** A table of one language: roles of the arguments by the call's name. */
interface CallTable {
  readonly exact: ReadonlyMap<string, readonly string[]>
  readonly families: readonly (readonly [string, readonly string[]])[]
}

const tables = new Map<CodeLanguage, CallTable>()

function tableOf(language: CodeLanguage): CallTable {
  const known = tables.get(language)
  if (known !== undefined) return known
  const exact = new Map<string, readonly string[]>()
  const families: [string, readonly string[]][] = []
  for (const [, names = '', said = ''] of languages[language].matchAll(
    /((?:[^\s<]\S*[^\S\n]+)+)((?:<[^>\n]+>[^\S\n]*)+)/g,
  )) {
    const roles = [...said.matchAll(/<([^>]+)>/g)].map(([, role = '']) => role)
    for (const name of names.trim().split(/\s+/))
      if (name.endsWith('*')) families.push([name.slice(0, -1), roles])
      else if (!exact.has(name)) exact.set(name, roles)
  }
  const table = { exact, families }
  tables.set(language, table)
  return table
}

/** The longest entry that holds; undefined for a name that the table does not have. */
export function rolesOf(name: string, language: CodeLanguage): readonly string[] | undefined {
  const { exact, families } = tableOf(language)
  const found = exact.get(name)
  if (found !== undefined) return found
  let longest: readonly [string, readonly string[]] | undefined
  for (const family of families)
    if (name.startsWith(family[0]) && (longest === undefined || family[0].length > longest[0].length))
      longest = family
  return longest?.[1]
}

/** A text or a pattern that a name could stand for; undefined: one that cannot be known. */
export type PossibleText = { readonly text: string; readonly glob?: true } | undefined

/** What names stand for in this text, the texts that are given to variables, and where it runs. */
export interface CodeNames {
  readonly language: CodeLanguage
  readonly aliases: Map<string, string>
  readonly texts: Map<string, string>
  /** Modules of Python whose names stand for themselves: `from os import *`. */
  readonly stars: Set<string>
  /** What loops give to variables. */
  readonly choices: Map<string, readonly PossibleText[]>
  readonly home: string
  /** Empty when it cannot be known. */
  readonly cwd: string
  /** How many brackets are around an expression. */
  readonly depth?: number
}

/** Does the table know the name by more than its module? */
function isListed(module: string, word: string): boolean {
  const { exact, families } = tableOf('python')
  const name = `${module}.${word}`
  return (
    exact.has(name) || families.some(([start]) => start.length > module.length + 1 && name.startsWith(start))
  )
}

/** A word with what it stands for put in: `sp.run` is `subprocess.run`. */
export function qualifiedName(word: string, { aliases, stars }: CodeNames, language: CodeLanguage): string {
  for (const module of stars) if (isListed(module, word)) return `${module}.${word}`
  const dot = word.search(/\.|::|->/)
  const head = dot < 0 ? word : word.slice(0, dot)
  const full = aliases.has(head) ? `${aliases.get(head)}${dot < 0 ? '' : word.slice(dot)}` : word
  return language === 'node'
    ? normalizeNodeName(full)
    : full.replace(/^(?:builtins|__builtins__)\.(?=open$|eval$|exec$|compile$)/, '')
}

const isNodeModule = /^(?:fs|fsp|child_process|http|https|process|Deno|Bun|rimraf)\b/

/** `fs.promises.rmSync` and `node:fs` are `fs.rm`. */
function normalizeNodeName(word: string): string {
  if (!isNodeModule.test(word)) return word
  return word.replace(/^fs\/promises\b|^fs\.promises(?=\.)|^fsp(?=\.)/, 'fs').replace(/Sync$/, '')
}

// ---- arguments

/** Longer arguments are no plain texts. */
const MAX_TOKENS = 500

/** Lists of tokens between commas, from behind an opening bracket to its end. */
export function argumentsFrom(
  tokens: readonly Token[],
  start: number,
  isOpen: boolean,
): { readonly list: Token[][]; readonly end: number } {
  const list: Token[][] = [[]]
  let depth = 0
  let at = start
  for (; at < Math.min(tokens.length, start + MAX_TOKENS); at++) {
    const token = tokens[at]
    if (token === undefined) break
    const sign = token.kind === 'sign' ? token.text : ''
    if ('([{'.includes(sign) && sign !== '') depth++
    if (')]}'.includes(sign) && sign !== '' && depth-- === 0) break
    if (
      isOpen &&
      depth === 0 &&
      (sign === ';' || /^(?:if|unless|or|and|do|while|until|for)$/.test(token.text))
    )
      break
    if (sign === ',' && depth === 0) list.push([])
    else list.at(-1)?.push(token)
  }
  return { list: list.length === 1 && list[0]?.length === 0 ? [] : list, end: at }
}
