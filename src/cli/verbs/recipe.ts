import type { Command } from 'commander'
import type { Host } from '../../run/host.ts'
import { recipeList } from '../recipe/list.ts'
import { recipeResult, type RecipeResultOptions } from '../recipe/result.ts'
import { recipeRun, type RecipeRunOptions } from '../recipe/run.ts'
import { recipeShow } from '../recipe/show.ts'
import { recipeWork } from '../recipe/work.ts'

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
    .description('print the recipes that rules can call, and those that they hide; nothing is started')
    .option('--json', 'print them as JSON')
    .action((options: Json) => exit(recipeList(host, options.json === true)))
  recipe
    .command('show')
    .description('print a recipe as it is understood')
    .argument('<name>', 'the recipe')
    .option('--json', 'print it as JSON')
    .action((name: string, options: Json) => exit(recipeShow(host, name, options.json === true)))
  addRun(recipe, host, exit)
  recipe
    .command('result')
    .description('print what came of a recipe that was not waited for')
    .usage('<job> [options]')
    .argument('[job]', 'the job of its callback')
    .option('--wait [duration]', 'wait for it, such as 30s; without a duration as long as it takes')
    .option('--json', 'print it as a verdict would say it')
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
    .description('run a recipe over a conversation and print what comes of it')
    .argument('<name>', 'the recipe')
    .option(
      '--messages <file>',
      'the conversation: JSON messages or a transcript of Claude Code (.jsonl), - for stdin, or that of a session: latest, or its id',
    )
    .option('--arg <name=value>', 'an argument of the recipe; may be given again', collect, [])
    .option('--runner <command>', 'the shell line that answers the prompt; else recipes.runner of hooks.yaml')
    .option('--write <file>', 'write the new messages to this file')
    .option('--prompt', 'print the prompt and start nothing')
    .addHelpText('after', '\nExit code: 0 done, 1 not done: nothing was written')
    .action(async (name: string, options: RecipeRunOptions) => exit(await recipeRun(host, name, options)))
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

/** `--wait JOB`: what stands behind the option is the job when nothing else is. */
function jobAndOptions(
  job: string | undefined,
  options: RecipeResultOptions,
): readonly [job: string, options: RecipeResultOptions] {
  if (job !== undefined || typeof options.wait !== 'string') return [job ?? '', options]
  return [options.wait, { ...options, wait: true }]
}
