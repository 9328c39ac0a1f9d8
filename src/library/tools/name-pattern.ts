import { compileLinear } from '../../patterns/regex/re2.ts'
import type { LinearRegex } from '../../model/types.ts'
import { ToolMistake } from './tool.ts'

/** Enough for any name. */
const MAX_INSTRUCTIONS = 10_000

/** A glob over file names: `*`, `?`, `[a-z]`, `\` before what stands for itself. A name has no slash, so a pattern with one meets none. */
export function compileNamePattern(glob: string): (name: string) => boolean {
  let source = ''
  for (let at = 0; at < glob.length; at++) {
    const unit = glob[at] ?? ''
    if (unit === '*') source += '[^/]*'
    else if (unit === '?') source += '[^/]'
    else if (unit === '[') {
      const set = classAt(glob, at)
      source += set.source
      at = set.end
    } else if (unit === '\\') source += literal(glob[++at] ?? '\\')
    else source += literal(unit)
  }
  const pattern = compiled(`^${source.replace(/(?:\[\^\/\]\*)+/g, '[^/]*')}$`, glob)
  return (name) => pattern.test(name)
}

/** In linear time: names and patterns may be made for one another. */
function compiled(source: string, glob: string): LinearRegex {
  try {
    return compileLinear(source, '', MAX_INSTRUCTIONS)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ToolMistake(`the pattern ${glob} cannot be used: ${why}`)
  }
}

function classAt(glob: string, from: number): { readonly source: string; readonly end: number } {
  const end = glob.indexOf(']', from + 2)
  if (end < 0) throw new ToolMistake(`the pattern ${glob} has a [ without a ]`)
  const inner = glob.slice(from + 1, end)
  const isNot = inner.startsWith('!') || inner.startsWith('^')
  const members = inner.slice(isNot ? 1 : 0).replace(/[\\\]^]/g, '\\$&')
  const source = `[${isNot ? '^' : ''}${members}]`
  if (!isRegex(source)) throw new ToolMistake(`the pattern ${glob} has a range that runs backwards`)
  return { source, end }
}

function literal(unit: string): string {
  return unit.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')
}

function isRegex(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp
  } catch {
    return false
  }
}
