// Every test file has the parts that the command loads when they are needed.
import * as cel from '../../src/cel.ts'
import * as code from '../../src/code.ts'
import * as facts from '../../src/facts.ts'
import * as programs from '../../src/facts/programs/sections.ts'
import { loadOnDemandWith } from '../../src/on-demand.ts'
import * as re2 from '../../src/re2.ts'
import * as shell from '../../src/shell.ts'

export const onDemandParts = { cel, re2, facts, shell, programs, code }
loadOnDemandWith((name) => onDemandParts[name])
