// Code in languages that are not read: only what plainly shows something is known.
import { everything } from '../../../kinds.ts'
import { addUnresolved, type CommandState } from '../../command-state.ts'

/** Words that show, count and compare, in any of those languages. */
const harmless = new Set(
  (
    'print println printf puts p cat paste paste0 say echo display notification alert dialog with title subtitle sound name buttons default button ' +
    'version _VERSION VERSION R.version R.version.string packageVersion sessionInfo nchar length len size sum max min abs round sqrt floor ceil ceiling format ' +
    'math.pi math.floor math.sqrt math.max math.min string.format string.rep string.len tostring tonumber toString str string type typeof class ' +
    'true false nil null NULL TRUE FALSE None and or not if then else elseif end for in do return local let val var const set to the of ' +
    'devtools testthat renv lintr styler test test_dir test_file test_local check document load_all restore status snapshot lint lint_dir lint_package filter path project reporter using Pkg Pkg.test Pkg.instantiate Pkg.status ' +
    'IO.puts IO.inspect System.version Sys.time Sys.Date date time now seq rep c rev sort mean range as.character as.integer'
  ).split(' '),
)
const isShown = (word: string): boolean =>
  word.length === 1 || harmless.has(word) || harmless.has(word.toLowerCase())

/** Texts in which nothing is filled in. */
const texts = /"(?:[^"\\$#`]|\\[^])*"|'(?:[^'\\]|\\[^])*'/g
const words = /[A-Za-z_][\w.-]*/g
/** What could run or write something: substitutions, redirections, calls by a variable. */
const signs = /[$`>&]\(|[>`]|&\s*[\w$'"]|\$\w+\s*\(/

export function readUnknownCode(text: string, state: CommandState): void {
  const bare = text.replaceAll(texts, ' ')
  if (!signs.test(bare) && !/["'\\]/.test(bare) && (bare.match(words) ?? []).every(isShown)) return
  addUnresolved(state, {
    text,
    about: everything,
    reason: 'what this code does cannot be known: use plain commands',
  })
}
