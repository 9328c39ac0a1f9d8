// Regular expressions that take time in proportion to the text, for what the engine of the language does not promise.
import { RE2JS } from 're2js'
import { moveSurrogates, translateToRe2 } from './translate.ts'
import type { LinearRegex } from '../../model/types.ts'

/** Larger ones take too long to make. */
const MAX_INSTRUCTIONS = 1024
/** Instructions times characters. */
const MAX_STEPS = 1 << 24
const MAX_CHARACTERS = 1 << 20

/** What a regex of JavaScript says. Throws with the reason where that cannot be said in so many instructions. */
export function compileLinear(source: string, flags: string, most = MAX_INSTRUCTIONS): LinearRegex {
  const linear = compile(translateToRe2(source, flags), flagsOf(flags), most)
  const isByLine = flags.includes('m') && /[$^]/.test(source)
  return {
    test(text) {
      if (isByLine && /[\r\u2028\u2029]/.test(text)) throw new RangeError('its lines end in different ways')
      if (flags.includes('i') && /[\u017f\u212a]/.test(text))
        throw new RangeError('it has letters of two cases in one')
      return linear.test(moveSurrogates(text))
    },
  }
}

/** A regex in RE2's own words, as CEL has it. */
export function compileRe2(pattern: string): LinearRegex {
  return compile(pattern, 0, MAX_INSTRUCTIONS)
}

function compile(pattern: string, flags: number, mostInstructions: number): LinearRegex {
  const regex = RE2JS.compile(pattern, flags)
  const size = regex.programSize()
  if (size > mostInstructions) throw new RangeError('it is too large')
  const most = Math.min(MAX_CHARACTERS, Math.floor(MAX_STEPS / size))
  return {
    test(text) {
      if (text.length > most) throw new RangeError(`text of ${text.length} characters is too long for it`)
      return regex.test(text)
    },
  }
}

function flagsOf(flags: string): number {
  return (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes('m') ? RE2JS.MULTILINE : 0)
}
