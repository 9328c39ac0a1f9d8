import { configuredPath } from '../configured-path.ts'
import type { WorkspaceOptions as Written } from '../generated/options.ts'
import { relativeTo } from '../paths.ts'
import type { Builtin, Outcome } from '../types.ts'
import { accessOf, mapPaths } from './workspace/paths.ts'

export type WorkspaceOptions = Readonly<Required<Written>>

export const workspace: Builtin<WorkspaceOptions> = {
  name: 'workspace',
  summary:
    'Denies file tools that would write outside of certain directories, links followed; what shell commands write it does not see.',
  events: ['PreToolUse'],
  effects: 'none',
  guards: true,
  examples: [
    {
      name: 'denies a write outside',
      with: {},
      event: {
        event: 'PreToolUse',
        tool_name: 'Write',
        tool_input: { file_path: '/etc/hosts', content: '' },
      },
      outcome: {
        decision: 'deny',
        reason: '/etc/hosts is outside of the workspace. Files may be written in /home/dana/src/shop only.',
      },
    },
    {
      name: 'lets a read outside pass',
      with: {},
      event: { event: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: '/etc/hosts' } },
      outcome: {},
    },
    {
      name: 'makes relative paths absolute',
      with: { rewrite_relative: true },
      event: {
        event: 'PreToolUse',
        tool_name: 'Write',
        tool_input: { file_path: 'src/cart.ts', content: '' },
      },
      outcome: { updated_input: { file_path: '/home/dana/src/shop/src/cart.ts', content: '' } },
    },
  ],
  compile: (options) => {
    const { roots, reads, rewrite_relative } = options
    return ({ event }, { env, files }) => {
      const access = event.tool_name === undefined ? undefined : accessOf(event.tool_name, event.tool_input)
      if (access === undefined) return {}
      const paths: string[] = []
      const changed = mapPaths(event.tool_input, (path) => {
        const absolute = configuredPath(path.replace(/^file:\/\//, ''), { root: event.cwd, env })
        paths.push(absolute)
        return rewrite_relative && isRelative(path) ? absolute : path
      })
      if (access === 'write' || reads === 'roots') {
        const allowed = roots.map((root) => files.real(configuredPath(root, { root: event.root, env })))
        const outside = paths.find((path) => !allowed.some((root) => holds(root, files.real(path))))
        if (outside !== undefined) return denied(outside, access, allowed)
      }
      return changed === event.tool_input ? {} : { updated_input: changed }
    }
  },
}

/** `~` and `C:\` are as absolute as `/`. */
function isRelative(path: string): boolean {
  return path !== '' && !/^(?:[/\\~]|[A-Za-z]:[\\/]|[a-z]+:\/\/)/.test(path)
}

const slashed = (path: string): string => path.replaceAll('\\', '/')

function holds(root: string, path: string): boolean {
  return relativeTo(slashed(root), slashed(path)) !== undefined
}

function denied(path: string, access: 'read' | 'write', allowed: readonly string[]): Outcome {
  const may = access === 'write' ? 'written' : 'read'
  return {
    decision: 'deny',
    reason: `${path} is outside of the workspace. Files may be ${may} in ${allowed.join(', ')} only.`,
  }
}
