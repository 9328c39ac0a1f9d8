// Commands that only print how they are used.
import type { UsedOption } from '../../model/types.ts'
import type { ProgramNotation } from './notation.ts'

/** A command's words, told apart. */
interface ReadWords {
  readonly program?: ProgramNotation
  readonly path: readonly string[]
  readonly options: readonly (UsedOption & { readonly roles: readonly string[] })[]
  readonly operands: readonly { readonly at: number }[]
}

/** What a word may be that is handed on to something else, which need not know `--help`. */
const handsOn = /command|words|applet|script|exec|code|file|parallel|shell|\bsh\b|alias/

/**
 * Does a program of the table print its help or version, and do nothing else? Nothing may stand before the option but
 * subcommands and plain options: in `bash -c … --help` it is a word for the script, and not every `rm x --help` asks for help.
 */
export function asksForHelp(argv: readonly string[], parsed: ReadWords): boolean {
  const { program, options, operands } = parsed
  if (program === undefined) return false
  const at = argv.findIndex((word) => word === '--help' || word === '--version' || word === '-h')
  if (at < 0 || !isForHelp(argv, at, parsed)) return false
  return (
    !program.forms.some(({ taking }) => taking.some(({ role }) => handsOn.test(role))) &&
    operands.every((operand) => operand.at > at) &&
    options.every((option) => option.at >= at || (option.value === undefined && option.roles.length === 0))
  )
}

function isForHelp(argv: readonly string[], at: number, { program, path, options }: ReadWords): boolean {
  const word = argv[at]
  if (!options.some((option) => option.at === at && option.value === undefined)) return false
  if (word === '--version') return path.length === 1
  // `docker run -h` takes a name, `shutdown -h` halts.
  return (
    word === '--help' || (at === argv.length - 1 && path.length > 1 && program?.option('-h') === undefined)
  )
}
