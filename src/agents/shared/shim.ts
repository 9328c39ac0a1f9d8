// The shim: the one command in agents' settings. Its path stays the same when Node or this package moves.
import { basename, join } from 'node:path'
import type { Env } from '../../model/types.ts'

export const shimName = 'hooks-agent'

export interface Programs {
  /** Absolute paths of Node and the program that an agent's hook runs. */
  readonly node: string
  readonly bin: string
}

export function shimPath(env: Env, home: string): string {
  const data = env['XDG_DATA_HOME']
  return join(data?.startsWith('/') === true ? data : join(home, '.local', 'share'), 'hooks', 'bin', shimName)
}

/** Exits 2 without Node, so that no guarded call passes. Claude Code ignores "no such file" when a turn ends, which avoids an endless loop. */
export function shimText({ node, bin }: Programs): string {
  return `#!/bin/sh
# Written by "hooks install"; "hooks uninstall" removes it. Starts hooks for the agent named in $1.
node=${quote(node)}
bin=${quote(bin)}
if [ -x "$node" ] && [ -f "$bin" ]; then
  exec "$node" "$bin" run --agent "$1"
fi
if [ -x "$node" ]; then gone=$bin; else gone=$node; fi
echo "hooks cannot run, so nothing is allowed: $gone: no such file. Install it again: npx hooks-yaml install $1" >&2
exit 2
`
}

/** The command line for one agent. */
export function shimCommand(path: string, agent: string): string {
  return `${/^[\w@%+=:,./-]+$/.test(path) ? path : quote(path)} ${agent}`
}

/** Whether this command line calls our shim, wherever it is installed. */
export function isShimCommand(command: unknown, agent: string): boolean {
  if (typeof command !== 'string' || !command.endsWith(` ${agent}`)) return false
  const program = command.slice(0, -agent.length - 1)
  return basename(program.replace(/^'(.*)'$/s, '$1')) === shimName
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
