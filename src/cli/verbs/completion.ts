import { Argument, type Command } from 'commander'
import type { Host } from '../../run/host.ts'
import { completion, type Shell, shells } from '../completion.ts'

export function addCompletion(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('completion')
    .helpGroup('More:')
    .description('print what makes a shell complete verbs, options and their values')
    .addArgument(new Argument('<shell>', 'the shell').choices([...shells]))
    .addHelpText(
      'after',
      [
        '',
        'bash  eval "$(hooks completion bash)"      in ~/.bashrc',
        'zsh   eval "$(hooks completion zsh)"       in ~/.zshrc, behind compinit',
        'fish  hooks completion fish | source       in ~/.config/fish/config.fish',
      ].join('\n'),
    )
    .action((shell: Shell) => {
      host.out(completion(program, shell))
      exit(0)
    })
}
