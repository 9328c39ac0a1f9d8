import type { Command } from 'commander'
import { dialects } from '../catalog.ts'
import { events } from '../model/events.ts'
import { bashCompletion } from './completion/bash.ts'
import { fishCompletion } from './completion/fish.ts'
import { type Known, verbOf } from './completion/verb.ts'
import { zshCompletion } from './completion/zsh.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The names under which the command is installed. */
const names = ['hooks', 'hooks-yaml']

/** `hooks completion`: what a shell sources to complete verbs, options and their values. */
export function completion(program: Command, shell: Shell): string {
  const agents = dialects.filter(({ agentless }) => agentless !== true).map(({ name }) => name)
  const known: Known = {
    agent: agents,
    as: agents,
    from: dialects.map(({ name }) => name),
    event: Object.keys(events),
    verb: program
      .createHelp()
      .visibleCommands(program)
      .map((command) => command.name()),
  }
  const verb = verbOf(program, known)
  switch (shell) {
    case 'bash':
      return bashCompletion(verb, names)
    case 'zsh':
      return zshCompletion(verb, names)
    case 'fish':
      return fishCompletion(verb, names)
  }
}
