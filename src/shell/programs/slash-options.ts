// Options as PowerShell and commands of Windows take them.
import type { Option, ProgramNotation } from './notation.ts'

export const noRoles: readonly string[] = []

export const unknownOption = (name: string): Option => ({
  name,
  spellings: noRoles,
  roles: noRoles,
  joined: false,
  implies: noRoles,
})

/** PowerShell takes any case, and the beginning that only one has. */
export function parameterOf(word: string, program: ProgramNotation): Option {
  const wanted = word.toLowerCase()
  const all = program.options()
  const cut = all.filter(({ implies }) => implies.length === 0)
  return (
    onlyOne(all, (each) => each === wanted) ??
    onlyOne(cut, (each) => each.startsWith(wanted)) ??
    unknownOption(word)
  )
}

function onlyOne(options: readonly Option[], test: (spelling: string) => boolean): Option | undefined {
  const found = options.filter(({ spellings }) => spellings.some((each) => test(each.toLowerCase())))
  return found.length === 1 ? found[0] : undefined
}

export interface Switch {
  readonly option: Option
  readonly value?: string
}

function slashOption(name: string, program: ProgramNotation): Option | undefined {
  if (!program.traits.has('cmdlet')) return program.option(name)
  const option = parameterOf(name.replace('/', '-'), program)
  return option.spellings.length === 0 ? undefined : option
}

/** `/ah-s` of `del`. */
const attributes = /^(?:-?[rhsailo])+$/i

/** `/s/q`, `/w:5`, `/cdel`, and with a second slash for Git Bash: undefined for a word that is a path. */
export function switchesIn(word: string, program: ProgramNotation): readonly Switch[] | undefined {
  if (!program.traits.has('slashes')) return undefined
  const known = new Map<string, Option | undefined>()
  const find = (name: string): Option | undefined => {
    if (!known.has(name)) known.set(name, slashOption(name, program))
    return known.get(name)
  }
  const found: Switch[] = []
  for (let rest = word.replace(/^\/(?=\/)/, ''); rest !== '';) {
    const [whole = '', name = '', value] = /^(\/-?(?:\?|[a-z]+))(?:(?=\/|$)|:([^]*)$)/i.exec(rest) ?? []
    const option = name === '' ? undefined : find(name.toLowerCase())
    if (option === undefined) {
      const taking = program.traits.has('cmdlet') ? undefined : find(rest.slice(0, 2).toLowerCase())
      const joined = rest.slice(2)
      const isValue = taking?.joined === true ? attributes.test(joined) : taking?.roles.length === 1
      return taking !== undefined && isValue ? [...found, { option: taking, value: joined }] : undefined
    }
    const isAgain = found.some((each) => each.option === option)
    if (!isAgain || value !== undefined) found.push({ option, ...(value !== undefined && { value }) })
    rest = rest.slice(whole.length)
  }
  return found
}
