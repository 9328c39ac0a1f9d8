// A Makefile as variables and rules; what only make can work out stays a variable of the shell, which nothing sets.

export interface MakeRule {
  readonly targets: readonly string[]
  readonly needs: readonly string[]
  readonly recipe: readonly string[]
}

export interface Makefile {
  readonly rules: readonly MakeRule[]
  readonly variables: Map<string, string>
  readonly phony: ReadonlySet<string>
  /** What `!=` and `$(shell …)` run while it is read. */
  readonly shells: readonly string[]
}

export interface MakeInput {
  /** The text of a file that is included. */
  include(name: string): string | undefined
  /** Given on the command line; the file does not change them. */
  readonly given: ReadonlyMap<string, string>
}

interface MutableRule extends MakeRule {
  readonly recipe: string[]
}

interface MutableMakefile extends Makefile {
  readonly rules: MutableRule[]
  readonly phony: Set<string>
  readonly shells: string[]
}

const assignment = /^\s*(?:(?:export|override|private)\s+)*([\w.-]+)\s*(:{0,3}=|\?=|\+=|!=)\s*([^]*)$/
const conditional = /^\s*(?:ifn?eq|ifn?def|else|endif|vpath|undefine|unexport|export)\b/

export function readMakefile(text: string, input: MakeInput): Makefile {
  const made: MutableMakefile = { rules: [], variables: new Map(input.given), phony: new Set(), shells: [] }
  readLines(text, made, input)
  return made
}

/** Of a conditional, both branches count. */
function readLines(text: string, made: MutableMakefile, input: MakeInput): void {
  const lines = text
    .replaceAll('\r', '')
    .replaceAll(/\\\n(?!\t)\s*/g, ' ')
    .replaceAll('\\\n\t', '\\\n')
    .split(/(?<!\\)\n/)
  let rule: MutableRule | undefined
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, defined] = /^\s*define\s+([\w.-]+)/.exec(line) ?? []
    if (defined !== undefined) {
      const end = lines.findIndex((each, index) => index > at && /^\s*endef\b/.test(each))
      const last = end < 0 ? lines.length : end
      setVariable(made, input, { name: defined, value: lines.slice(at + 1, last).join('\n') })
      at = last
    } else if (line.startsWith('\t') && rule !== undefined) rule.recipe.push(line.slice(1))
    else rule = readLine(line, made, input) ?? (isBlank(line) || conditional.test(line) ? rule : undefined)
  }
}

const isBlank = (line: string): boolean => /^\s*(?:#|$)/.test(line)

/** The rule that begins there. */
function readLine(line: string, made: MutableMakefile, input: MakeInput): MutableRule | undefined {
  if (isBlank(line) || conditional.test(line)) return undefined
  const plain = line.replace(/(?<!\\)#.*$/s, '')
  const [, included] = /^\s*(?:-|s)?include\s+(.+)$/.exec(plain) ?? []
  if (included !== undefined) {
    for (const name of wordsOf(expandMake(included, made.variables)))
      readLines(input.include(name) ?? '', made, input)
    return undefined
  }
  const [, name, sign = '=', value = ''] = assignment.exec(plain) ?? []
  if (name !== undefined) {
    setVariable(made, input, { name, sign, value })
    return undefined
  }
  return readRule(plain, made)
}

interface MakeVariable {
  readonly name: string
  readonly sign?: string
  readonly value: string
}

function setVariable(
  made: MutableMakefile,
  { given }: MakeInput,
  { name, sign = '=', value }: MakeVariable,
): void {
  const { variables, shells } = made
  if (sign === '!=') shells.push(expandMake(value, variables))
  if (sign.startsWith(':') || sign === '!=')
    for (const [, text = ''] of value.matchAll(/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))
      shells.push(expandMake(text, variables))
  if (given.has(name) || (sign === '?=' && variables.has(name))) return
  const before = sign === '+=' ? `${variables.get(name) ?? ''} ` : ''
  const own = sign === '!=' ? `$(shell ${value})` : value
  variables.set(name, before + (sign.startsWith(':') ? ownValue(own, variables) : own))
}

/** A variable that grows by itself is worked out at once. */
const ownValue = (value: string, variables: Makefile['variables']): string =>
  value.replaceAll(/\$[({]([\w.-]+)[)}]/g, (all, name: string) => variables.get(name) ?? all)

function readRule(line: string, made: MutableMakefile): MutableRule | undefined {
  const [, heads = '', tail = ''] = /^([^:=]+)::?(?!=)([^]*)$/.exec(line) ?? []
  const targets = wordsOf(expandMake(heads, made.variables))
  if (targets.length === 0) return undefined
  const [needs = '', ...first] = tail.split(';')
  if (assignment.test(needs)) return undefined
  const all = wordsOf(expandMake(needs, made.variables)).filter((word) => word !== '|')
  if (targets.includes('.PHONY')) for (const each of all) made.phony.add(each)
  const rule = { targets, needs: all, recipe: first.length === 0 ? [] : [first.join(';').trim()] }
  made.rules.push(rule)
  return rule
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

const MAX_EXPANSIONS = 2000

/** `$(shell x)` is the shell's own `$(x)`; a function, or a variable that nothing sets, becomes one of the shell. */
export function expandMake(
  text: string,
  variables: Makefile['variables'],
  own: ReadonlyMap<string, string> = new Map(),
): string {
  let left = MAX_EXPANSIONS
  const expand = (part: string, depth: number): string => {
    if (depth > 20 || !part.includes('$')) return part
    let made = ''
    for (let at = 0; at < part.length; at++) {
      if (part[at] !== '$' || left-- <= 0) {
        made += part[at] ?? ''
        continue
      }
      const next = part[at + 1] ?? ''
      const end = next === '(' || next === '{' ? closing(part, at + 1) : at + 1
      const name = end > at + 1 ? part.slice(at + 2, end) : next
      at = end
      made += next === '$' ? '$' : valueOf(name, depth)
    }
    return made
  }
  const valueOf = (name: string, depth: number): string => {
    const shell = /^shell\s+([^]*)$/.exec(name)?.[1]
    if (shell !== undefined) return `$(${expand(shell, depth + 1)})`
    const found = own.get(name) ?? variables.get(name) ?? builtIn[name]
    if (found !== undefined) return expand(found, depth + 1)
    return `\${${/^[A-Za-z_]\w*/.exec(name)?.[0] ?? 'make'}}`
  }
  return expand(text, 0)
}

const builtIn: Readonly<Record<string, string>> = { MAKE: 'make', RM: 'rm -f', CURDIR: '.', SHELL: '/bin/sh' }

function closing(text: string, open: number): number {
  const sign = text[open] === '(' ? ')' : '}'
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === text[open]) depth++
    if (text[at] === sign && --depth === 0) return at
  }
  return text.length
}
