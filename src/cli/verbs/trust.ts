import type { Command } from 'commander'
import type { Host } from '../../run/host.ts'
import { trust, type TrustOptions } from '../trust.ts'

export function addTrust(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('trust')
    .helpGroup('Set up:')
    .description('show what presets of packages say that nobody has accepted, and accept it in hooks.lock')
    .option('--yes', 'accept without asking, for scripts')
    .addHelpText('after', '\nExit code: 0 all is accepted, 1 it is not')
    .action((options: TrustOptions) => exit(trust(host, options)))
}
