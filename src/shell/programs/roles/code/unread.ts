// Code in languages that are not read: only what plainly shows something is known.
import { everything } from '../../../kinds.ts'
import { addUnresolved, runShell, type CommandState } from '../../command-state.ts'
import { factsOfWords } from '../../../words/foreign.ts'

/** Words that show, count and compare, in any of those languages. */
const harmless = new Set(
  (
    'print println printf puts p cat paste paste0 say echo display notification alert dialog with title subtitle sound name buttons default button ' +
    'version _VERSION VERSION R.version R.version.string packageVersion sessionInfo nchar length len size sum max min abs round sqrt floor ceil ceiling format ' +
    'math.pi math.floor math.sqrt math.max math.min string.format string.rep string.len tostring tonumber toString str string type typeof class ' +
    'true false nil null NULL TRUE FALSE None and or not if then else elseif end for in do return local let val var const set to the of ' +
    'devtools testthat renv lintr styler test test_dir test_file test_local check document load_all restore status snapshot lint lint_dir lint_package filter path project reporter using Pkg Pkg.test Pkg.instantiate Pkg.status ' +
    'invoke-pester invoke-scriptanalyzer IO.puts IO.inspect System.version Sys.time Sys.Date date time now seq rep c rev sort mean range as.character as.integer ' +
    'where-object foreach-object write-host write-output write-verbose format-table format-list format-wide out-string out-host out-null compare-object group-object join-path split-path resolve-path'
  ).split(' '),
)
const shows =
  /^(?!get-(?:content|clipboard|credential)|select-string)(?:get|test|select|sort|measure|convertto|convertfrom|find|show)-\w+$/i
const isShown = (word: string): boolean =>
  word.length === 1 || harmless.has(word) || harmless.has(word.toLowerCase()) || shows.test(word)

/** Texts in which nothing is filled in. */
const texts = /"(?:[^"\\$#`]|\\[^])*"|'(?:[^'\\]|\\[^])*'/g
const words = /[A-Za-z_][\w.-]*/g
/** What could run or write something: substitutions, redirections, calls by a variable. */
const signs = /[$`>&]\(|[>`]|&\s*[\w$'"]|\$\w+\s*\(/
/** Verbs that PowerShell has short names for. */
const short =
  /^(?:ac|clc|cli|copy|cp|cpi|del|epsn|erase|gcm|icm|iex|ii|ipsn|irm|iwr|kill|mi|move|mp|mv|ndr|ni|rd|ren|ri|rm|rmdir|rni|rnp|rp|rv|sajb|sal|saps|sasv|sc|set|si|sl|sp|spjb|spps|spsv|start|sv)$/i

/** Statements and what is piped on begin with a command, whose arguments do nothing; undefined where one does not. */
function headsOf(code: string): readonly string[] | undefined {
  if (/\.\w+\s*\(/.test(code)) return undefined // a method could do anything
  const heads: string[] = []
  for (const part of code.split(/[;|\n{}()]/)) {
    const head = /^\s*([A-Za-z][\w./-]*)(?=\s|$)/.exec(part)?.[1]
    if (head !== undefined) heads.push(head)
    else if (!compares.test(part)) return undefined
  }
  return heads
}

/** `$_.Length -gt 10`, and nothing. */
const compares = /^\s*(?:\$_(?:\.\w+)*(?:\s+-\w+\s+[\w.*-]+)?\s*)?$/

export function readUnknownCode(text: string, state: CommandState): void {
  const bare = text.replaceAll(texts, ' ')
  const isPowerShell = /(?:^|\/)(?:pwsh|powershell)(?:\.exe)?$/i.test(state.command.argv[0] ?? '')
  if (!signs.test(bare) && !/["'\\]/.test(bare)) {
    const names = (isPowerShell ? headsOf(bare) : (bare.match(words) ?? [])) ?? ['']
    if (names.every(isShown)) return
    // What it would do is only told.
    if (isPowerShell && names.length === 1 && /\s-WhatIf\b/i.test(bare)) return
    if (isPowerShell && names.length === 1 && isNative(text.trim(), names[0] ?? ''))
      return runShell(state, text.trim())
  }
  if (isPowerShell) addPaths(text, state)
  addUnresolved(state, {
    text,
    about: everything,
    reason: 'what this code does cannot be known: use plain commands',
  })
}

function addPaths(text: string, state: CommandState): void {
  const { reads, creates, edits, deletes } = factsOfWords(text, { ...state.world, cwd: state.cwd })
  state.reads.push(...reads)
  state.creates.push(...creates)
  state.edits.push(...edits)
  state.deletes.push(...deletes)
}

const isNative = (text: string, program: string): boolean =>
  /^[\w./-]+(?:\s+[\w./:=@-]+)*$/.test(text) && !program.includes('-') && !short.test(program)
