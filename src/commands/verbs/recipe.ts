import type { Command } from 'commander'
import type { Host } from '../../host.ts'
import { recipeList } from '../recipe/list.ts'
import { recipeRun, type RecipeRunOptions } from '../recipe/run.ts'
import { recipeShow } from '../recipe/show.ts'

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
}

function addRun(recipe: Command, host: Host, exit: (code: number) => void): void {
  recipe
    .command('run')
    .description('run a recipe over a conversation and print what comes of it')
    .argument('<name>', 'the recipe')
    .option(
      '--messages <file>',
      'the conversation: JSON messages or a Claude Code transcript (.jsonl); - is stdin',
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
