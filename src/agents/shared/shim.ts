// The shim: the one file that says where Node and this package are. Agents' settings name it, so it may change without them.
import { basename, join } from 'node:path'
import type { Scope } from './agent.ts'

export const shimName = 'hooks-agent'

export interface ShimPrograms {
  /** Absolute paths of Node and the program that an agent's hook runs. */
  readonly node: string
  /** Absent where only projects' own packages are installed: lines name those themselves. */
  readonly bin?: string
}

/** Below a home directory. */
export const SHIM = `.local/share/hooks/bin/${shimName}`

export interface Homes {
  readonly home: string
  /** By the list of users. */
  readonly accountHome?: string | undefined
}

/** A copy of the native caller, which agents start that need no shell: it says what is missing when the package is gone. */
export function callerPath(shim: string, agent: string): string {
  return `${shim}.${agent}`
}

/** A project's settings name nobody's home, and no environment: their line looks in that of the list of users. */
export function shimPath(scope: Scope, { home, accountHome = home }: Homes): string {
  return join(scope === 'project' ? accountHome : home, SHIM)
}

/** The same in a shell. Where `id` knows no name, or `~` no such user, the path begins at the root of the disk. */
export const accountShim = `s=$(eval echo ~$(/usr/bin/id -un || echo .)); s=\${s##[!/]*}/${SHIM}`

/** Bash takes functions from the environment, of any name; after the first of these, `unset` is none of them. */
export const withoutFunctions = (...names: readonly string[]): string =>
  `POSIXLY_CORRECT=1; unset -f '[' cd command echo printf${names.map((name) => ` ${name}`).join('')}`

/**
 * Read by the line in an agent's settings, which goes on when nothing can be started. The machine's earlier copies stay
 * behind the new one: they answer when it is removed. Version 0.1 ran the shim as a program, without an event.
 */
export function shimText({ node, bin }: ShimPrograms, before = ''): string {
  const copies = [...new Set([...(bin === undefined ? [] : [quote(bin)]), ...copiesIn(before)])]
  return `#!/bin/sh
# Written by "hooks install"; "hooks uninstall" removes it. Starts hooks for the agent in $1 and its event in $2: a
# project's own copy in $3, otherwise the machine's.
${withoutFunctions()}
node=${quote(node)}
bin=\${3-}
${copies
  .slice(0, MAX_COPIES)
  .map((copy) => `[ -f "$bin" ] || bin=${copy}\n`)
  .join('')}start=\${bin%/*}/start.sh
if [ -f "$bin" ] && [ -r "$start" ]; then . "$start"; fi
if [ ! -f "$bin" ]; then gone=$bin; else gone=$start; fi
echo "hooks: $gone: no such file" >&2
if [ $# -lt 2 ]; then
  echo "hooks cannot run, so nothing is allowed. Install it again: npx hooks-yaml install $1" >&2
  exit 2
fi
`
}

/** What a shim starts; undefined when this is none. */
export function programsIn(shim: string): ShimPrograms | undefined {
  const [, node] = /^node=(.+)$/m.exec(shim) ?? []
  if (node === undefined) return undefined
  const [bin] = copiesIn(shim)
  return { node: unquoted(node), ...(bin !== undefined && { bin: unquoted(bin) }) }
}

function unquoted(word: string): string {
  return word.replace(/^'(.*)'$/s, '$1').replaceAll("'\\''", "'")
}

const MAX_COPIES = 5

/** Quoted, the newest first. */
function copiesIn(shim: string): readonly string[] {
  return [...shim.matchAll(/^(?:\[ -f "\$bin" \] \|\| )?bin=([^$\s].*)$/gm)].map(([, copy = '']) => copy)
}

/** Whether this command is ours, wherever the shim is, with or without a shell, or in the form of version 0.1. */
export function isShimCommand(command: unknown, agent: string): boolean {
  if (typeof command !== 'string') return false
  if (basename(command) === callerPath(shimName, agent)) return true
  const line = command.replace(/^POSIXLY_CORRECT=1; unset -f [^;]*; /, '')
  if (line.startsWith(`set -- ${agent} `)) return line.includes(`/${shimName}`)
  if (!command.endsWith(` ${agent}`)) return false
  const program = command.slice(0, -agent.length - 1)
  return basename(program.replace(/^'(.*)'$/s, '$1')) === shimName
}

/** A word of a shell line. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
