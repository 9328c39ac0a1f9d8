import { Argument, type Command } from 'commander'
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

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

const names = ['hooks', 'hooks-yaml']

export function addCompletion(program: Command, host: Call, exit: (code: number) => void): void {
  program
    .command('completion')
    .helpGroup('More:')
    .description('print the code that makes a shell complete commands, options and their values')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      [
        '',
        'bash  eval "$(hooks completion bash)"      in ~/.bashrc',
        'zsh   eval "$(hooks completion zsh)"       in ~/.zshrc, after compinit',
        'fish  hooks completion fish | source       in ~/.config/fish/config.fish',
      ].join('\n'),
    )
    .action((shell: keyof typeof shells) => {
      host.out(completionFor(program, shell))
      exit(0)
    })
}

function completionFor(program: Command, shell: keyof typeof shells): string {
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
  return shells[shell](describeCommand(program, known), names)
}
