// Whether an agent started this process: by what it sets in the environment, or by its program among the ancestors.
import type { AgentDefinition } from '../../agents/shared/agent.ts'
import { agents } from '../../catalog.ts'
import { visible } from '../../patterns/text/terminal-text.ts'
import type { Host, RunningProgram } from '../../run/call.ts'

type Around = Pick<Host, 'env' | 'ancestors'>

/** Set for everything that runs inside of an agent, whichever it is. */
const commonVariables = ['AI_AGENT', 'HOOKS_DEPTH']

/** How it shows that this runs inside an agent, as a clause; undefined when it does not. */
export function agentMark({ env, ancestors }: Around): string | undefined {
  const variables = [...agents.flatMap(({ variables: own = [] }) => own), ...commonVariables]
  const variable = variables.find((name) => (env[name] ?? '') !== '')
  if (variable !== undefined) return `${variable} is set`
  for (const program of ancestors()) {
    const agent = agents.find((each) => isProgramOf(each, program))
    if (agent !== undefined) return `${agent.name} (${visible(program.name)}) started it`
  }
  return undefined
}

/** Whether the agent that calls us was started below another: something else, like a shell, runs between them. */
export function isBelowAgent({ ancestors }: Pick<Host, 'ancestors'>): boolean {
  const isAgent = ancestors().map((program) => agents.some((each) => isProgramOf(each, program)))
  return isAgent.filter((is, at) => is && isAgent[at - 1] !== true).length > 1
}

const interpreters = new Set(['node', 'bun', 'deno', 'sh', 'bash', 'dash', 'zsh', 'python', 'python3'])

/** An editor is none: a person types in its terminal. */
function isProgramOf(
  { programs = [], editors = [], packages = [] }: AgentDefinition,
  program: RunningProgram,
): boolean {
  const [first = '', ...rest] = program.argv
  const script = interpreters.has(baseName(first)) ? rest.find((word) => !word.startsWith('-')) : undefined
  const names = [program.name, first, script ?? ''].map(baseName)
  const own = programs.filter((name) => !editors.includes(name))
  return own.some((name) => names.includes(name)) || (script !== undefined && isIn(script, packages))
}

function isIn(script: string, packages: readonly string[]): boolean {
  const file = script.replaceAll('\\', '/')
  return packages.some((name) => file.includes(`/node_modules/${name}/`))
}

/** A title that a program gave itself is one word with its options. */
function baseName(word: string): string {
  const [last = ''] = word.split(/[/\\]/).slice(-1)
  return (last.split(' ')[0] ?? '').toLowerCase().replace(/\.(?:exe|cmd|[cm]?js)$/, '')
}
