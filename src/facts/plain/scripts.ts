// The scripts of package.json that a command runs: `npm test`, `npm run build -- --watch`, `pnpm lint`.
import { posix } from 'node:path'
import { field } from '../../plain-object.ts'
import type { Disk } from './words.ts'

export interface Project {
  readonly root: string
  readonly disk: Pick<Disk, 'kind' | 'read'>
}

interface ScriptCall {
  readonly script: string
  /** What is given to it. */
  readonly rest: readonly string[]
  /** Without such a script it is something else. */
  readonly mustBe: boolean
}

const MOST_CHARACTERS = 64_000
const MOST_STEPS = 40

const runners = new Set(['npm', 'pnpm', 'yarn', 'bun'])
/** Scripts that are no subcommands of pnpm and yarn. */
const named = /^(?:build|dev|lint|format|typecheck|e2e|\w+:[\w:-]+)$/

/** Those that `run` knows by other names too. */
const known = /^(?:test|start)$/
const alike = /^(?:test|start|t|tst|stop|restart)$/

/** Undefined for what else they do. */
export function scriptCall([runner = '', verb = '', ...words]: readonly string[]): ScriptCall | undefined {
  if (!runners.has(runner)) return undefined
  const isRun = verb === 'run'
  const isShort = /^p?npm$|^yarn$/.test(runner) && known.test(verb)
  const isNamed = /^pnpm$|^yarn$/.test(runner) && named.test(verb)
  const [script = '', ...rest] = isRun ? words : [verb, ...words]
  if (!(isRun || isShort || isNamed) || !/^\w[\w:.-]*$/.test(script)) return undefined
  if (isRun && alike.test(script.toLowerCase()) && !known.test(script)) return undefined
  // Options in front of the first word, or anywhere, are the runner's own.
  const own = isNamed ? rest : isShort || known.test(script) ? rest.slice(0, 1) : []
  const isGiven = rest[0] === '--'
  if (!isGiven && own.some((word) => word.startsWith('-'))) return undefined
  return rest.some((word) => word.includes("'"))
    ? undefined
    : { script, rest: rest.filter((word) => word !== '--'), mustBe: isNamed }
}

/** What runs before it, itself with its words, and what runs after it; undefined where there has to be one and is none. */
export function textsOfScript(
  { script, rest, mustBe }: ScriptCall,
  dir: string,
  project: Project,
): readonly string[] | undefined {
  const scripts = scriptsAbove(dir, project)
  if (mustBe && field(scripts, script) === undefined) return undefined
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
