// The rare parts of the program, for tests in this process.
import * as parser from 'unbash'
import * as cel from '../../src/matchers/cel/cel.ts'
import * as re2 from '../../src/patterns/regex/re2.ts'
import type { CompileContext, Loaders } from '../../src/model/types.ts'

export const loaders: Loaders = { parser: () => parser, linear: () => re2, cel: () => cel }

/** What a matcher of a deny is compiled with. */
export const context: CompileContext = { ...loaders, quantifier: 'some' }
