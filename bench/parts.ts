// The parts that the command loads when they are needed, here at once.
import * as cel from '../src/cel.ts'
import * as code from '../src/code.ts'
import * as facts from '../src/facts.ts'
import * as programs from '../src/facts/programs/sections.ts'
import { loadOnDemandWith } from '../src/on-demand.ts'
import * as re2 from '../src/re2.ts'
import * as shell from '../src/shell.ts'

const parts = { cel, code, facts, programs, re2, shell }

export function loadParts(): void {
  loadOnDemandWith((name) => parts[name])
}
