// The scripts of package.json that a command runs: `npm test`, `npm run build -- --watch`.
import { posix } from 'node:path'
import { field } from '../../plain-object.ts'
import type { Disk } from './words.ts'

interface Project {
  readonly root: string
  readonly disk: Disk
}

interface ScriptCall {
  readonly script: string
  /** What is given to it. */
  readonly rest: readonly string[]
}

const MOST_CHARACTERS = 64_000
const MOST_STEPS = 40

/** Undefined for what else npm does. */
export function npmCall([, verb = '', ...words]: readonly string[]): ScriptCall | undefined {
  const [script = '', ...rest] = verb === 'run' ? words : [verb, ...words]
  if (!['run', 'test', 'start'].includes(verb) || !/^\w[\w:.-]*$/.test(script)) return undefined
  return { script, rest: rest.filter((word) => word !== '--') }
}

/** What runs before it, itself with its words, and what runs after it. */
export function textsOfScript(
  { script, rest }: ScriptCall,
  dir: string,
  project: Project,
): readonly string[] {
  const scripts = scriptsAbove(dir, project)
  return [`pre${script}`, script, `post${script}`].flatMap((name) => {
    const text = field(scripts, name)
    if (typeof text !== 'string') return []
    return [name === script ? [text, ...rest.map(quoted)].join(' ') : text]
  })
}

/** Those of the nearest package.json up to the root. */
function scriptsAbove(dir: string, { root, disk }: Project): unknown {
  let at = dir
  for (let steps = 0; at.startsWith(root) && steps < MOST_STEPS; steps++) {
    const path = posix.join(at, 'package.json')
    const text = path.startsWith(`${root}/`) && disk.kind(path) === 'file' ? disk.read(path) : undefined
    if (text !== undefined && text.length <= MOST_CHARACTERS) return parsed(text)
    if (at === '/') break
    at = posix.dirname(at)
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return field(JSON.parse(text), 'scripts')
  } catch {
    return undefined
  }
}

const quoted = (word: string): string => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word}'`)
