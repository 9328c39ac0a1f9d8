import type { Command } from 'commander'
import { dialects } from '../../catalog.ts'
import type { Call } from '../../run/call.ts'
import { events } from '../../model/events.ts'
import {
  bashCompletion,
  describeCommand,
  fishCompletion,
  type KnownValues,
  zshCompletion,
} from './completion-scripts.ts'

export const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

const names = ['hooks', 'hooks-yaml']

export function completion(
  host: Call,
  shell: keyof typeof shells,
  { command: { parent: program } }: { readonly command: Command },
): number {
  if (program === null) throw new Error('completion stands below the program')
  const agents = dialects.filter(({ agentless }) => agentless !== true).map(({ name }) => name)
  const known: KnownValues = {
    agent: agents,
    as: agents,
    from: dialects.map(({ name }) => name),
    event: Object.keys(events),
    command: program
      .createHelp()
      .visibleCommands(program)
      .map((command) => command.name()),
  }
  host.out(shells[shell](describeCommand(program, known), names))
  return 0
}
