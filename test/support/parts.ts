// The parts of the program that a test in this process loads, as bin.cjs loads their files.
import * as builtins from '../../src/builtins.ts'
import * as cel from '../../src/cel.ts'
import * as code from '../../src/code.ts'
import * as show from '../../src/commands/show.ts'
import * as compile from '../../src/compile.ts'
import * as decide from '../../src/decide.ts'
import * as facts from '../../src/facts.ts'
import * as programs from '../../src/facts/programs/sections.ts'
import * as frontMatter from '../../src/front-matter.ts'
import * as plain from '../../src/plain.ts'
import * as re2 from '../../src/re2.ts'
import * as scripts from '../../src/scripts.ts'
import * as shell from '../../src/shell.ts'

const parts: Readonly<Record<string, unknown>> = {
  builtins,
  cel,
  code,
  compile,
  decide,
  'decide-shell': { ...decide, ...facts, ...shell, ...programs },
  'decide-scripts': { ...decide, ...scripts },
  facts,
  'front-matter': frontMatter,
  plain,
  programs,
  re2,
  scripts,
  shell,
  show,
}

export function loadPart(part: string): unknown {
  if (!Object.hasOwn(parts, part)) throw new Error(`no part ${part} here`)
  return parts[part]
}
