import type { Command } from 'commander'
import type { Host } from '../../run/host.ts'
import type { ExplainOptions } from '../explain/asked.ts'
import { explain } from '../explain.ts'

export function addExplain(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('explain')
    .helpGroup('Write:')
    .description('what a call would do, what each rule makes of it, and who decides')
    .argument('[what...]', "a command in quotes, a payload's JSON file, or - for stdin")
    .option('--prompt', 'the text is a prompt of the user')
    .option('--write <path>', 'a tool writes this file; the text is what it writes')
    .option('--read <path>', 'a tool reads this file')
    .option('--tool <name>', 'another tool; the text is its input as JSON')
    .option('--last', 'the last call an agent made here; with --event the last event of that name')
    .option('--event <name>', 'when the rules are asked (default: PreToolUse)')
    .option('--agent <name>', 'the agent that makes the call or sent the payload; else one that is installed')
    .option('--cwd <dir>', 'where the call would be made')
    .option('--root <dir>', 'the project; else the one of that directory')
    .option('--config <file>', "use this file instead of the project's own; may be given again", collect)
    .option('--all', 'every rule, every step without the one that decides, and what the agent reads')
    .option('--json', 'print it as JSON')
    .showHelpAfterError("(put a command in quotes: hooks explain 'git push -f')")
    .addHelpText(
      'after',
      '\nNothing is started, nothing is written. Exit code: 0 explained, 1 it could not be',
    )
    .action(async (words: string[], options: ExplainOptions) => exit(await explain(host, words, options)))
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}
