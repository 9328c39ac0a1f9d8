// The one command that agents' settings name: it stays the same while Node and this package move.
import { basename, join } from 'node:path'
import type { Env } from '../types.ts'

export const shimName = 'hooks-agent'

export interface Programs {
  /** Absolute paths of the Node and the program that an agent's hook shall run. */
  readonly node: string
  readonly bin: string
}

export function shimPath(env: Env, home: string): string {
  const data = env['XDG_DATA_HOME']
  return join(data?.startsWith('/') === true ? data : join(home, '.local', 'share'), 'hooks', 'bin', shimName)
}

/** Without Node nothing may pass that hooks.yaml guards, so it exits 2; on "no such file" Claude Code does not keep a turn from ending, which else would go round and round. */
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

/** Is this a command line of ours, wherever its shim stands? */
export function isShimCommand(command: unknown, agent: string): boolean {
  if (typeof command !== 'string' || !command.endsWith(` ${agent}`)) return false
  const program = command.slice(0, -agent.length - 1)
  return basename(program.replace(/^'(.*)'$/s, '$1')) === shimName
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
