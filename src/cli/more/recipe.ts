import type { Command } from 'commander'
import type { Host } from '../../run/call.ts'
import { recipeList, recipeShow } from './recipe-show.ts'
import { recipeResult, type RecipeResultOptions, recipeWork } from './recipe-result.ts'
import { recipeRun, type RecipeRunOptions } from './recipe-run.ts'

interface Json {
  readonly json?: true
}

export function addRecipe(program: Command, host: Host, exit: (code: number) => void): void {
  const recipe = program
    .command('recipe')
    .helpGroup('More:')
    .description('list, show and run recipes: prompts that a model answers for a rule')
  recipe
    .command('list')
    .description(
      'list the recipes that rules can call, and those hidden by one of the same name; nothing is started',
    )
    .option('--json', 'print them as JSON')
    .action((options: Json) => exit(recipeList(host, options.json === true)))
  recipe
    .command('show')
    .description('print a recipe as it is parsed')
    .argument('<name>', 'the recipe')
    .option('--json', 'print it as JSON')
    .action((name: string, options: Json) => exit(recipeShow(host, name, options.json === true)))
  addRun(recipe, host, exit)
  recipe
    .command('result')
    .description('print the result of a recipe that runs in the background')
    .usage('<job> [options]')
    .argument('[job]', 'the job of its callback')
    .option('--wait [duration]', 'wait for it, such as 30s; without a duration until it is done')
    .option('--json', 'print it as the fields of a verdict')
    .addHelpText('after', '\nExit code: 0 done, 1 failed or unknown, 3 not done yet')
    .action(async (job: string | undefined, options: RecipeResultOptions) =>
      exit(await recipeResult(host, ...jobAndOptions(job, options))),
    )
  recipe
    .command('work', { hidden: true })
    .argument('<directory>', 'the job')
    .action(async (directory: string) => exit(await recipeWork(host, directory)))
}

function addRun(recipe: Command, host: Host, exit: (code: number) => void): void {
  recipe
    .command('run')
    .description('run a recipe over a conversation and print its output')
    .argument('<name>', 'the recipe')
    .option(
      '--messages <file>',
      'the conversation: a file of JSON messages or a Claude Code transcript (.jsonl), - for stdin, latest, or the id of a session',
    )
    .option('--arg <name=value>', 'an argument of the recipe; may be repeated', collect, [])
    .option(
      '--runner <command>',
      'the shell command that answers the prompt; default: recipes.runner of hooks.yaml',
    )
    .option('--write <file>', 'write the new messages to this file')
    .option('--prompt', 'print the prompt and start nothing')
    .addHelpText('after', '\nExit code: 0 done, 1 failed: nothing was written')
    .action(async (name: string, options: RecipeRunOptions) => exit(await recipeRun(host, name, options)))
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

/** In `--wait JOB` commander takes the job for the duration. */
function jobAndOptions(
  job: string | undefined,
  options: RecipeResultOptions,
): readonly [job: string, options: RecipeResultOptions] {
  if (job !== undefined || typeof options.wait !== 'string') return [job ?? '', options]
  return [options.wait, { ...options, wait: true }]
}
