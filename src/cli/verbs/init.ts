import type { Command } from 'commander'
import type { Host } from '../../run/host.ts'
import { init } from '../init.ts'

export function addInit(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('init')
    .helpGroup('Write:')
    .description('look at the project and write a first hooks.yaml with examples that pass')
    .option('--dry-run', 'print it, write nothing')
    .option('--force', 'when there is one already: put it aside as hooks.yaml.bak')
    .action(({ dryRun, force }: { dryRun?: true; force?: true }) =>
      exit(init(host, { dryRun: dryRun === true, force: force === true })),
    )
}
