import { type Command, Option } from 'commander'
import type { Host } from '../../run/host.ts'
import { testFormats } from '../test/print/formats.ts'
import { test, type TestOptions } from '../test.ts'

/** As the framework hands options over: a switch that was not given is absent. */
type Given = { readonly [K in keyof TestOptions]?: TestOptions[K] }

export function addTest(program: Command, host: Host, exit: (code: number) => void): void {
  program
    .command('test')
    .helpGroup('Write:')
    .description('play the examples beside rules and the tests: does every rule decide as it says?')
    .argument('[files...]', 'rules or *.hooks-test.yaml to test; else all that hold here')
    .addOption(
      new Option('--format <format>', 'how results are printed').choices([...testFormats]).default('pretty'),
    )
    .option('--require-tests', 'fail for each rule that no case makes speak')
    .option('--scripts', 'start the scripts of rules; else they have no opinion, or that of "replies"')
    .option('--all', 'the examples of presets and of the managed layer, too')
    .option('--explain', 'below a failed case what each rule came to, and why')
    .option('--watch', 'test again whenever a file changes')
    .option('--from-last', 'print a test made of the last call an agent made here')
    .option('--write <file>', 'with --from-last: add the test to this file')
    .addHelpText('after', '\nExit code: 0 all passed, 1 some did not, 2 a file could not be read')
    .action(async (files: string[], options: Given) => exit(await test(host, files, whole(options))))
}

function whole(given: Given): TestOptions {
  return {
    format: given.format ?? 'pretty',
    all: given.all === true,
    scripts: given.scripts === true,
    requireTests: given.requireTests === true,
    fromLast: given.fromLast === true,
    watch: given.watch === true,
    explain: given.explain === true,
    ...(given.write !== undefined && { write: given.write }),
  }
}
